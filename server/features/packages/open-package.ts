import { AppError } from '../../errors.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { demandApprovedEnrolment } from '../enrolments/policy.ts';
import { openFilms } from '../training/open-training.ts';
import { listFilmsWatched } from '../training/queries.ts';
import { locksOf } from '../training/rules.ts';
import { findNewestVersion, findPackage, findRun, listStates, noSuchPackage } from './queries.ts';
import { reportedBy } from './rules.ts';

/**
 * A package as its learner opens it: the version that they have begun, or the newest one, and what its items have stored.
 * Who has completed a version that was deleted since gets the newest one, in which nothing is stored.
 *
 * @throws AppError `not-found`, `forbidden` when not approved for its course, `conflict` while it is locked.
 */
export async function openPackage(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { accountId, id }: { accountId: string; id: string },
) {
  const item = await findPackage(db, id);
  if (!item) throw noSuchPackage();
  const enrolment = await demandApprovedEnrolment(db, accountId, item.courseId);
  const key = { enrolmentId: enrolment.id, filmId: id };
  return transaction(db, async (tx) => {
    const items = await listFilmsWatched(tx, item.setId, enrolment.id);
    const locks = locksOf(items.map(({ completedAt }) => ({ completed: completedAt !== null })));
    const index = items.findIndex((one) => one.id === id);
    const own = items[index];
    if (!own || locks[index]) {
      throw new AppError('conflict', 'This package is locked. Please complete what comes before it first.');
    }
    const now = clock();
    await openFilms(tx, { enrolmentId: enrolment.id, highestSpeed: 1, films: [own], now });
    await tx
      .insertInto('packageRun')
      .values({ ...key, versionId: (await findNewestVersion(tx, id)).id, beganAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const run = await findRun(tx, key);
    if (!run) throw noSuchPackage();
    const newest = run.isGone ? await findNewestVersion(tx, id) : undefined;
    const { edition, items: parts, order } = newest?.manifest ?? run.manifest;
    const states = newest ? [] : await listStates(tx, key);
    return {
      ...{ id, title: item.title, enrolmentId: enrolment.id },
      ...{ versionId: newest?.id ?? run.versionId, current: newest ? null : run.itemId },
      ...{ edition, items: parts, order },
      states: states.map((state) => {
        const part = parts.find((one) => one.id === state.itemId);
        const isBelowScore =
          !state.isComplete && part !== undefined && reportedBy(edition, part, state.values).isBelowScore;
        return { ...state, isBelowScore };
      }),
      ...{ isReported: own.reportedAt !== null, isComplete: own.completedAt !== null },
    };
  });
}
