import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import type { BillKind } from '@fairlead/contract/fees/bill-state';
import type { BillInput } from '@fairlead/contract/fees/bills';
import { inRupees } from '@fairlead/contract/values/money';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../../platform/calendar.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { hasValues } from '../../../platform/db/has-values.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getFeeSettings } from '../../academy/index.ts';
import { fullName } from '../../accounts/index.ts';
import { type DocumentFacts, factsOf, insertDocument, type Payer, splitBy, takeSerial } from '../issue-document.ts';
import { lockFees, usedForAnother } from '../ledger.ts';
import { type FeeRow, listFeesOf, noSuchFee } from '../queries.ts';
import type { By } from '../record-payment.ts';
import { documentNumber, paymentDocument, sumOfSplits, untaxed } from '../rules.ts';
import { nameRecipient } from '../save-recipient.ts';
import { type BillRow, findRequestedBill, getBill, listLines, listOpenLines } from './bill-queries.ts';
import { mailBillJob } from './mail-bill.ts';
import { creditExcess } from './settle-bill.ts';

type With = Pick<Platform, 'config' | 'clock'>;
type Issuing = BillInput & By & { requestId: string; enrolmentIds: readonly string[] };

/**
 * Issues a bill for what is left to pay of some fees, and mails it to the payer, who is also named on the next
 * documents of the fees. A tax invoice takes the place of their open proformas. The same `requestId` again does
 * nothing.
 *
 * @throws AppError `not-found`, `invalid` for a day that is over, `conflict` for a fee with nothing to pay, or with an
 * open invoice, and for a proforma of one with an open proforma; `not-yet` where the place of supply or the GSTIN is
 * not known, `stale` for the id of a request that was used for something else.
 */
