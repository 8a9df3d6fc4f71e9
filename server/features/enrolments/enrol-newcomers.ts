import { appendAudits } from '../../platform/audit/append.ts';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inParts } from '../../platform/db/in-parts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { justChanged, lockFreeSeats } from '../batches/index.ts';
import { chargeNewFees } from '../fees/index.ts';
import { findEligibility } from './eligibility.ts';
import { type Answers, requireAnswers } from './eligibility-rules.ts';

type Enrolling = {
  courseId: string;
  /** The batch in which all of them get a seat; null for none. */
  batchId: string | null;
  /** `birthDate` counts for somebody without one in the profile. */
  people: readonly { accountId: string; birthDate: CalendarDate | null }[];
  /** For what each of them lacks of what the course requires. */
  answers: Answers;
  actorId: string;
  ip: string;
};

/**
 * Enrols people in an active course who have no open enrolment in it, and charges their fees, all or none. It sends no
 * emails.
 *
 * @returns the id of each enrolment, by account.
 * @throws AppError `stale` when the batch takes nobody or has too few free seats, or somebody has an enrolment
 *   already; `not-eligible` when one of them lacks what the course requires, or nobody has checked it, without an
 *   answer.
 */
export async function enrolNewcomers(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { courseId, batchId, people, answers, actorId, ip }: Enrolling,
): Promise<Map<string, string>> {
  const now = platform.clock();
  const accountIds = people.map(({ accountId }) => accountId);
  const lacks = await findEligibility(tx, platform, { accountIds, courseIds: [courseId] });
  const eligible = new Map(people.map((one) => [one.accountId, requireAnswers(lacks({ ...one, courseId }), answers)]));
  if (batchId) await lockFreeSeats(tx, platform, { courseId, batchId, count: accountIds.length });
  const place = batchId ? { batchId, batchAskedAt: now, seatedAt: now } : {};
  const decided = { status: 'approved', requestedAt: now, decidedAt: now, decidedBy: actorId } as const;
  const made = new Map<string, string>();
  for (const some of inParts(accountIds)) {
    const rows = await tx
      .insertInto('enrolment')
      .values(some.map((accountId) => ({ accountId, courseId, ...decided, ...place })))
      .onConflict((one) => one.columns(['accountId', 'courseId']).where('supersededAt', 'is', null).doNothing())
      .returning(['id', 'accountId'])
      .execute();
    for (const { id, accountId } of rows) made.set(accountId, id);
  }
  if (made.size < accountIds.length) throw new AppError('stale', justChanged);
  await chargeNewFees(tx, platform, { courseId, enrolmentIds: [...made.values()] });
  const action = { action: 'enrolment.enrol', actorId, ip };
  await appendAudits(
    tx,
    [...made].map(([accountId, id]) => ({
      ...action,
      subject: { kind: 'enrolment', id },
      details: { outcome: 'open', ...eligible.get(accountId) },
    })),
  );
  return made;
}
