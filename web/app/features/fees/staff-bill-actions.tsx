import { NewBill } from '@fairlead/contract/fees/bills';
import { useState } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { dayOf } from '../../lib/format/dates.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { RadioGroup } from '../../ui/forms/choice-fields.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { TextArea, TextField } from '../../ui/forms/text-fields.tsx';
import { BulkAction } from '../../ui/lists/bulk-action.tsx';
import { formatPaise } from './format-paise.ts';
import { RecipientFields, recipientOf } from './recipient-fields.tsx';
import { cancelBill, issueBill, refetchFees, remindPayer } from './staff-api.ts';
import { RequestId } from './staff-payment-fields.tsx';
import type { Bill, Fee, Ledger } from './staff-wire.ts';

const kinds = [
  { value: 'proforma', label: 'Proforma invoice: asks for the money, and is no tax document' },
  { value: 'invoice', label: 'Tax invoice: the tax is due with it, and the payment settles it' },
];

/** How many days somebody has to pay, if staff do not choose another day. */
const daysToPay = 30;

type FieldsProps = {
  recipient: Ledger['recipient'];
  /** Where it is mailed to at first; empty for several people. */
  email?: string | undefined;
  isForSeveral?: boolean;
};

/** What staff enter for a bill. */
function BillFields({ recipient, email = '', isForSeveral = false }: FieldsProps) {
  const { timeZone } = useBrand();
  const [[today, proposed]] = useState(() => {
    const now = Date.now();
    return [dayOf(new Date(now), timeZone), dayOf(new Date(now + daysToPay * 24 * 3600 * 1000), timeZone)] as const;
  });
  return (
    <>
      <RequestId />
      <RadioGroup legend="Document" name="kind" options={kinds} />
      <RecipientFields recipient={recipient} forStaff isForSeveral={isForSeveral} />
      <TextField
        label="Email of the payer"
        name="email"
        type="email"
        defaultValue={email}
        hint="It gets the PDF, reminders, and what follows. Leave blank to send nothing"
        autoComplete="off"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Purchase order" name="purchaseOrder" hint="Its number, if there is one" autoComplete="off" />
        <DateField label="To be paid by" name="dueOn" min={today} defaultValue={proposed} required />
      </div>
    </>
  );
}

type Chosen = readonly Pick<Fee, 'id'>[];

const billOf = (fees: Chosen, form: FormData) => ({
  kind: textOf(form, 'kind') as NewBill['kind'],
  payer: recipientOf(form),
  email: textOf(form, 'email').trim(),
  purchaseOrder: textOf(form, 'purchaseOrder'),
  dueOn: textOf(form, 'dueOn'),
  requestId: textOf(form, 'requestId'),
  enrolments: fees.map(({ id }) => ({ id })),
});

/** The errors by the names of the form, which has the fields of the payer beside the others. */
function checkBill(fees: Chosen, form: FormData): FieldErrors {
  const errors = fieldErrors(NewBill, billOf(fees, form));
  return Object.fromEntries(Object.entries(errors).map(([name, sentence]) => [name.replace('payer.', ''), sentence]));
}

type IssueProps = { fee: Pick<Fee, 'id' | 'person' | 'courseTitle' | 'balancePaise' | 'recipient'> };

/** Asks for what is left to pay of a fee before it is paid. */
export const IssueInvoice = ({ fee }: IssueProps) => (
  <FormAction
    label="Issue invoice"
    size="small"
    describedBy={`fee-${fee.id}`}
    title="Issue Invoice"
    text={
      <p className="text-soft">
        <strong className="text-ink">{fee.person.name}</strong>, {fee.courseTitle}: it asks for{' '}
        {formatPaise(fee.balancePaise)}
      </p>
    }
    check={(form) => checkBill([fee], form)}
    confirm={`Issue Invoice of ${formatPaise(fee.balancePaise)}`}
    act={async (form) => (await issueBill(billOf([fee], form))).message}
    after={refetchFees}
    failure="Failed to issue the invoice."
  >
    <BillFields recipient={fee.recipient} email={fee.person.email} />
  </FormAction>
);

