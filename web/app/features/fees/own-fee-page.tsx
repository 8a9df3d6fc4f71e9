import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { Moment } from '../../lib/site.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/own-fee-page.ts';
import { ownFeeQuery } from './api.ts';
import { BilledToNote, BillList } from './bill-parts.tsx';
import { FeeAmounts, FeeBadge } from './fee-parts.tsx';
import { formatPaise } from './format-paise.ts';
import { OwnEntries } from './own-entries.tsx';
import { ProofForm } from './proof-form.tsx';
import { ProofPicture } from './proof-picture.tsx';
import { RecipientForm } from './recipient-form.tsx';
import { WaysToPay } from './ways-to-pay.tsx';
import type { OwnFee } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Course Fee', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(ownFeeQuery(params.id));
};

/** The fee of one course: how to pay it, the proof of payment, and what was paid. */
export default function OwnFeePage() {
  const { id = '' } = useParams();
  const { data: fee } = useSuspenseQuery(ownFeeQuery(id));
  const [newest] = fee.proofs;
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-6">
      <div>
        <PageHeader
          title="Course Fee"
          actions={
            <LinkButton to={paths.fees} tone="plain">
              All fees
            </LinkButton>
          }
        >
          {fee.courseTitle}
        </PageHeader>
        <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <FeeAmounts fee={fee} className="min-w-0 flex-1 basis-52 grid-cols-2 xl:grid-cols-4" />
          <FeeBadge {...fee} />
        </Card>
      </div>
      {newest?.state === 'waiting' && <WaitingProof proof={newest} />}
      {newest?.state === 'declined' && fee.ways && (
        <Alert tone="warn">
          <p className="font-semibold">The academy could not confirm your payment.</p>
          {newest.reason && <p className="wrap-anywhere whitespace-pre-line">“{newest.reason}”</p>}
          <p>Send another proof below.</p>
        </Alert>
      )}
      {fee.ways && fee.billedTo && (
        <Alert tone="info">
          <p className="wrap-anywhere">
            This fee is on the invoice {fee.billedTo.number} to {fee.billedTo.payerName}. Ask them before you pay it
            yourself.
          </p>
        </Alert>
      )}
      {fee.ways && <ToPay key={newest?.id} fee={fee} ways={fee.ways} isSent={newest?.state === 'waiting'} />}
      {/* an answer that an earlier version has kept aboard has none */}
      {[...(fee.bills ?? []), ...(fee.creditNotes ?? [])].length > 0 && (
        <Part title="Invoices">
          <BillList bills={fee.bills ?? []} creditNotes={fee.creditNotes ?? []} />
        </Part>
      )}
      {fee.entries.some(({ kind }) => kind !== 'due') && (
        <Part title="Payments">
          <OwnEntries entries={fee.entries} />
        </Part>
      )}
    </div>
  );
}

type ToPayProps = { fee: OwnFee; ways: NonNullable<OwnFee['ways']>; isSent: boolean };

/** The two steps of a payment; both are folded while a proof waits, so that nobody pays twice. */
function ToPay({ fee, ways, isSent }: ToPayProps) {
  const amount = formatPaise(fee.balancePaise);
  const steps = (
    <>
      <Part title={`1. Pay ${amount}`}>
        <WaysToPay ways={ways} reference={fee.reference} amount={amount} />
      </Part>
      <Part title="2. Send the proof">
        <p className="text-soft">
          Paid by UPI or bank transfer? Send the academy a screenshot, or the receipt of your bank. It compares it with
          its account, and you get an email.
        </p>
        <ProofForm fee={fee} />
        <Fold summary="A company pays, or needs the invoice" className="border-t border-line pt-4">
          {fee.billedTo && <BilledToNote billedTo={fee.billedTo} />}
          <RecipientForm fee={fee} />
        </Fold>
      </Part>
    </>
  );
  if (!isSent) return steps;
  return (
    <Fold summary="Pay again, or send another proof">
      <div className="flex flex-col gap-6">{steps}</div>
    </Fold>
  );
}

/** The proof that waits for the academy, as it was sent. */
function WaitingProof({ proof }: { proof: OwnFee['proofs'][number] }) {
  return (
    <Card className="flex flex-wrap items-start gap-5">
      <ProofPicture file={proof.file} className="h-40 w-20 shrink-0" />
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="text-lg">The academy checks your payment</h2>
        <p className="mt-1">
          {formatPaise(proof.amountPaise)}
          {proof.reference && <span className="wrap-anywhere">, {proof.reference}</span>}
        </p>
        <p className="text-sm text-soft">
          Sent <Moment at={proof.sentAt} />. You get an email. There is nothing to do until then.
        </p>
      </div>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-5 sm:p-6">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Course Fee" failure="Failed to load the fee." error={error} />;
}
