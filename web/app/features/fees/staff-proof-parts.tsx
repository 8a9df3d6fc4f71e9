import { fees } from '@fairlead/contract/fees/calls';
import { paymentMethodNames, proofStateNames } from '@fairlead/contract/fees/fee-state';
import type { ReactNode } from 'react';
import { fieldErrors } from '../../lib/calls/field-errors.ts';
import { Day, Moment } from '../../lib/site.tsx';
import { Badge } from '../../ui/badge.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';
import { formatPaise } from './format-paise.ts';
import { ProofPicture } from './proof-picture.tsx';
import { confirmProof, declineProof, refetchFees } from './staff-api.ts';
import { PaymentFields } from './staff-payment-fields.tsx';
import type { WaitingProof } from './staff-wire.ts';

const stateTones = { waiting: 'warn', confirmed: 'good', declined: 'bad', replaced: 'plain' } as const;

export const ProofBadge = ({ state }: Pick<WaitingProof, 'state'>) => (
  <Badge tone={stateTones[state]}>{proofStateNames[state]}</Badge>
);

type WarningProps = { proof: WaitingProof; balancePaise: number };

/** The state of a proof; of one that waits, what is most unusual about it, if anything is. */
export function ProofNote({ proof, balancePaise }: WarningProps) {
  if (proof.state !== 'waiting') return <ProofBadge {...proof} />;
  if (proof.scan === 'infected') return <Badge tone="bad">Virus found</Badge>;
  if (proof.isReferenceUsed) return <Badge tone="bad">Reference used</Badge>;
  if (proof.amountPaise === balancePaise) return '–';
  return <Badge tone="warn">{proof.amountPaise < balancePaise ? 'Part payment' : 'Too much'}</Badge>;
}

type BesideProps = WarningProps & {
  /** The reference that the learner was asked to give. */
  reference?: string;
  children?: ReactNode;
};

/** A proof beside what it has to show. */
export function ProofBesideAmounts({ proof, balancePaise, reference, children }: BesideProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
      {proof.scan === 'infected' ? (
        <Alert className="basis-72">This file contains a virus, so it cannot be opened.</Alert>
      ) : (
        <ProofPicture file={proof.file} className="h-80 w-60 shrink-0 max-sm:w-full" />
      )}
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-4">
        {proof.isReferenceUsed && (
          <Alert tone="warn">
            <strong>The same transaction number</strong> stands in another payment or proof.
          </Alert>
        )}
        <Facts
          className="grid-cols-2"
          facts={[
            ['Amount on the proof', <strong key="amount">{formatPaise(proof.amountPaise)}</strong>],
            ['To pay', formatPaise(balancePaise)],
            ['Paid by', paymentMethodNames[proof.method]],
            ['Transaction number', proof.reference || 'Not given'],
            ['Day of the payment', <Day key="day" date={proof.paidOn} />],
            ...(reference ? [['Reference of the fee', reference] as const] : []),
            ['Sent', <Moment key="sent" at={proof.sentAt} />],
          ]}
        />
        {proof.reason && <p className="wrap-anywhere">Declined: {proof.reason}</p>}
        {children}
      </div>
    </div>
  );
}

type DecideProps = { proof: WaitingProof; balancePaise: number; name: string; describedBy: string };

/** Records the payment that a proof shows; what the learner has mistyped can be corrected. */
export const ConfirmProof = ({ proof, balancePaise, name, describedBy }: DecideProps) => (
  <FormAction
    label="Confirm"
    tone="signal"
    shortcut="a"
    describedBy={describedBy}
    title="Confirm Payment"
    text={
      <p className="text-soft">
        <strong className="text-ink">{name}</strong> has {formatPaise(balancePaise)} to pay. Confirm what has arrived in
        the account of the academy.
      </p>
    }
    check={(form) => fieldErrors(fees.confirmProof.body, Object.fromEntries(form))}
    confirm="Yes, Confirm"
    act={(form) => confirmProof(proof.id, form)}
    after={refetchFees}
    failure="Failed to confirm the payment."
  >
    <PaymentFields initial={{ ...proof, on: proof.paidOn }} />
  </FormAction>
);

/** Sends a proof back, with the reason. */
export const DeclineProof = ({ proof, name, describedBy }: Omit<DecideProps, 'balancePaise'>) => (
  <FormAction
    label="Decline"
    tone="danger"
    shortcut="r"
    describedBy={describedBy}
    title="Decline Proof"
    text={
      <p className="text-soft">
        <strong className="text-ink">{name}</strong> gets the reason by email, and can send another proof.
      </p>
    }
    check={(form) => fieldErrors(fees.declineProof.body, Object.fromEntries(form))}
    confirm="Yes, Decline"
    act={(form) => declineProof(proof.id, form)}
    after={refetchFees}
    failure="Failed to decline the proof."
  >
    <TextArea label="Reason" name="reason" rows={3} hint="What is wrong, and what to send instead" required />
  </FormAction>
);
