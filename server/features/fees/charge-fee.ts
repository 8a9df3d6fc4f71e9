import { randomBytes } from 'node:crypto';
import { toPaise } from '@fairlead/contract/values/money';
import { dayAt } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { inParts } from '../../platform/db/in-parts.ts';
import type { Platform } from '../../platform/platform.ts';
import { getFeeSettings } from '../academy/index.ts';
import { creditExcess } from './bills/settle-bill.ts';
import { appendEntries, appendEntry, findLockedFee, lockFee, lockFees } from './ledger.ts';
import { findUse, sumTakenBack } from './ledger-queries.ts';
import { balanceOf, changeBy, chargeFor, referenceFrom } from './rules.ts';

type With = Pick<Platform, 'config' | 'clock'>;

/**
 * Charges the fee of an enrolment that was just made or opened again: the price of its course, less what
 * is charged already. Does nothing where fees are switched off, for a course without a price, and the second time. The
 * caller has locked the enrolment, or inserted it.
 *
 * @param actorId who charges it by an action of its own; null for the program.
 * @returns what was charged, in paise.
 */
export async function chargeFee(
  tx: Tx,
  { clock, config }: With,
  enrolmentId: string,
  actorId: string | null = null,
): Promise<number> {
  const settings = await getFeeSettings(tx);
  if (!settings.isOn) return 0;
  const { price } = await tx
    .selectFrom('enrolment')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select('course.price')
    .where('enrolment.id', '=', enrolmentId)
    .executeTakeFirstOrThrow();
  const charge = chargeFor(toPaise(price), settings);
  if (charge === 0) return 0;
  const now = clock();
  await tx
    .insertInto('fee')
    .values({ enrolmentId, reference: referenceFrom(randomBytes(9)), chargedAt: now })
    .onConflict((conflict) => conflict.column('enrolmentId').doNothing())
    .execute();
  const fee = await lockFee(tx, enrolmentId);
  const amount = charge - fee.sums.charged;
  if (amount <= 0) return 0;
  await tx.updateTable('fee').set({ chargedAt: now }).where('enrolmentId', '=', enrolmentId).execute();
  await appendEntry(tx, fee, { kind: 'due', amount, on: dayAt(now, config.timeZone), recordedBy: actorId, at: now });
  return amount;
}

/** What a new enrolment in a course would be charged, in paise; 0 where fees are switched off. */
export async function chargeOf(db: Queryable, courseId: string): Promise<number> {
  const settings = await getFeeSettings(db);
  const course = await db.selectFrom('course').select('price').where('id', '=', courseId).executeTakeFirst();
  return settings.isOn && course ? chargeFor(toPaise(course.price), settings) : 0;
}

/**
 * Charges the fees of many new enrolments in a course, as `chargeFee` does for one, in a few statements. The caller has
 * just inserted them.
 */
export async function chargeNewFees(
  tx: Tx,
  { clock, config }: With,
  { courseId, enrolmentIds }: { courseId: string; enrolmentIds: readonly string[] },
): Promise<void> {
  const settings = await getFeeSettings(tx);
  if (!settings.isOn) return;
  const course = tx.selectFrom('course').select('price').where('id', '=', courseId);
  const charge = chargeFor(toPaise((await course.executeTakeFirstOrThrow()).price), settings);
  if (charge === 0) return;
  const now = clock();
  const change = changeBy('due', charge);
  const due = {
    kind: 'due',
    amountPaise: charge,
    happenedOn: dayAt(now, config.timeZone),
    recordedAt: now,
    chargedChangePaise: change.charged,
    waivedChangePaise: change.waived,
    receivedChangePaise: change.received,
  } as const;
  for (const some of inParts(enrolmentIds)) {
    const fee = { chargedAt: now, chargedPaise: charge };
    await tx
      .insertInto('fee')
      .values(some.map((enrolmentId) => ({ enrolmentId, reference: referenceFrom(randomBytes(9)), ...fee })))
      .execute();
    await tx
      .insertInto('feeEntry')
      .values(some.map((enrolmentId) => ({ enrolmentId, ...due })))
      .execute();
  }
}

/**
 * Charges again what was taken back of a fee since a withdrawal that was a mistake: neither the price of today, nor a
 * fee of an enrolment that had none. Does nothing where fees are switched off. The caller has locked the enrolment.
 */
export async function restoreFee(tx: Tx, { clock, config }: With, enrolmentId: string, since: Date): Promise<void> {
  const { isOn } = await getFeeSettings(tx);
  const fee = await findLockedFee(tx, enrolmentId);
  if (!isOn || !fee) return;
  const amount = await sumTakenBack(tx, enrolmentId, since);
  if (amount <= 0) return;
  const now = clock();
  await tx.updateTable('fee').set({ chargedAt: now }).where('enrolmentId', '=', enrolmentId).execute();
  await appendEntry(tx, fee, { kind: 'due', amount, on: dayAt(now, config.timeZone), recordedBy: null, at: now });
}

type Cancelling = {
  enrolmentIds: readonly string[];
  actorId: string | null;
  reason: string;
  /** Whether the reason answers the proof of payment that waits, too. */
  declinesProof: boolean;
};

/**
 * Takes back what is left to pay of enrolments that were declined or withdrawn. What was paid stays, until staff pay it
 * back; open invoices are credited. A proof of payment waits on, unless it is declined too: its money may have arrived.
 * The caller has locked the enrolments.
 */
export async function cancelFees(
  tx: Tx,
  platform: With,
  { enrolmentIds, actorId, reason, declinesProof }: Cancelling,
): Promise<void> {
  const { clock, config } = platform;
  const fees = await lockFees(tx, enrolmentIds);
  if (fees.length === 0) return;
  const now = clock();
  if (declinesProof) {
    await tx
      .updateTable('feeProof')
      .set({ state: 'declined', decidedAt: now, decidedBy: actorId, reason })
      .where(among('enrolmentId', enrolmentIds))
      .where('state', '=', 'waiting')
      .execute();
  }
  const open = fees.filter(({ sums }) => balanceOf(sums) !== 0);
  const entry = { kind: 'cancelled', on: dayAt(now, config.timeZone), reason, recordedBy: actorId, at: now } as const;
  await appendEntries(tx, open, ({ sums }) => ({ ...entry, amount: balanceOf(sums) }));
  await creditExcess(tx, platform, open, { entryId: null, reason });
}

/**
 * Whether anything but the charge is recorded for the fee of an enrolment, such as a payment: the books keep that.
 * Locks the fee. The caller has locked the enrolment.
 */
export const hasUsedFee = async (tx: Tx, enrolmentId: string): Promise<boolean> =>
  (await findLockedFee(tx, enrolmentId)) !== undefined && (await findUse(tx, enrolmentId)) !== undefined;

/** Removes the unused fee of an enrolment that is taken back as if it had never been made. */
export async function removeFee(tx: Tx, enrolmentId: string): Promise<void> {
  await tx.deleteFrom('feeEntry').where('enrolmentId', '=', enrolmentId).execute();
  await tx.deleteFrom('fee').where('enrolmentId', '=', enrolmentId).execute();
}