export async function issueBill(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  issuing: Issuing,
): Promise<BillRow> {
  const { requestId, enrolmentIds, kind, payer, email, purchaseOrder, dueOn, actorId, ip } = issuing;
  return transaction(platform.db, async (tx) => {
    const locked = await lockFees(tx, enrolmentIds);
    if (locked.length !== enrolmentIds.length) throw noSuchFee();
    const before = await findRequestedBill(tx, requestId);
    if (before) return requireSame(tx, before, issuing);
    const now = platform.clock();
    requireComing(dueOn, dayAt(now, platform.config.timeZone));
    const fees = await listFeesOf(tx, enrolmentIds);
    await requireUnbilled(tx, fees, kind);
    const settings = await getFeeSettings(tx);
    const billKind = kindOf(kind, settings);
    const { facts, lines } = await contentOf(tx, platform, { fees, settings, payer, billKind });
    const single = fees.length === 1 ? (fees[0]?.id ?? null) : null;
    const split = sumOfSplits(lines.map((line) => line.split));
    const { bank, upiId } = settings;
    const bill = { dueOn, purchaseOrder, bank: bank.accountNumber === '' ? null : bank, upiId };
    const document = { ...facts, bill };
    await nameRecipient(tx, { enrolmentIds, recipient: payer, actorId, ip });
    const { documentId, number, issuedOn } = await numbered(tx, platform, { billKind, split, facts: document, single });
    const inserted = await tx
      .insertInto('feeBill')
      .values({
        requestId,
        kind: billKind,
        number,
        documentId,
        enrolmentId: single,
        issuedOn,
        dueOn,
        purchaseOrder,
        payerName: payer.name,
        payerGstin: payer.gstin,
        payerEmail: email,
        totalPaise: split.total,
        facts: JSON.stringify(document),
        issuedAt: now,
        issuedBy: actorId,
      })
      // another call of the same id, for other fees, that did not wait for their locks
      .onConflict((conflict) => conflict.column('requestId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw usedForAnother();
    const { id } = inserted;
    await tx
      .insertInto('feeBillLine')
      .values(
        lines.map(({ fee, split: part, name }, position) =>
          lineOf(id, fee, { part, name, position, isInvoice: documentId !== null }),
        ),
      )
      .execute();
    await creditExcess(tx, platform, locked, { entryId: null, reason: number });
    for (const enrolmentId of enrolmentIds) {
      const subject = { kind: 'enrolment', id: enrolmentId };
      const details = { note: `${inRupees(split.total)}, ${number}` };
      await appendAudit(tx, { actorId, action: 'fee.issue-bill', subject, details, ip });
    }
    if (email !== '') await enqueue(tx, mailBillJob, { billId: id });
    return getBill(tx, id);
  });
}

/** The bill of the same call before. @throws AppError `stale` when the id was used for something else. */
async function requireSame(tx: Tx, before: BillRow, issuing: Issuing): Promise<BillRow> {
  const { enrolmentIds, kind, payer, email, purchaseOrder, dueOn } = issuing;
  const { recipient, place, sez = '' } = before.facts as unknown as DocumentFacts;
  const named = (await listLines(tx, before.id)).map(({ enrolmentId }) => enrolmentId).sort();
  const isSame =
    (before.kind === 'proforma') === (kind === 'proforma') &&
    named.join() === [...enrolmentIds].sort().join() &&
    (payer.address === '' || payer.address === recipient.address) &&
    // without tax none of both is stated
    (place === null || ((payer.state === '' || payer.state === place.code) && payer.sez === sez)) &&
    hasValues(before, { payerName: payer.name, payerGstin: payer.gstin, payerEmail: email, purchaseOrder, dueOn });
  if (!isSame) throw usedForAnother();
  return before;
}

function requireComing(dueOn: CalendarDate, today: CalendarDate): void {
  if (dueOn >= today) return;
  const message = 'This day is over';
  throw new AppError('invalid', message, { fields: { dueOn: message } });
}

/**
 * @throws AppError `conflict` for a fee of which nothing is left to pay, or for which an open bill asks: a tax invoice
 * replaces a proforma, and nothing replaces a tax invoice.
 */
async function requireUnbilled(tx: Tx, fees: readonly FeeRow[], kind: BillInput['kind']): Promise<void> {
  const settled = fees.find(({ balancePaise }) => balancePaise === 0);
  if (settled) throw new AppError('conflict', `Nothing is left to pay of ${fullName(settled)}’s fee.`);
  const lines = await listOpenLines(
    tx,
    fees.map(({ id }) => id),
  );
  const open = lines.find(({ isInvoice }) => isInvoice || kind === 'proforma');
  if (open) throw new AppError('conflict', `${open.number} asks for the fee of ${open.personName} already.`);
}

/** @throws AppError `not-yet` for an invoice of an academy without a GSTIN. */
function kindOf(kind: BillInput['kind'], settings: FeeSettings): BillKind {
  if (kind === 'proforma') return kind;
  const document = paymentDocument(settings);
  if (document !== 'receipt') return document;
  const message = 'A tax invoice states the GSTIN of the academy: enter it in the settings, or issue a proforma.';
  throw new AppError('not-yet', message);
}

type Content = { fees: readonly FeeRow[]; settings: FeeSettings; payer: Payer; billKind: BillKind };

/** What a bill states, and its lines. All fees of one have the same place of supply, since it states one. */
async function contentOf(tx: Tx, platform: With, { fees, settings, payer, billKind }: Content) {
  const isTaxed = billKind !== 'bill-of-supply' && paymentDocument(settings) === 'invoice';
  const stated: { fee: FeeRow; facts: DocumentFacts; name: string }[] = [];
  for (const fee of fees) {
    const facts = await factsOf(tx, platform, fee, settings, { payer, isInvoice: isTaxed, payment: null });
    stated.push({ fee, facts, name: fullName(fee) });
  }
  const [first] = stated;
  if (!first) throw noSuchFee();
  if (isTaxed && stated.some(({ facts }) => facts.place?.code !== first.facts.place?.code)) {
    throw new AppError('conflict', 'These fees have different places of supply: issue one invoice for each place.');
  }
  const titles = [...new Set(fees.map(({ courseTitle }) => courseTitle))];
  const courseTitle = titles.length === 1 ? first.facts.courseTitle : `${titles.length} courses`;
  return {
    facts: fees.length === 1 ? first.facts : { ...first.facts, courseTitle, reference: '' },
    lines: stated.map(({ fee, facts, name }) => ({
      fee,
      name,
      split: isTaxed ? splitBy(facts, settings, fee.balancePaise) : untaxed(fee.balancePaise),
    })),
  };
}

type Line = { part: ReturnType<typeof untaxed>; name: string; position: number; isInvoice: boolean };

const lineOf = (billId: string, fee: FeeRow, { part, name, position, isInvoice }: Line) => ({
  billId,
  position,
  enrolmentId: fee.id,
  personName: name,
  courseTitle: fee.courseTitle,
  reference: fee.reference,
  amountPaise: part.total,
  taxablePaise: part.taxable,
  cgstPaise: part.cgst,
  sgstPaise: part.sgst,
  igstPaise: part.igst,
  isInvoice,
});

type Numbering = {
  billKind: BillKind;
  split: ReturnType<typeof untaxed>;
  facts: DocumentFacts;
  single: string | null;
};

/** Gives a bill its number: an invoice that of the sales register, a proforma one of its own series. */
async function numbered(tx: Tx, platform: With, { billKind, split, facts, single }: Numbering) {
  if (billKind === 'proforma') {
    const { year, serial, issuedOn } = await takeSerial(tx, platform, billKind);
    return { documentId: null, number: documentNumber(billKind, year, serial), issuedOn };
  }
  const issue = { kind: billKind, entryId: null, enrolmentId: single, split, facts, correctsId: null };
  const { id, number, issuedOn } = await insertDocument(tx, platform, issue);
  return { documentId: id, number, issuedOn };
}