const nobody: Ledger['recipient'] = { name: '', address: '', gstin: '', state: '', sez: '' };

/** Who is named on all of some fees; nobody where they differ. */
function recipientOfAll([first, ...others]: readonly Fee[]): Ledger['recipient'] {
  const isOfAll = (recipient: Ledger['recipient']) =>
    others.every((fee) => JSON.stringify(fee.recipient) === JSON.stringify(recipient));
  return first && isOfAll(first.recipient) ? first.recipient : nobody;
}

const sumOf = (fees: readonly Fee[]) => formatPaise(fees.reduce((sum, { balancePaise }) => sum + balancePaise, 0));

/** The same for several fees, such as those of a crew, on one invoice to one payer. */
export const IssueOneInvoice = ({ fees }: { fees: readonly Fee[] }) => (
  <BulkAction
    label="One invoice"
    items={fees}
    nameOf={({ person, courseTitle }) => `${person.name}, ${courseTitle}`}
    title="Issue One Invoice"
    text={(chosen) => (
      <p className="text-soft">
        {chosen.length === 1 ? '1 fee' : `${chosen.length} fees`} on one invoice: it asks for {sumOf(chosen)}, with a
        line for each person.
        {chosen.length > 1 && ' The people on it neither get it by email nor see it.'}
      </p>
    )}
    fields={(chosen) => (
      <BillFields
        recipient={recipientOfAll(chosen)}
        email={chosen.length === 1 ? chosen[0]?.person.email : ''}
        isForSeveral={chosen.length > 1}
      />
    )}
    check={(form, chosen) => checkBill(chosen, form)}
    confirm="Issue Invoice"
    done="on the invoice"
    act={async (chosen, form) => {
      const { message } = await issueBill(billOf(chosen, form));
      return chosen.map(({ id }) => ({ id, ok: true, message }));
    }}
    after={refetchFees}
    failure="Failed to issue the invoice."
  />
);

/** Takes back what is not paid of a bill. */
export const CancelBill = ({ bill: { id, number, kind, fees, email } }: { bill: Bill }) => (
  <FormAction
    label="Cancel invoice"
    tone="danger"
    describedBy={`bill-${id}`}
    title="Cancel Invoice"
    text={
      <p className="text-soft">
        {number}
        {fees > 1 && `, for ${fees} people`}: what is not paid of it is taken back
        {kind === 'proforma' ? '.' : `, and credit notes are ${email ? `sent to ${email}` : 'issued'}.`}{' '}
        {fees > 1 ? 'The fees are' : 'The fee is'} still to be paid.
      </p>
    }
    check={(form) => (textOf(form, 'reason').trim() === '' ? { reason: 'Reason is required' } : {})}
    confirm="Yes, Cancel"
    act={(form) => cancelBill(id, textOf(form, 'reason'))}
    after={refetchFees}
    failure="Failed to cancel the invoice."
  >
    <TextArea
      label="Reason"
      name="reason"
      rows={2}
      hint={kind === 'proforma' ? 'For the audit' : 'It stands on the credit note'}
      required
    />
  </FormAction>
);

/** Mails the payer a reminder. */
export const RemindPayer = ({ bill: { id, number, email, restPaise } }: { bill: Bill }) => (
  <ConfirmAction
    label="Send reminder"
    describedBy={`bill-${id}`}
    title="Send Reminder"
    text={
      <p className="text-soft">
        {number} is sent to <strong className="text-ink wrap-anywhere">{email}</strong> once more:{' '}
        {formatPaise(restPaise)} is left to pay.
      </p>
    }
    confirm="Yes, Send"
    act={() => remindPayer(id)}
    after={refetchFees}
    failure="Failed to send the reminder."
  />
);
