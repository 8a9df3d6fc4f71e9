import { placeName } from '@fairlead/contract/academy/gst';
import { billKindNames, billStateNames } from '@fairlead/contract/fees/bill-state';
import { bills, type ListedBill } from '@fairlead/contract/fees/bills';
import { type Fee, type FeePayment, fees, type IssuedDocument, type ListedProof } from '@fairlead/contract/fees/calls';
import {
  feeDocumentNames,
  feeEntryNames,
  feeStateNames,
  paymentMethodNames,
  proofStateNames,
} from '@fairlead/contract/fees/fee-state';
import { type Owed, owed } from '@fairlead/contract/fees/owed';
import { toRupees } from '@fairlead/contract/values/money';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const due: Column<Fee>[] = [
  ['Name', ({ userName }) => userName],
  ['Email', ({ userId }) => userId.email],
  ['Course', ({ courseTitle }) => courseTitle],
  ['Reference', ({ reference }) => reference],
  ['Charged on', ({ chargedAt }) => new Date(chargedAt)],
  ['Charged in rupees', ({ chargedPaise }) => toRupees(chargedPaise)],
  ['Waived', ({ waivedPaise }) => toRupees(waivedPaise)],
  ['Received', ({ receivedPaise }) => toRupees(receivedPaise)],
  ['Left to pay', ({ balancePaise }) => toRupees(balancePaise)],
  ['State', ({ state }) => feeStateNames[state]],
];

const payments: Column<FeePayment>[] = [
  ['Date', ({ on }) => on],
  ['Entry', ({ kind }) => feeEntryNames[kind]],
  ['Name', ({ userName }) => userName],
  ['Email', ({ userId }) => userId.email],
  ['Course', ({ courseTitle }) => courseTitle],
  ['Received in rupees', ({ receivedPaise }) => toRupees(receivedPaise)],
  ['Method', ({ method }) => method && paymentMethodNames[method]],
  ['Reference', ({ reference }) => reference],
  ['Document', ({ document }) => document?.number ?? null],
  ['Reason', ({ reason }) => reason],
  ['Recorded', ({ recordedAt }) => new Date(recordedAt)],
  ['Recorded by', ({ by }) => by],
];

/** Amounts of the sales register: a credit note counts against it. */
const signed = ({ kind }: IssuedDocument, paise: number) => toRupees(kind === 'credit-note' ? 0 - paise : paise);

const documents: Column<IssuedDocument>[] = [
  ['Number', ({ number }) => number],
  ['Date', ({ issuedOn }) => issuedOn],
  ['Document', ({ kind }) => feeDocumentNames[kind]],
  ['Corrects', ({ corrects }) => corrects],
  ['Recipient', ({ recipientName }) => recipientName],
  ['GSTIN of the recipient', ({ recipientGstin }) => recipientGstin],
  ['Place of supply', ({ placeOfSupply }) => placeOfSupply && `${placeOfSupply}-${placeName(placeOfSupply)}`],
  ['Course', ({ courseTitle }) => courseTitle],
  ['SAC', ({ sac }) => sac],
  ['Rate in percent', ({ gstRate }) => gstRate],
  ['Taxable value in rupees', (one) => signed(one, one.taxablePaise)],
  ['CGST', (one) => signed(one, one.cgstPaise)],
  ['SGST', (one) => signed(one, one.sgstPaise)],
  ['IGST', (one) => signed(one, one.igstPaise)],
  ['Total', (one) => signed(one, one.totalPaise)],
];

const proofs: Column<ListedProof>[] = [
  ['Name', ({ userName }) => userName],
  ['Email', ({ userId }) => userId.email],
  ['Course', ({ courseTitle }) => courseTitle],
  ['Amount in rupees', ({ amountPaise }) => toRupees(amountPaise)],
  ['Method', ({ method }) => paymentMethodNames[method]],
  ['Reference', ({ reference }) => reference],
  ['Paid on', ({ paidOn }) => paidOn],
  ['Sent', ({ sentAt }) => new Date(sentAt)],
  ['State', ({ state }) => proofStateNames[state]],
  ['Left to pay', ({ balancePaise }) => toRupees(balancePaise)],
];

const owedBy: Column<Owed>[] = [
  ['Payer', ({ payer }) => payer],
  ['GSTIN', ({ gstin }) => gstin],
  ['Fees', ({ fees: count }) => count],
  ['Due since', ({ dueOn }) => dueOn],
  ['Not due in rupees', ({ notDuePaise }) => toRupees(notDuePaise)],
  ['0 to 30 days', ({ to30Paise }) => toRupees(to30Paise)],
  ['31 to 60 days', ({ to60Paise }) => toRupees(to60Paise)],
  ['61 to 90 days', ({ to90Paise }) => toRupees(to90Paise)],
  ['Over 90 days', ({ over90Paise }) => toRupees(over90Paise)],
  ['Owed', ({ totalPaise }) => toRupees(totalPaise)],
];

const listedBills: Column<ListedBill>[] = [
  ['Number', ({ number }) => number],
  ['Document', ({ kind }) => billKindNames[kind]],
  ['Date', ({ issuedOn }) => issuedOn],
  ['Due on', ({ dueOn }) => dueOn],
  ['Payer', ({ payerName }) => payerName],
  ['Email', ({ email }) => email],
  ['Purchase order', ({ purchaseOrder }) => purchaseOrder],
  ['Fees', ({ fees: count }) => count],
  ['Total in rupees', ({ totalPaise }) => toRupees(totalPaise)],
  ['Paid', ({ paidPaise }) => toRupees(paidPaise)],
  ['Left to pay', ({ restPaise }) => toRupees(restPaise)],
  ['State', ({ state }) => billStateNames[state]],
  ['Reminded on', ({ remindedOn }) => remindedOn],
];

/**
 * The fees that are due, the bills, what is owed by payer, the payments, the sales register and the proofs, as tables.
 */
export const feeTables = [
  tableOf(fees.list, ({ data }) => data, due),
  tableOf(bills.list, ({ data }) => data, listedBills),
  tableOf(owed.list, ({ data }) => data, owedBy),
  tableOf(fees.listPayments, ({ data }) => data, payments),
  tableOf(fees.listDocuments, ({ data }) => data, documents),
  tableOf(fees.listProofs, ({ data }) => data, proofs),
];
