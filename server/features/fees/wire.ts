import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import type { FeeBill } from '@fairlead/contract/fees/bills';
import type { Fee, FeeLedger, FeePayment, IssuedDocument, ListedProof } from '@fairlead/contract/fees/calls';
import type { CreditNote, FeeEntry } from '@fairlead/contract/fees/fee-entries';
import type { FeeProof, FeeSummary, WaitingProof } from '@fairlead/contract/fees/fee-shapes';
import type { Owed } from '@fairlead/contract/fees/owed';
import type { OwnFee, OwnFeeEntry, WaysToPay } from '@fairlead/contract/fees/own-fees';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Files } from '../../platform/files/files.ts';
import { qrCode } from '../../platform/qr-code.ts';
import { fullName } from '../accounts/index.ts';
import type { BillLine, BillRow } from './bills/bill-queries.ts';
import type { DocumentRow } from './document-queries.ts';
import type { DocumentFacts } from './issue-document.ts';
import type { EntryRow, PaymentRow } from './ledger-queries.ts';
import type { OwedRow } from './owed-queries.ts';
import type { ListedProofRow, ProofRow } from './proof-queries.ts';
import type { FeeRow } from './queries.ts';
import { billStateOf, feeStateOf, refundableOf, upiLink } from './rules.ts';

type SumsRow = { chargedPaise: number; waivedPaise: number; receivedPaise: number; balancePaise: number };

/** Where a fee stands. */
export const toFeeSummary = (row: SumsRow & { hasProof: boolean }): FeeSummary => ({
  chargedPaise: row.chargedPaise,
  waivedPaise: row.waivedPaise,
  receivedPaise: row.receivedPaise,
  balancePaise: row.balancePaise,
  state: feeStateOf({ charged: row.chargedPaise, waived: row.waivedPaise, received: row.receivedPaise }, row),
});

type Linking = Pick<Files, 'link'>;

const scanOf = ({ malware, scannedAt }: ProofRow): FeeProof['scan'] => {
  if (malware !== null) return 'infected';
  return scannedAt ? 'clean' : 'not-scanned';
};

const toFeeProof = (files: Linking, row: ProofRow): FeeProof => ({
  _id: row.id,
  file: { filename: row.filename, url: files.link('fee_proofs', row.filename) },
  scan: scanOf(row),
  amountPaise: row.amountPaise,
  method: row.method,
  reference: row.reference,
  paidOn: row.paidOn,
  sentAt: row.sentAt.toISOString(),
  state: row.state,
  reason: row.reason,
});

/** A proof as staff see it. */
export const toWaitingProof = (files: Linking, row: ProofRow): WaitingProof => ({
  ...toFeeProof(files, row),
  isReferenceUsed: row.isReferenceUsed,
});

export const toListedProof = (files: Linking, row: ListedProofRow): ListedProof => ({
  ...toWaitingProof(files, row),
  ...personOf(row),
  enrolmentId: row.enrolmentId,
  courseTitle: row.courseTitle,
  enrolmentStatus: row.enrolmentStatus,
  feeReference: row.feeReference,
  balancePaise: row.balancePaise,
});

const personOf = (row: { accountId: string; email: string; firstName: string; lastName: string }) => ({
  userId: { _id: row.accountId, email: row.email },
  userName: fullName(row),
});

const documentOf = (row: EntryRow): FeeEntry['document'] =>
  row.documentId && row.documentKind && row.number && row.issuedOn && row.totalPaise
    ? {
        _id: row.documentId,
        kind: row.documentKind,
        number: row.number,
        issuedOn: row.issuedOn,
        totalPaise: row.totalPaise,
      }
    : null;

const entryOf = (row: EntryRow) => ({
  _id: row.id,
  kind: row.kind,
  amountPaise: row.amountPaise,
  method: row.method,
  reference: row.reference,
  on: row.happenedOn,
  reason: row.reason,
  recordedAt: row.recordedAt.toISOString(),
  of: row.ofEntryId,
  document: documentOf(row),
  settles: row.billId && row.billNumber ? { _id: row.billId, number: row.billNumber } : null,
});

const toOwnFeeEntry = (row: EntryRow): OwnFeeEntry => ({ ...entryOf(row), isReversed: row.isReversed });

export const toFeeEntry = (row: EntryRow): FeeEntry => ({
  ...toOwnFeeEntry(row),
  by: row.by,
  refundablePaise:
    row.kind === 'paid'
      ? refundableOf({ amount: row.amountPaise, isReversed: row.isReversed, refunded: row.refundedPaise })
      : 0,
});

export const toFeePayment = (row: PaymentRow): FeePayment => ({
  ...entryOf(row),
  ...personOf(row),
  by: row.by,
  receivedPaise: row.receivedChangePaise,
  enrolmentId: row.enrolmentId,
  courseTitle: row.courseTitle,
});

