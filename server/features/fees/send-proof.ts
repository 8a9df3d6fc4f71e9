import type { remoteMethods } from '@fairlead/contract/fees/fee-state';
import { mostProofs } from '@fairlead/contract/fees/own-fees';
import { inRupees } from '@fairlead/contract/values/money';
import { appendAudit } from '../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { prepareImageOrPdf } from '../../platform/files/documents.ts';
import { type Incoming, keepFor } from '../../platform/files/files.ts';
import { documentScan } from '../../platform/files/pictures.ts';
import { insertStoredFile, markDeleted } from '../../platform/files/stored-files.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockFee, requirePastDay } from './ledger.ts';
import { countUnchecked } from './proof-queries.ts';
import { balanceOf } from './rules.ts';

type Sending = {
  enrolmentId: string;
  accountId: string;
  /** In paise. */
  amount: number;
  method: (typeof remoteMethods)[number];
  reference: string;
  /** The day on which the learner paid. */
  on: CalendarDate;
  file: Incoming | undefined;
  ip: string;
};

/**
 * Stores a learner's proof of payment for staff to check. It replaces one that still waits. The caller has checked that
 * the fee is the learner's.
 *
 * @throws AppError `invalid` without a file or for a day in the future, `bad-file`, `done` where nothing is left to
 * pay, `limit` after `mostProofs` since staff last checked one.
 */
export async function sendProof(platform: Platform, sending: Sending): Promise<void> {
  const { db, files, clock, config } = platform;
  const { enrolmentId, accountId, amount, method, reference, on, file, ip } = sending;
  const missing = 'Choose a picture or PDF of your payment';
  if (!file) throw new AppError('invalid', missing, { fields: { file: missing } });
  const now = clock();
  requirePastDay(on, dayAt(now, config.timeZone));
  const prepared = await prepareImageOrPdf(file, documentScan);
  await keepFor(files, [{ file: prepared, folder: 'fee_proofs' }], ([kept]) =>
    transaction(db, async (tx) => {
      const fee = await lockFee(tx, enrolmentId);
      if (balanceOf(fee.sums) === 0) throw new AppError('done', 'Nothing is left to pay.');
      if ((await countUnchecked(tx, enrolmentId)) >= mostProofs) throw new AppError('limit', tooMany);
      const replaced = await tx
        .updateTable('feeProof')
        .set({ state: 'replaced' })
        .where('enrolmentId', '=', enrolmentId)
        .where('state', '=', 'waiting')
        .returning('fileId')
        .executeTakeFirst();
      if (replaced) await markDeleted(tx, replaced.fileId, now);
      const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: accountId });
      await tx
        .insertInto('feeProof')
        .values({ enrolmentId, fileId, amountPaise: amount, method, reference, paidOn: on, sentAt: now })
        .execute();
      const subject = { kind: 'enrolment', id: enrolmentId };
      const details = { note: inRupees(amount), method };
      await appendAudit(tx, { actorId: accountId, action: 'fee.send-proof', subject, details, ip });
    }),
  );
}

const tooMany = `You have sent ${mostProofs} proofs of payment. Please wait until the academy has checked the last one.`;
