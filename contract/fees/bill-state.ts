import { feeDocumentNames } from './fee-state.ts';

/** The words of bills. They are apart from those of fees, which public pages load. */

/** The kinds of bills. A bill of supply is the tax invoice of an academy whose rate is 0. */
export const billKinds = ['proforma', 'invoice', 'bill-of-supply'] as const;
export type BillKind = (typeof billKinds)[number];

export const billKindNames: Readonly<Record<BillKind, string>> = {
  proforma: 'Proforma invoice',
  invoice: feeDocumentNames.invoice,
  'bill-of-supply': feeDocumentNames['bill-of-supply'],
};

/** `overdue`: the day by which it is to be paid is over. */
export const billStates = ['due', 'overdue', 'paid', 'cancelled'] as const;
export type BillState = (typeof billStates)[number];

export const billStateNames: Readonly<Record<BillState, string>> = {
  due: 'To pay',
  overdue: 'Overdue',
  paid: 'Paid',
  cancelled: 'Cancelled',
};
