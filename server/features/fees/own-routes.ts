import { ownFees } from '@fairlead/contract/fees/own-fees';
import { dayAt } from '../../platform/calendar.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy, getFeeSettings } from '../academy/index.ts';
import { findNamingBill } from './bills/bill-payer.ts';
import { listOwnBillsOf } from './bills/bill-queries.ts';
import { listCreditNotes } from './document-queries.ts';
import { listEntries } from './ledger-queries.ts';
import { getOwnFee } from './policy.ts';
import { listProofsOf } from './proof-queries.ts';
import { type FeeRow, listOwnFees } from './queries.ts';
import { saveRecipient } from './save-recipient.ts';
import { sendProof } from './send-proof.ts';
import { toBill, toBilledTo, toListedOwnFee, toOwnFee } from './wire.ts';

/**
 * A supply without tax rests on the academy's letter of undertaking (IGST Act, section 16), which no buyer can give.
 */
function onlyTheAcademy(): AppError {
  const sez = 'Only the academy can state this. Please ask it.';
  return new AppError('invalid', sez, { fields: { sez } });
}

/** Routes for the fees of a learner: what they owe, how to pay it, and the proofs that they send. */
export const ownFeeRoutes = (platform: Platform) => {
  const { db, files, clock, config } = platform;

  const presentOwn = async (fee: FeeRow) =>
    toOwnFee(files, {
      fee,
      billedTo: toBilledTo(fee.hasBill ? await findNamingBill(db, fee.id) : undefined),
      proofs: fee.hasAnyProof ? await listProofsOf(db, fee.id) : [],
      bills: (await listOwnBillsOf(db, fee.id)).map((row) => toBill(row, dayAt(clock(), config.timeZone))),
      creditNotes: fee.hasBill ? await listCreditNotes(db, fee.id) : [],
      entries: await listEntries(db, fee.id),
      settings: await getFeeSettings(db),
      name: (await getAcademy(db, config)).name,
    });

  return serve(ownFees, {
    list: async ({ actor }) => {
      const { isOn } = await getFeeSettings(db);
      return { data: isOn ? (await listOwnFees(db, actor.accountId)).map(toListedOwnFee) : [] };
    },
    get: async ({ actor, params }) => ({ data: await presentOwn(await getOwnFee(db, actor, params.id)) }),
    sendProof: async ({ actor, params, body, files: { file }, ip }) => {
      await getOwnFee(db, actor, params.id);
      const sending = { enrolmentId: params.id, accountId: actor.accountId, ...body, file: file[0], ip };
      await sendProof(platform, sending);
      const message = 'Your proof of payment has been sent. The academy checks it.';
      return { message, data: await presentOwn(await getOwnFee(db, actor, params.id)) };
    },
    saveRecipient: async ({ actor, params, body: recipient, ip }) => {
      const before = await getOwnFee(db, actor, params.id);
      const isStated = before.recipientSez === 'without-tax' && before.recipientGstin === recipient.gstin;
      if (recipient.sez === 'without-tax' && !isStated) throw onlyTheAcademy();
      await saveRecipient(platform, { enrolmentId: params.id, recipient, actorId: actor.accountId, ip });
      const fee = await getOwnFee(db, actor, params.id);
      return { message: 'Name on the invoice saved.', data: await presentOwn(fee) };
    },
  });
};
