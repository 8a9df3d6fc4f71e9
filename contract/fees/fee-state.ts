/**
 * The words of the fees, for the server, every page, emails and exports. It imports nothing, so that a page can have
 * the names without the schemas.
 */

/** Where the fee of an enrolment stands; the server computes it (`feeStateOf` in its `rules.ts`). */
export const feeStates = ['due', 'checking', 'paid', 'waived', 'cancelled'] as const;
export type FeeState = (typeof feeStates)[number];

/**
 * `due`: something is left to pay. `checking`: the same, and a proof of payment waits for staff. `paid` and `waived`:
 * nothing is left. `cancelled`: nothing is charged any more, such as after the request was declined.
 */
export const feeStateNames: Readonly<Record<FeeState, string>> = {
  due: 'Due',
  checking: 'Being checked',
  paid: 'Paid',
  waived: 'Waived',
  cancelled: 'Cancelled',
};

/**
 * The kinds of entries of the ledger. `due` charges the fee and `cancelled` takes an unpaid rest back; `refunded` pays
 * back and lowers the fee by the same amount; `reversed` undoes a mistaken entry.
 */
export const feeEntryKinds = ['due', 'paid', 'waived', 'refunded', 'cancelled', 'reversed'] as const;
export type FeeEntryKind = (typeof feeEntryKinds)[number];

export const feeEntryNames: Readonly<Record<FeeEntryKind, string>> = {
  due: 'Fee charged',
  paid: 'Payment',
  waived: 'Waiver',
  refunded: 'Refund',
  cancelled: 'Fee cancelled',
  reversed: 'Reversal',
};

export const paymentMethods = ['cash', 'bank', 'upi', 'cheque'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentMethodNames: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Cash',
  bank: 'Bank transfer',
  upi: 'UPI',
  cheque: 'Cheque',
};

/** How a learner can pay without coming to the academy; a proof of payment shows one of these. */
export const remoteMethods = ['upi', 'bank'] as const satisfies readonly PaymentMethod[];

/**
 * The kinds of documents about money: a receipt by an academy without GST, a tax invoice by one with it (a bill of
 * supply where its rate is 0), and a credit note for what is paid back or was recorded by mistake.
 */
export const feeDocumentKinds = ['receipt', 'invoice', 'bill-of-supply', 'credit-note'] as const;
export type FeeDocumentKind = (typeof feeDocumentKinds)[number];

export const feeDocumentNames: Readonly<Record<FeeDocumentKind, string>> = {
  receipt: 'Receipt',
  invoice: 'Tax invoice',
  'bill-of-supply': 'Bill of supply',
  'credit-note': 'Credit note',
};

/** `replaced`: the learner sent another one before it was checked. */
export const proofStates = ['waiting', 'confirmed', 'declined', 'replaced'] as const;
export type ProofState = (typeof proofStates)[number];

export const proofStateNames: Readonly<Record<ProofState, string>> = {
  waiting: 'Waiting',
  confirmed: 'Confirmed',
  declined: 'Declined',
  replaced: 'Replaced',
};