/** A bill as of a day. */
export const toBill = (row: BillRow, today: CalendarDate): FeeBill => ({
  _id: row.id,
  kind: row.kind,
  number: row.number,
  issuedOn: row.issuedOn,
  dueOn: row.dueOn,
  purchaseOrder: row.purchaseOrder,
  payerName: (row.facts as unknown as DocumentFacts).recipient.name,
  totalPaise: row.totalPaise,
  paidPaise: row.settledPaise,
  restPaise: row.restPaise,
  state: billStateOf(
    { isCancelled: row.cancelledAt !== null, rest: row.restPaise, paid: row.settledPaise, dueOn: row.dueOn },
    today,
  ),
  email: row.payerEmail,
  remindedOn: row.remindedOn,
  fees: row.fees,
});

export const toOwed = (row: OwedRow): Owed => ({
  _id: row.id,
  payer: row.name,
  gstin: row.gstin,
  fees: row.fees,
  dueOn: row.dueOn,
  notDuePaise: row.notDue,
  to30Paise: row.to30,
  to60Paise: row.to60,
  to90Paise: row.to90,
  over90Paise: row.over90,
  totalPaise: row.total,
});

export const toCreditNote = (row: DocumentRow): CreditNote => ({
  _id: row.id,
  kind: row.kind,
  number: row.number,
  issuedOn: row.issuedOn,
  totalPaise: row.totalPaise,
  corrects: row.corrects ?? '',
});

export function toIssuedDocument(row: DocumentRow): IssuedDocument {
  const facts = row.facts as unknown as DocumentFacts;
  return {
    _id: row.id,
    kind: row.kind,
    number: row.number,
    issuedOn: row.issuedOn,
    totalPaise: row.totalPaise,
    enrolmentId: row.enrolmentId,
    courseTitle: facts.courseTitle,
    recipientName: facts.recipient.name,
    recipientGstin: facts.recipient.gstin,
    placeOfSupply: facts.place?.code ?? '',
    sac: facts.sac,
    gstRate: facts.gstRate,
    taxablePaise: row.taxablePaise,
    cgstPaise: row.cgstPaise,
    sgstPaise: row.sgstPaise,
    igstPaise: row.igstPaise,
    corrects: row.corrects,
  };
}

/** The fee of an enrolment in a list of staff. */
export const toFee = (row: FeeRow): Fee => ({
  ...toFeeSummary(row),
  ...personOf(row),
  _id: row.id,
  courseId: row.courseId,
  courseTitle: row.courseTitle,
  status: row.status,
  reference: row.reference,
  chargedAt: row.chargedAt.toISOString(),
  recipient: recipientOf(row),
});

/** The open bill that names a payer. */
export const toBilledTo = (line: BillLine | undefined): FeeLedger['billedTo'] =>
  line ? { kind: line.kind, number: line.number, payerName: line.payerName } : null;

const recipientOf = (row: FeeRow) => ({
  name: row.recipientName,
  address: row.recipientAddress,
  gstin: row.recipientGstin,
  state: row.recipientState,
  sez: row.recipientSez,
});

/** A learner's fee in the list of them. */
export const toListedOwnFee = (row: FeeRow) => ({
  ...toFeeSummary(row),
  _id: row.id,
  courseId: row.courseId,
  courseTitle: row.courseTitle,
  reference: row.reference,
});

/** A learner's fee with how to pay it. `name` is the academy's. */
export const toOwnFee = (
  files: Linking,
  {
    fee,
    billedTo,
    proofs,
    bills,
    creditNotes,
    entries,
    settings,
    name,
  }: {
    fee: FeeRow;
    billedTo: OwnFee['billedTo'];
    proofs: readonly ProofRow[];
    bills: readonly FeeBill[];
    creditNotes: readonly DocumentRow[];
    entries: readonly EntryRow[];
    settings: FeeSettings;
    name: string;
  },
): OwnFee => ({
  ...toListedOwnFee(fee),
  ways: fee.balancePaise > 0 ? toWays(fee, settings, name) : null,
  recipient: recipientOf(fee),
  billedTo,
  proofs: proofs.map((row) => toFeeProof(files, row)),
  bills: [...bills],
  creditNotes: creditNotes.map(toCreditNote),
  entries: entries.map(toOwnFeeEntry),
});

function toWays(
  { balancePaise, reference }: FeeRow,
  { bank, upiId, desk, legalName }: FeeSettings,
  academy: string,
): WaysToPay {
  const name = legalName || academy;
  const link = upiId && upiLink({ upiId, name, paise: balancePaise, reference });
  return {
    bank: bank.accountNumber ? { ...bank, accountName: bank.accountName || name } : null,
    upi: link ? { upiId, name, link, qr: qrCode(link) } : null,
    desk: desk || null,
  };
}
