import { fees } from '@fairlead/contract/fees/calls';
import { dayAt } from '../../platform/calendar.ts';
import { pageOf } from '../../platform/db/pagination.ts';
import { decideEach } from '../../platform/http/decide-each.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { findNamingBill, payerOn } from './bills/bill-payer.ts';
import { listBillsOf } from './bills/bill-queries.ts';
import { chargeEnrolment } from './charge-enrolment.ts';
import { confirmProofAlone, declineProof } from './decide-proof.ts';
import { listCreditNotes, listDocuments } from './document-queries.ts';
import { findPlaceDoubt } from './issue-document.ts';
import { listEntries, listPayments, sumTakings } from './ledger-queries.ts';
import { listProofs, listProofsOf } from './proof-queries.ts';
import { getFee, listFees } from './queries.ts';
import { recordPayment } from './record-payment.ts';
import { refundPayment } from './refund-payment.ts';
import { reverseEntry } from './reverse-entry.ts';
import { saveRecipient } from './save-recipient.ts';
import { waiveFee } from './waive-fee.ts';
import {
  toBill,
  toBilledTo,
  toCreditNote,
  toFee,
  toFeeEntry,
  toFeePayment,
  toIssuedDocument,
  toListedProof,
  toWaitingProof,
} from './wire.ts';

/** Routes for the fees of all learners: what staff read and record. */
export const feeRoutes = (platform: Platform) => {
  const { db, files, clock, config } = platform;

  const presentLedger = async (enrolmentId: string) => {
    const fee = await getFee(db, enrolmentId);
    const today = dayAt(clock(), config.timeZone);
    const bill = fee.hasBill ? await findNamingBill(db, enrolmentId) : undefined;
    return {
      ...toFee(fee),
      billedTo: toBilledTo(bill),
      placeDoubt: await findPlaceDoubt(db, fee, payerOn(bill, fee)),
      proofs: fee.hasAnyProof ? (await listProofsOf(db, fee.id)).map((row) => toWaitingProof(files, row)) : [],
      bills: fee.hasBill ? (await listBillsOf(db, fee.id)).map((row) => toBill(row, today)) : [],
      creditNotes: fee.hasBill ? (await listCreditNotes(db, fee.id)).map(toCreditNote) : [],
      entries: (await listEntries(db, fee.id)).map(toFeeEntry),
    };
  };

  return serve(fees, {
    list: async ({ query }) => {
      const { rows, limit, total, isBounded } = await listFees(db, { ...query, timeZone: config.timeZone });
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toFee) }), isBounded);
    },
    listPayments: async ({ query }) => {
      const { rows, limit, total, isBounded } = await listPayments(db, query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toFeePayment) }), isBounded);
    },
    listDocuments: async ({ query }) => {
      const { rows, limit, total, isBounded } = await listDocuments(db, query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toIssuedDocument) }), isBounded);
    },
    listProofs: async ({ query }) => {
      const { rows, limit, total, isBounded } = await listProofs(db, query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map((row) => toListedProof(files, row)) }), isBounded);
    },
    getTakings: async ({ query: { day = dayAt(clock(), config.timeZone) } }) => {
      const methods = await sumTakings(db, day);
      const totalPaise = methods.reduce((sum, { paidPaise, returnedPaise }) => sum + paidPaise - returnedPaise, 0);
      return { data: { day, methods, totalPaise } };
    },
    charge: async ({ actor, body: { enrolments }, ip }) => ({
      data: await decideEach(enrolments, 'Charged.', ({ id }) =>
        chargeEnrolment(platform, { enrolmentId: id, actorId: actor.accountId, ip }),
      ),
    }),
    get: async ({ params }) => ({ data: await presentLedger(params.id) }),
    recordPayment: async ({ actor, params, body, ip }) => {
      await recordPayment(platform, { enrolmentId: params.id, ...body, actorId: actor.accountId, ip });
      return { message: 'Payment recorded.', data: await presentLedger(params.id) };
    },
    waive: async ({ actor, params, body, ip }) => {
      await waiveFee(platform, { enrolmentId: params.id, ...body, actorId: actor.accountId, ip });
      return { message: 'Fee waived.', data: await presentLedger(params.id) };
    },
    refund: async ({ actor, params, body, ip }) => {
      const enrolmentId = await refundPayment(platform, { entryId: params.id, ...body, actorId: actor.accountId, ip });
      return { message: 'Refund recorded.', data: await presentLedger(enrolmentId) };
    },
    reverse: async ({ actor, params, body: { reason }, ip }) => {
      const enrolmentId = await reverseEntry(platform, { entryId: params.id, reason, actorId: actor.accountId, ip });
      return { message: 'Entry reversed.', data: await presentLedger(enrolmentId) };
    },
    saveRecipient: async ({ actor, params, body: recipient, ip }) => {
      await saveRecipient(platform, { enrolmentId: params.id, recipient, actorId: actor.accountId, ip });
      return { message: 'Name on the invoice saved.', data: await presentLedger(params.id) };
    },
    confirmProof: async ({ actor, params, body: seen, ip }) => {
      const confirming = { proofId: params.id, seen, actorId: actor.accountId, ip };
      const enrolmentId = await confirmProofAlone(platform, confirming);
      return { message: 'Payment confirmed.', data: await presentLedger(enrolmentId) };
    },
    declineProof: async ({ actor, params, body: { reason }, ip }) => {
      await declineProof(platform, { proofId: params.id, reason, actorId: actor.accountId, ip });
      return { message: 'Proof of payment declined.' };
    },
  });
};
