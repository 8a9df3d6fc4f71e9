import { createHash } from 'node:crypto';
import { GivenAnswer } from '@fairlead/contract/assessments/calls';
import { z } from 'zod/mini';
import { appendAudit } from '../../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../../platform/db/database.ts';
import { isFirstInWindow } from '../../../../platform/db/rate-limits.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { type Drawn, gradeElsewhere } from '../../../assessments/index.ts';
import type { SittingUp } from '../../content.ts';
import { answersContext, unseal } from '../seals.ts';
import { graceBefore, readKey } from './prepare-test-papers.ts';

/** How far times may be off, in milliseconds: a click on the way. */
const tolerance = 60_000;

/**
 * Grades what was handed in aboard, each paper once and in its own transaction; a sitting that comes again changes
 * nothing. One that does not count is refused with a reason that staff see.
 *
 * @param box.isReplaced its disk was copied, or another one has taken its place: what it sends counts for nothing, and
 *   the test papers stay with the computer that is the ship's.
 * @returns the test papers whose answers need not be sent any more.
 */
export async function takeSittings(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  box: { shipId: string; isReplaced: boolean },
  sittings: readonly SittingUp[],
): Promise<string[]> {
  const { db } = platform;
  const done: string[] = [];
  for (const sitting of sittings) {
    try {
      await transaction(db, (tx) => takeSitting(tx, platform, box, sitting));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message } = error;
      // an approval may come back: the ship keeps the sitting until then
      if (code === 'forbidden') continue;
      await transaction(db, (tx) => refuse(tx, platform.clock(), { box, sitting, reason: message }));
    }
    done.push(sitting.paper);
  }
  return done;
}

const digestOf = (sitting: SittingUp): string =>
  createHash('sha256').update(JSON.stringify(sitting)).digest('base64url');

const lockPaper = (tx: Tx, id: string, shipId: string) =>
  tx
    .selectFrom('shipTestPaper as paper')
    .innerJoin('shipTest as test', 'test.id', 'paper.shipTestId')
    .innerJoin('enrolment', 'enrolment.id', 'paper.enrolmentId')
    .innerJoin('assessmentVersion as version', 'version.id', 'paper.versionId')
    .select([
      'paper.id',
      'paper.digest',
      'paper.refused',
      'paper.endedAt',
      'paper.preparedAt',
      'paper.versionId',
      'paper.paper',
    ])
    .select(['enrolment.id as enrolmentId', 'enrolment.accountId', 'enrolment.courseId', 'version.minutes'])
    .select(['test.assessmentId', 'test.opensAt', 'test.closesAt', 'test.withdrawnAt', 'test.sealKey'])
    .where('paper.id', '=', id)
    .where('test.shipId', '=', shipId)
    .forUpdate('paper')
    .executeTakeFirst();
type PaperRow = NonNullable<Awaited<ReturnType<typeof lockPaper>>>;

/** @throws AppError with the reason why it does not count. */
async function takeSitting(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { shipId, isReplaced }: { shipId: string; isReplaced: boolean },
  sitting: SittingUp,
): Promise<void> {
  const paper = await lockPaper(tx, sitting.paper, shipId);
  if (!paper) throw new AppError('not-found', 'The academy has sent no such paper to this ship.');
  const digest = digestOf(sitting);
  if (paper.digest === digest) return;
  if (isReplaced) throw new AppError('over', 'The answers came from a computer that was replaced, restored or copied.');
  if (paper.digest) throw new AppError('done', 'Other answers to this paper came later. The first ones count.');
  const now = platform.clock();
  if (paper.withdrawnAt) throw new AppError('over', 'The academy has withdrawn this test.');
  if (paper.sealKey === null || paper.closesAt <= graceBefore(now))
    throw new AppError('over', 'The answers came too long after the window.');
  const { startedAt, submittedAt } = timesAshore(sitting, paper, now);
  const answers = answersIn(readKey(platform, paper.sealKey), sitting);
  const { enrolmentId, accountId, courseId, assessmentId, versionId } = paper;
  const attemptId = await gradeElsewhere(tx, platform, {
    ...{ enrolmentId, accountId, courseId, assessmentId, versionId, startedAt, submittedAt, answers },
    paper: paper.paper as Drawn[] | null,
    isSubmitted: sitting.isSubmitted,
  });
  await tx
    .updateTable('shipTestPaper')
    .set({ attemptId, digest, endedAt: paper.endedAt ?? now })
    .where('id', '=', paper.id)
    .execute();
}

/**
 * The times of a sitting as far as the ship's clock is believed: it cannot have begun before its paper was prepared,
 * and cannot have ended after it has arrived. Its length is what the ship's clock has measured.
 *
 * @throws AppError `over` for one outside of the window, longer than the test, or begun after the person was signed
 *   off.
 */
function timesAshore(
  sitting: SittingUp,
  { preparedAt, endedAt, opensAt, closesAt, minutes }: PaperRow,
  arrivedAt: Date,
): { startedAt: Date; submittedAt: Date } {
  const claimed = { start: Date.parse(sitting.startedAt), end: Date.parse(sitting.submittedAt) };
  const length = Math.max(0, claimed.end - claimed.start);
  const start = Math.min(Math.max(claimed.start, preparedAt.getTime()), arrivedAt.getTime());
  const end = Math.min(start + length, arrivedAt.getTime());
  if (start < opensAt.getTime() - tolerance) throw new AppError('over', 'The test was begun before its window.');
  if (end > closesAt.getTime() + tolerance) throw new AppError('over', 'The test was handed in after its window.');
  if (minutes !== null && length > minutes * 60_000 + tolerance)
    throw new AppError('over', 'The test took longer than its time.');
  if (endedAt && start >= endedAt.getTime())
    throw new AppError('over', 'The person was signed off before the test was begun.');
  return { startedAt: new Date(start), submittedAt: new Date(end) };
}

function answersIn(key: Buffer, { paper, answers }: SittingUp): GivenAnswer[] {
  try {
    return z.array(GivenAnswer).parse(unseal(key, answersContext(paper), answers));
  } catch (cause) {
    throw Object.assign(new AppError('bad-file', 'The answers were changed, or were not sealed aboard.'), { cause });
  }
}

type Refusal = { box: { shipId: string; isReplaced: boolean }; sitting: SittingUp; reason: string };

/**
 * Notes why a sitting does not count. The paper ends with it, unless it is still with the ship's own computer, or was
 * graded before.
 */
async function refuse(tx: Tx, now: Date, { box, sitting, reason }: Refusal): Promise<void> {
  const paper = await lockPaper(tx, sitting.paper, box.shipId);
  // it may come again and again, and a paper that was never sent in any number
  const isKnown = paper
    ? paper.refused === reason
    : !(await isFirstInWindow(tx, { key: `ship-unknown-paper:${box.shipId}`, seconds: 86_400 }, now));
  if (isKnown) return;
  if (paper) {
    const ends = !box.isReplaced && paper.digest === null;
    await tx
      .updateTable('shipTestPaper')
      .set({ refused: reason, ...(ends && { digest: digestOf(sitting), endedAt: paper.endedAt ?? now }) })
      .where('id', '=', paper.id)
      .execute();
  }
  const subject = { kind: 'ship', id: box.shipId };
  const details = { paper: sitting.paper, reason };
  await appendAudit(tx, { actorId: null, action: 'ship.refuse-test', subject, details });
}
