import { placeName, stateOfGstin } from '@fairlead/contract/academy/gst';
import { feeEntryNames, paymentMethodNames } from '@fairlead/contract/fees/fee-state';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day, Moment } from '../../lib/site.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { PersonLink } from '../accounts/people/person-link.tsx';
import type { Route } from './+types/staff-fee-page.ts';
import { BilledToNote, BillList } from './bill-parts.tsx';
import { DocumentButton, FeeAmounts, FeeBadge, isOpen } from './fee-parts.tsx';
import { formatPaise } from './format-paise.ts';
import { sezNames } from './recipient-fields.tsx';
import { ledgerQuery } from './staff-api.ts';
import { CancelBill, IssueInvoice, RemindPayer } from './staff-bill-actions.tsx';
import { EditRecipient, RecordPayment, Refund, Reverse, Waive } from './staff-fee-actions.tsx';
import { ConfirmProof, DeclineProof, ProofBadge, ProofBesideAmounts } from './staff-proof-parts.tsx';
import type { Entry, Ledger } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Fee', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(ledgerQuery(params.id));
};

/** The fee of an enrolment: its amounts, proofs and ledger. */
export default function StaffFeePage() {
  const { id = '' } = useParams();
  const { data: fee } = useSuspenseQuery(ledgerQuery(id));
  const { person, courseTitle, proofs, entries } = fee;
  const mayRecord = useMay('fees:record');
  // of a declined request, whose payment may have arrived all the same
  const cancelled =
    fee.status === 'rejected' ? entries.findLast(({ kind }) => kind === 'cancelled')?.amountPaise : undefined;
  const [openInvoice, openProforma] = [false, true].map((isProforma) =>
    fee.bills.findLast(({ kind, restPaise }) => restPaise > 0 && (kind === 'proforma') === isProforma),
  );
  return (
    <div className="max-w-5xl">
      <PageHeader
        title={
          <span id={`fee-${id}`}>
            <PersonLink {...person} />
          </span>
        }
        dense
        actions={
          mayRecord && (
            <>
              {isOpen(fee) && <Waive fee={fee} />}
              {isOpen(fee) && !openInvoice && <IssueInvoice fee={fee} />}
              {(isOpen(fee) || cancelled !== undefined) && (
                <RecordPayment fee={fee} cancelled={cancelled} bill={openInvoice ?? openProforma} />
              )}
            </>
          )
        }
      >
        Fee of {courseTitle}
      </PageHeader>
      <div className="flex flex-col gap-6">
        {fee.placeDoubt && (
          <Alert tone="warn" action={mayRecord && <EditRecipient fee={fee} label="Choose the state" />}>
            {fee.placeDoubt} An invoice needs the place of supply: no payment can be recorded before the state is
            chosen.
          </Alert>
        )}
        <Card className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <FeeAmounts fee={fee} className="min-w-0 flex-1 basis-72 grid-cols-2 sm:grid-cols-4" />
          <FeeBadge {...fee} />
        </Card>
        {proofs.length > 0 && <Proofs fee={fee} mayRecord={mayRecord} />}
        {fee.bills.length > 0 && (
          <Part title="Invoices before payment">
            <BillList
              bills={fee.bills}
              creditNotes={fee.creditNotes}
              actions={(bill) =>
                mayRecord &&
                bill.restPaise > 0 && (
                  <RowMenu name={bill.number}>
                    {bill.email && <RemindPayer bill={bill} />}
                    <CancelBill bill={bill} />
                  </RowMenu>
                )
              }
            />
          </Part>
        )}
        <Part title="Ledger">
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <LedgerEntry key={entry.id} entry={entry} mayRecord={mayRecord} />
            ))}
          </ul>
        </Part>
        <Part title="Details for the invoice" action={mayRecord && <EditRecipient fee={fee} />}>
          {fee.billedTo && <BilledToNote billedTo={fee.billedTo} />}
          <Recipient fee={fee} />
        </Part>
      </div>
    </div>
  );
}

