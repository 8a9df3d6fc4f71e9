import { randomBytes } from 'node:crypto';
import { toPaise } from '@fairlead/contract/money';
import { dayAt } from '../../platform/calendar.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getFeeSettings } from '../academy/queries.ts';
import { appendEntry, findLockedFee, lockFee } from './ledger.ts';
import { balanceOf, chargeFor, referenceFrom } from './rules.ts';

type With = Pick<Platform, 'config' | 'clock'>;

/**
 * Charges the fee of an enrolment that was just made, opened again, or approved again: the price of its course, less what
 * is charged already. Does nothing where fees are switched off, for a course without a price, and the second time. The
 * caller has locked the enrolment, or inserted it.
 */
export async function chargeFee(tx: Tx, { clock, config }: With, enrolmentId: string): Promise<void> {
  const settings = await getFeeSettings(tx);
  if (!settings.isOn) return;
  const { price } = await tx
    .selectFrom('enrolment')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select('course.price')
    .where('enrolment.id', '=', enrolmentId)
    .executeTakeFirstOrThrow();
  const charge = chargeFor(toPaise(price), settings);
  if (charge === 0) return;
  const now = clock();
  await tx
    .insertInto('fee')
    .values({ enrolmentId, reference: referenceFrom(randomBytes(9)), chargedAt: now })
    .onConflict((conflict) => conflict.column('enrolmentId').doNothing())
    .execute();
  const fee = await lockFee(tx, enrolmentId);
  const amount = charge - fee.sums.charged;
  if (amount <= 0) return;
  await tx.updateTable('fee').set({ chargedAt: now }).where('enrolmentId', '=', enrolmentId).execute();
  await appendEntry(tx, fee, { kind: 'due', amount, on: dayAt(now, config.timeZone), recordedBy: null, at: now });
}

type Cancelling = { enrolmentId: string; actorId: string | null; reason: string };

/**
 * Takes back what is left to pay of an enrolment that was declined or withdrawn, and declines the proof of payment that
 * waits. What was paid stays, until staff pay it back. The caller has locked the enrolment.
 */
export async function cancelFee(
  tx: Tx,
  { clock, config }: With,
  { enrolmentId, actorId, reason }: Cancelling,
): Promise<void> {
  const fee = await findLockedFee(tx, enrolmentId);
  if (!fee) return;
  const now = clock();
  await tx
    .updateTable('feeProof')
    .set({ state: 'declined', decidedAt: now, decidedBy: actorId, reason: reason || 'The request was declined.' })
    .where('enrolmentId', '=', enrolmentId)
    .where('state', '=', 'waiting')
    .execute();
  const amount = balanceOf(fee.sums);
  if (amount === 0) return;
  const on = dayAt(now, config.timeZone);
  await appendEntry(tx, fee, { kind: 'cancelled', amount, on, reason, recordedBy: actorId, at: now });
}
