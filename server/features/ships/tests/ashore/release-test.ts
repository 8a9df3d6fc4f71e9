import { mostWindowDays } from '@fairlead/contract/ships/tests';
import { appendAudit } from '../../../../platform/audit/append.ts';
import { transaction } from '../../../../platform/db/database.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { findPublished, listAsked } from '../../../assessments/index.ts';
import { makeCode } from '../../codes.ts';
import { checkContext, seal, sealKeyOf } from '../seals.ts';
import { endTestPapers, graceBefore, hasPictures, keptKey, prepareTestPapers } from './prepare-test-papers.ts';

type By = { actorId: string; ip: string };

/**
 * Releases the published test of a course aboard to a ship for a window, and prepares the test papers of everybody who
 * may sit it now.
 *
 * @returns its id, and the invigilator's code, which is stored nowhere.
 * @throws AppError `not-found` for a course that is not aboard or has no published test; `invalid` for a window that is
 *   over or too long; `conflict` for a test with pictures; `exists` while the same test is released.
 */
export async function releaseTest(
  platform: Platform,
  {
    shipId,
    courseId,
    opensAt,
    closesAt,
    ...by
  }: { shipId: string; courseId: string; opensAt: Date; closesAt: Date } & By,
) {
  const { db, clock } = platform;
  const now = clock();
  requireWindow(opensAt, closesAt, now);
  const code = makeCode();
  const id = await transaction(db, async (tx) => {
    const aboard = await tx
      .selectFrom('shipCourse')
      .select('courseId')
      .where('shipId', '=', shipId)
      .where('courseId', '=', courseId)
      .forUpdate()
      .executeTakeFirst();
    if (!aboard) throw notFound('This course is not aboard this ship.');
    const published = await findPublished(tx, courseId);
    if (!published) throw notFound('This course has no published test.');
    if (hasPictures(await listAsked(tx, published.versionId)))
      throw new AppError('conflict', 'This test has pictures, which are not carried sealed. It can be taken ashore.');
    const other = await tx
      .selectFrom('shipTest')
      .select('id')
      .where('shipId', '=', shipId)
      .where('assessmentId', '=', published.id)
      .where('withdrawnAt', 'is', null)
      .where('closesAt', '>', graceBefore(now))
      .executeTakeFirst();
    if (other)
      throw new AppError('exists', 'This test is released to the ship already. Withdraw it first for another window.');
    const fresh = await tx.selectNoFrom((of) => of.fn<string>('new_id').as('id')).executeTakeFirstOrThrow();
    const key = await sealKeyOf(fresh.id, code);
    await tx
      .insertInto('shipTest')
      .values({
        ...{ id: fresh.id, shipId, assessmentId: published.id, opensAt, closesAt, releasedAt: now },
        releasedBy: by.actorId,
        sealKey: keptKey(platform, key),
        sealCheck: seal(key, checkContext(fresh.id), null),
      })
      .execute();
    const details = { test: published.title, opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString() };
    await appendAudit(tx, { ...by, action: 'ship.release-test', subject: { kind: 'ship', id: shipId }, details });
    return fresh.id;
  });
  await prepareTestPapers(platform, shipId);
  return { id, code };
}

function requireWindow(opensAt: Date, closesAt: Date, now: Date): void {
  const refuse = (field: 'opensAt' | 'closesAt', message: string) =>
    new AppError('invalid', message, { fields: { [field]: message } });
  if (closesAt <= opensAt) throw refuse('closesAt', 'The window ends before it opens.');
  if (opensAt.getTime() - now.getTime() > 366 * 86_400_000) throw refuse('opensAt', 'A window opens within a year.');
  if (closesAt <= now) throw refuse('closesAt', 'The window is over already.');
  if (closesAt.getTime() - opensAt.getTime() > mostWindowDays * 86_400_000)
    throw refuse('closesAt', `A window is at most ${mostWindowDays} days long.`);
}

/**
 * Withdraws a test from a ship: nothing of it is graded any more, not even what was answered before the ship's computer
 * knows of it. No attempt is used up. Idempotent.
 *
 * @throws AppError `not-found`
 */
export const withdrawTest = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { shipId, testId, actorId, ip }: { shipId: string; testId: string } & By,
): Promise<void> =>
  transaction(db, async (tx) => {
    const test = await tx
      .selectFrom('shipTest')
      .select('withdrawnAt')
      .where('id', '=', testId)
      .where('shipId', '=', shipId)
      .forUpdate()
      .executeTakeFirst();
    if (!test) throw notFound('This test was not released to this ship.');
    if (test.withdrawnAt) return;
    const withdrawn = { withdrawnAt: clock(), withdrawnBy: actorId, sealKey: null };
    await tx.updateTable('shipTest').set(withdrawn).where('id', '=', testId).execute();
    await endTestPapers(tx, testId, clock());
    const subject = { kind: 'ship', id: shipId };
    await appendAudit(tx, { actorId, ip, action: 'ship.withdraw-test', subject, details: { test: testId } });
  });
