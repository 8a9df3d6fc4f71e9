import type { FeeBill, ListedBill } from '@fairlead/contract/fees/bills';
import type { Fee, FeeLedger, FeePayment, IssuedDocument, ListedProof } from '@fairlead/contract/fees/calls';
import type { CreditNote, FeeDocument, FeeEntry } from '@fairlead/contract/fees/fee-entries';
import type { FeeProof, FeeSummary, WaitingProof } from '@fairlead/contract/fees/fee-shapes';
import type { Owed } from '@fairlead/contract/fees/owed';
import type { OwnFee } from '@fairlead/contract/fees/own-fees';
import qr from 'qr';
import { courseOf } from './courses.ts';
import { idOf, moment } from './records.ts';

const course = courseOf();
const person = { userId: { _id: idOf('10000000'), email: 'asha.nair@example.org' }, userName: 'Asha Nair' };

/** A fee of which nothing is paid yet. */
export const feeSummaryOf = (part: Partial<FeeSummary> = {}): FeeSummary => ({
  chargedPaise: 450_000,
  waivedPaise: 0,
  receivedPaise: 0,
  balancePaise: 450_000,
  state: 'due',
  ...part,
});

const paid = feeSummaryOf({ receivedPaise: 450_000, balancePaise: 0, state: 'paid' });

export const proofOf = (part: Partial<FeeProof> = {}): FeeProof => ({
  _id: idOf('f1000000'),
  file: { filename: 'transfer.svg', url: screenshot },
  scan: 'clean',
  amountPaise: 450_000,
  method: 'upi',
  reference: '426811239054',
  paidOn: '2026-09-04',
  sentAt: moment,
  state: 'waiting',
  reason: null,
  ...part,
});

/** What an app for payments shows after one; the width of a picture is added to its URL. */
const screenshot = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="640" font-family="sans-serif" text-anchor="middle"><rect width="360" height="640" fill="#fff"/><circle cx="180" cy="150" r="44" fill="#17613d"/><path d="m160 150 14 15 28-30" fill="none" stroke="#fff" stroke-width="7"/><text x="180" y="240" font-size="22">Paid</text><text x="180" y="290" font-size="40" font-weight="bold">4,500.00</text><text x="180" y="350" font-size="18">to academy@bank</text><text x="180" y="400" font-size="16">UTR 426811239054</text></svg>`,
)}#`;

