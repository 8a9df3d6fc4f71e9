import { fees } from '@fairlead/contract/fees/calls';
import { fieldErrors } from '../../lib/calls/field-errors.ts';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';
import { formatPaise } from './format-paise.ts';
import { checkRecipient, RecipientFields, recipientOf } from './recipient-fields.tsx';
import { recordPayment, refetchFees, refund, reverse, saveRecipient, waive } from './staff-api.ts';
import { AmountField, PaymentFields, RecordingText, RequestId } from './staff-payment-fields.tsx';
import type { Bill, Entry, Fee, Ledger } from './staff-wire.ts';

type FeeProps = { fee: Pick<Fee, 'id' | 'person' | 'courseTitle' | 'balancePaise'> };

/** The person and the course, and what is left to pay. */
const About = ({ fee: { person, courseTitle, balancePaise } }: FeeProps) => (
  <p className="text-soft">
    <strong className="text-ink">{person.name}</strong>, {courseTitle}: {formatPaise(balancePaise)} to pay
  </p>
);

const required = (name: string) => <TextArea label="Reason" name="reason" rows={2} hint={name} required />;

type PayProps = FeeProps & {
  /** What was cancelled of the fee, where the enrolment was declined. */
  cancelled?: number | undefined;
  /** The open bill that the payment settles. */
  bill?: Bill | undefined;
};

/** What a payment of a bill gets, and who. */
const OfBill = ({ bill: { number, kind, email } }: { bill: Bill }) => (
  <p className="text-soft wrap-anywhere">
    It is for {number} {kind === 'proforma' ? 'and gets its invoice' : 'and gets no invoice of its own'}
    {email && `; ${email} gets ${kind === 'proforma' ? 'it' : 'a receipt'} by email`}.
  </p>
);

/** Records money that came in at the desk, or that stands in the account. */
export const RecordPayment = ({ fee, cancelled, bill }: PayProps) => (
  <FormAction
    label="Record payment"
    tone="signal"
    size="small"
    describedBy={`fee-${fee.id}`}
    title="Record Payment"
    text={
      <>
        <About fee={fee} />
        {bill && <OfBill bill={bill} />}
        {cancelled !== undefined && <p className="text-soft">{ofCancelled}</p>}
      </>
    }
    check={(form) => fieldErrors(fees.recordPayment.body, Object.fromEntries(form))}
    confirm={<RecordingText paise={cancelled ?? fee.balancePaise} />}
    act={(form) => recordPayment(fee.id, form)}
    after={refetchFees}
    failure="Failed to record the payment."
  >
    <RequestId />
    <PaymentFields initial={{ amountPaise: cancelled ?? fee.balancePaise }} />
  </FormAction>
);

/** Waives what is left to pay, or a part of it. */
export const Waive = ({ fee }: FeeProps) => (
  <FormAction
    label="Waive"
    size="small"
    describedBy={`fee-${fee.id}`}
    title="Waive Fee"
    text={<About fee={fee} />}
    check={(form) => fieldErrors(fees.waive.body, Object.fromEntries(form))}
    confirm="Yes, Waive"
    act={(form) => waive(fee.id, form)}
    after={refetchFees}
    failure="Failed to waive the fee."
  >
    <RequestId />
    <AmountField label="Amount to waive in rupees" paise={fee.balancePaise} />
    {required('The learner sees it.')}
  </FormAction>
);

/** What to know of a payment for an enrolment that was declined. */
const ofCancelled =
  'This enrollment was declined, and its fee is cancelled. If the money has arrived, record the payment here, then refund it.';

type EntryProps = { entry: Entry };

/** Pays a payment back, or a part of it. */
export const Refund = ({ entry: { id, refundablePaise, method } }: EntryProps) => (
  <FormAction
    label="Refund"
    describedBy={`entry-${id}`}
    tone="danger"
    title="Refund Payment"
    text={
      <p className="text-soft">
        Record here what you have paid back. The fee becomes lower by this amount, and a credit note is issued.
      </p>
    }
    check={(form) => fieldErrors(fees.refund.body, Object.fromEntries(form))}
    confirm="Yes, Refund"
    act={(form) => refund(id, form)}
    after={refetchFees}
    failure="Failed to record the refund."
  >
    <RequestId />
    <PaymentFields initial={{ amountPaise: refundablePaise, method }} />
    {required('The learner sees it.')}
  </FormAction>
);

/** Undoes an entry that was a mistake. */
export const Reverse = ({ entry: { id, kind, amountPaise, document } }: EntryProps) => (
  <FormAction
    label="Reverse"
    describedBy={`entry-${id}`}
    tone="danger"
    title={kind === 'waived' ? 'Reverse Waiver' : 'Reverse Payment'}
    text={
      <p className="text-soft">
        For an entry that was recorded by mistake, such as a cheque that bounced. {formatPaise(amountPaise)} is to be
        paid again{document ? ', and a credit note is issued.' : '.'}
      </p>
    }
    check={(form) => fieldErrors(fees.reverse.body, Object.fromEntries(form))}
    confirm="Yes, Reverse"
    act={(form) => reverse(id, form)}
    after={refetchFees}
    failure="Failed to reverse the entry."
  >
    {required('The learner sees it.')}
  </FormAction>
);

/** Changes who is named on the next invoice. */
export const EditRecipient = ({
  fee: { id, recipient },
  label = 'Edit',
}: {
  fee: Pick<Ledger, 'id' | 'recipient'>;
  label?: string;
}) => (
  <FormAction
    label={label}
    size="small"
    title="Details for the Invoice"
    text={<p className="text-soft">For the next invoice. Issued ones do not change.</p>}
    check={checkRecipient}
    confirm="Save"
    act={(form) => saveRecipient(id, recipientOf(form))}
    after={refetchFees}
    failure="Failed to save the details for the invoice."
  >
    <RecipientFields recipient={recipient} forStaff />
  </FormAction>
);