function Proofs({ fee, mayRecord }: { fee: Ledger; mayRecord: boolean }) {
  const { proofs, balancePaise, person, reference } = fee;
  return (
    <Part title={proofs.length === 1 ? 'Proof of payment' : 'Proofs of payment'}>
      <ul className="flex flex-col divide-y divide-line">
        {proofs.map((proof) => (
          <li key={proof.id} className="py-5 first:pt-0 last:pb-0">
            <ProofBesideAmounts proof={proof} balancePaise={balancePaise} reference={reference}>
              {proof.state === 'waiting' && mayRecord ? (
                <div className="flex flex-wrap gap-3">
                  <ConfirmProof
                    proof={proof}
                    balancePaise={balancePaise}
                    name={person.name}
                    describedBy={`fee-${fee.id}`}
                  />
                  <DeclineProof proof={proof} name={person.name} describedBy={`fee-${fee.id}`} />
                </div>
              ) : (
                <div>
                  <ProofBadge {...proof} />
                </div>
              )}
            </ProofBesideAmounts>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const isMoneyIn = ({ kind, isReversed }: Entry) => kind === 'paid' && !isReversed;

function LedgerEntry({ entry, mayRecord }: { entry: Entry; mayRecord: boolean }) {
  const { id, kind, amountPaise, method, reference, on, reason, recordedAt, by, isReversed, document, settles } = entry;
  const mayRefund = isMoneyIn(entry) && entry.refundablePaise > 0;
  const mayReverse = !isReversed && (kind === 'waived' || (kind === 'paid' && entry.refundablePaise === amountPaise));
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p id={`entry-${id}`} className="font-semibold">
          {feeEntryNames[kind]}
          {method && <span className="font-normal">, {paymentMethodNames[method]}</span>}
          {reference && <span className="font-normal wrap-anywhere">, {reference}</span>}{' '}
          {isReversed && <Badge>Reversed</Badge>}
        </p>
        {reason && <p className="text-sm wrap-anywhere">{reason}</p>}
        {settles && <p className="text-sm">For {settles.number}</p>}
        <p className="text-sm text-soft">
          <Day date={on} />, recorded <Moment at={recordedAt} /> {by ? `by ${by}` : 'automatically'}
        </p>
      </div>
      {document && (
        <div className="max-sm:order-last max-sm:basis-full">
          <DocumentButton document={document} />
        </div>
      )}
      <p className="font-semibold tabular-nums sm:w-28 sm:text-right">{formatPaise(amountPaise)}</p>
      {mayRecord && (
        <div className="w-9">
          {(mayRefund || mayReverse) && (
            <RowMenu name={`${feeEntryNames[kind]} of ${formatPaise(amountPaise)}`}>
              {mayRefund && <Refund entry={entry} />}
              {mayReverse && <Reverse entry={entry} />}
            </RowMenu>
          )}
        </div>
      )}
    </li>
  );
}

function Recipient({ fee: { recipient } }: { fee: Ledger }) {
  const { name, address, gstin, state, sez } = recipient;
  return (
    <Facts
      className="grid-cols-1 sm:grid-cols-2"
      facts={[
        ['Name', name || 'As in the profile'],
        ['Address', address || 'As in the profile'],
        ['State', state ? placeName(state) : gstin ? placeName(stateOfGstin(gstin)) : 'As in the profile'],
        ['GSTIN', gstin || 'None'],
        ...(sez ? [['Special economic zone', sezNames[sez]] as const] : []),
      ]}
    />
  );
}

type PartProps = { title: string; action?: ReactNode; children: ReactNode };

function Part({ title, action, children }: PartProps) {
  return (
    <Card className="p-5 sm:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {action}
      </div>
      {children}
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Fee" failure="Failed to load the fee." error={error} />;
}