/** A code that a phone can read from a picture of the screen. */
function qrOf(text: string): { side: number; path: string } {
  const rows = qr(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { side: rows.length, path };
}

const upiLink = 'upi://pay?pa=academy%40bank&pn=Fairlead%20Maritime%20Academy&am=4500.00&cu=INR&tn=FEE-7K2M9Q';

export const waysOf = (part: Partial<NonNullable<OwnFee['ways']>> = {}): NonNullable<OwnFee['ways']> => ({
  upi: { upiId: 'academy@bank', name: 'Fairlead Maritime Academy', link: upiLink, qr: qrOf(upiLink) },
  bank: {
    accountName: 'Fairlead Maritime Academy',
    accountNumber: '50200012345678',
    ifsc: 'HDFC0000123',
    bankName: 'HDFC Bank, Fort, Mumbai',
  },
  desk: 'Room 3, Monday to Friday, 10 am to 4 pm. Cash or cheque.',
  ...part,
});

const documentOf = (part: Partial<FeeDocument> = {}): FeeDocument => ({
  _id: idOf('f3000000'),
  kind: 'invoice',
  number: 'FMA/26-27/0012',
  issuedOn: '2026-09-05',
  totalPaise: 450_000,
  ...part,
});

/** A tax invoice to a company for one fee, with nothing paid. */
export const billOf = (part: Partial<FeeBill> = {}): FeeBill => ({
  _id: idOf('f4000000'),
  kind: 'invoice',
  number: 'INV/26-27/00012',
  issuedOn: '2026-09-02',
  dueOn: '2026-10-02',
  purchaseOrder: 'PO 4711',
  payerName: 'Bluewave Crewing Private Limited',
  totalPaise: 450_000,
  paidPaise: 0,
  restPaise: 450_000,
  state: 'due',
  email: 'accounts@bluewave.example',
  remindedOn: null,
  fees: 1,
  ...part,
});

/** The same in the list of all. */
export const listedBillOf = (part: Partial<ListedBill> = {}): ListedBill => ({
  ...billOf(),
  enrolmentId: idOf('80000000'),
  ...part,
});

/** A credit note to that invoice. */
export const creditNoteOf = (part: Partial<CreditNote> = {}): CreditNote => ({
  ...documentOf({ _id: idOf('f3000000', 2), kind: 'credit-note', number: 'CRN/26-27/00003', issuedOn: '2026-09-20' }),
  corrects: 'INV/26-27/00012',
  ...part,
});

export const entryOf = (part: Partial<FeeEntry> = {}): FeeEntry => ({
  _id: idOf('f2000000'),
  kind: 'due',
  amountPaise: 450_000,
  method: null,
  reference: '',
  on: '2026-09-01',
  reason: '',
  recordedAt: moment,
  by: null,
  of: null,
  isReversed: false,
  refundablePaise: 0,
  document: null,
  settles: null,
  ...part,
});

/** The payment of the whole fee, with its invoice. */
const paymentEntry = entryOf({
  _id: idOf('f2000000', 2),
  kind: 'paid',
  method: 'upi',
  reference: '426811239054',
  on: '2026-09-04',
  by: 'Meera Joshi',
  refundablePaise: 450_000,
  document: documentOf(),
});

/** A fee as its learner sees it, with nothing paid. */
export const ownFeeOf = (part: Partial<OwnFee> = {}): OwnFee => ({
  ...feeSummaryOf(),
  _id: idOf('80000000'),
  courseId: course._id,
  courseTitle: course.title,
  reference: 'FEE-7K2M9Q',
  ways: waysOf(),
  recipient: { name: '', address: '', gstin: '', state: '', sez: '' },
  billedTo: null,
  proofs: [],
  bills: [],
  creditNotes: [],
  entries: [entryOf()],
  ...part,
});

/** The same, paid with an invoice. */
export const paidOwnFee = (): OwnFee =>
  ownFeeOf({
    ...paid,
    ways: null,
    proofs: [proofOf({ state: 'confirmed' })],
    entries: [entryOf(), paymentEntry],
  });

export const waitingProofOf = (part: Partial<WaitingProof> = {}): WaitingProof => ({
  ...proofOf(),
  isReferenceUsed: false,
  ...part,
});

export const listedProofOf = (part: Partial<ListedProof> = {}): ListedProof => ({
  ...waitingProofOf(),
  ...person,
  enrolmentId: idOf('80000000'),
  courseTitle: course.title,
  enrolmentStatus: 'pending',
  feeReference: 'FEE-7K2M9Q',
  balancePaise: 450_000,
  ...part,
});

export const listedFeeOf = (part: Partial<Fee> = {}): Fee => ({
  ...feeSummaryOf(),
  ...person,
  _id: idOf('80000000'),
  courseId: course._id,
  courseTitle: course.title,
  status: 'pending',
  reference: 'FEE-7K2M9Q',
  chargedAt: moment,
  recipient: { name: '', address: '', gstin: '', state: '', sez: '' },
  ...part,
});

export const ledgerOf = (part: Partial<FeeLedger> = {}): FeeLedger => ({
  ...listedFeeOf(),
  billedTo: null,
  placeDoubt: '',
  proofs: [],
  bills: [],
  creditNotes: [],
  entries: [entryOf()],
  ...part,
});

export const paidLedger = (): FeeLedger =>
  ledgerOf({
    ...paid,
    status: 'approved',
    proofs: [waitingProofOf({ state: 'confirmed' })],
    entries: [entryOf(), paymentEntry],
  });

export const paymentOf = (part: Partial<FeePayment> = {}): FeePayment => {
  const { isReversed: _, refundablePaise: __, ...entry } = paymentEntry;
  return {
    ...entry,
    ...person,
    receivedPaise: 450_000,
    enrolmentId: idOf('80000000'),
    courseTitle: course.title,
    ...part,
  };
};

export const issuedDocumentOf = (part: Partial<IssuedDocument> = {}): IssuedDocument => ({
  ...documentOf(),
  enrolmentId: idOf('80000000'),
  courseTitle: course.title,
  recipientName: 'Asha Nair',
  recipientGstin: '',
  placeOfSupply: '27',
  sac: '9992',
  gstRate: 18,
  taxablePaise: 381_356,
  cgstPaise: 34_322,
  sgstPaise: 34_322,
  igstPaise: 0,
  corrects: null,
  ...part,
});

/** What a company owes for two fees, of which one is overdue. */
export const owedOf = (part: Partial<Owed> = {}): Owed => ({
  _id: idOf('80000000'),
  payer: 'Bluewave Crewing Private Limited',
  gstin: '27AAACS5678B1ZC',
  fees: 2,
  dueOn: '2026-07-20',
  notDuePaise: 450_000,
  to30Paise: 0,
  to60Paise: 450_000,
  to90Paise: 0,
  over90Paise: 0,
  totalPaise: 900_000,
  ...part,
});
