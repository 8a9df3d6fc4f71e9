import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

const samples = { name: 'Asha Nair', course: 'Enclosed Space Entry', amount: '₹4,500.00', number: 'INV/26-27/00042' };

export const chargedEmail = defineEmailTemplate({
  key: 'fee-charged',
  when: 'Staff charge the fee of an enrollment that had none.',
  subject: 'A fee to pay: {course}',
  text: `Dear {name},

The fee for {course} is {amount}. The page of the fee says how to pay it.

If you have paid it already, please send us your proof of payment on the same page, or write to {academyEmail}.`,
  samples: { name: samples.name, course: samples.course, amount: samples.amount },
  button: 'See the fee',
});

export const paymentEmail = defineEmailTemplate({
  key: 'fee-paid',
  when: 'Staff record a payment of a fee, or confirm a proof of payment.',
  subject: 'We received your payment: {course}',
  text: `Dear {name},

We received {amount} for {course}. {rest}

{document}`,
  samples: {
    ...samples,
    rest: 'Nothing is left to pay.',
    document: 'Your document INV/26-27/00042 is on the page of the fee, to read and to download.',
  },
  button: 'See the fee',
});

export const refundEmail = defineEmailTemplate({
  key: 'fee-refunded',
  when: 'Staff pay a fee back, in part or as a whole.',
  subject: 'Your refund: {course}',
  text: `Dear {name},

We paid back {amount} of the fee for {course}: {reason}

The credit note {number} is on the page of the fee, to read and to download.`,
  samples: { ...samples, number: 'CRN/26-27/00003', reason: 'You left the course before it began.' },
  button: 'See the fee',
});

export const proofDeclinedEmail = defineEmailTemplate({
  key: 'fee-proof-declined',
  when: 'Staff decline a proof of payment.',
  subject: 'Your proof of payment: {course}',
  text: `Dear {name},

We could not accept your proof of payment for {course}.

{reason}

Please send another one. If you have a question, please write to {academyEmail}.`,
  samples: {
    name: samples.name,
    course: samples.course,
    reason: 'The picture shows another amount than the fee.',
  },
  button: 'Send another proof',
});

export const billEmail = defineEmailTemplate({
  key: 'fee-bill',
  when: 'Staff issue a proforma or a tax invoice before it is paid. It is attached.',
  subject: '{number} from {academy}',
  text: `Dear {name},

The {document} {number} over {amount} is attached. Please pay it by {day}, and give its number with the transfer.

{order}

If you have a question, please write to {academyEmail}.`,
  samples: {
    name: 'Bluewave Crewing Private Limited',
    document: 'tax invoice',
    number: samples.number,
    amount: samples.amount,
    day: '29 December 2026',
    order: 'Your purchase order: PO 4711.',
  },
});

export const billReminderEmail = defineEmailTemplate({
  key: 'fee-bill-reminder',
  when: 'Staff remind a payer of a proforma or tax invoice, or one is overdue and the academy reminds of those.',
  subject: 'Reminder: {number} from {academy}',
  text: `Dear {name},

{amount} of the {document} {number} is left to pay. It is to be paid by {day}. The document is attached.

{order}

If you have paid it already, please send us the number of the transfer: {academyEmail}.`,
  samples: {
    name: 'Bluewave Crewing Private Limited',
    document: 'tax invoice',
    number: samples.number,
    amount: samples.amount,
    day: '29 November 2026',
    order: 'Your purchase order: PO 4711.',
  },
});

export const billPaidEmail = defineEmailTemplate({
  key: 'fee-bill-paid',
  when: 'Staff record a payment of a proforma or tax invoice that was mailed to a payer. It is their receipt.',
  subject: 'We received your payment: {number}',
  text: `Dear {name},

We received {amount} for the {document} {number} on {day} ({method}). {rest}

{receipt}

If you have a question, please write to {academyEmail}.`,
  samples: {
    name: 'Bluewave Crewing Private Limited',
    document: 'tax invoice',
    number: samples.number,
    amount: samples.amount,
    day: '29 November 2026',
    method: 'Bank transfer, UTR 426811239054',
    rest: 'Nothing of it is left to pay.',
    receipt: 'This email is your receipt: the payment gets no other document.',
  },
});

export const billCreditedEmail = defineEmailTemplate({
  key: 'fee-bill-credited',
  when: 'Part of an invoice, or of a payment for a proforma, is credited. The payer must have got it by email. The credit notes are attached.',
  subject: 'Credit note to {number} from {academy}',
  text: `Dear {name},

{amount} of the {document} {number} is credited. {rest}

{reason}

Attached: {notes}. If you have a question, please write to {academyEmail}.`,
  samples: {
    name: 'Bluewave Crewing Private Limited',
    document: 'tax invoice',
    number: samples.number,
    amount: samples.amount,
    rest: 'Nothing of it is left to pay.',
    reason: 'The course was cancelled.',
    notes: 'CRN/26-27/00003',
  },
});
