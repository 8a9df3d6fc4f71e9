import { type PackageManifest, wholePackage } from '@fairlead/contract/packages/calls';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireApprovedEnrolment } from '../enrolments/index.ts';
import { listFilmsWatched, locksOf, openFilms } from '../training/index.ts';
import { findNewestVersion, findPackage, findRun, findState, listStates, noSuchPackage } from './queries.ts';
import { reportedBy } from './rules.ts';

type Opening = { accountId: string; id: string };

/**
 * A package as its learner opens it: the version that they have begun, or the newest one, how far its items are, and
 * what the item that is opened first has stored. Who has completed a version that was deleted since gets the newest
 * one, in which nothing is stored.
 *
 * @throws AppError `not-found`, `forbidden` when not approved for its course, `not-yet` while it is locked.
 */
export async function openPackage({ db, clock }: Pick<Platform, 'db' | 'clock'>, { accountId, id }: Opening) {
  const item = await findPackage(db, id);
  if (!item) throw noSuchPackage();
  const enrolment = await requireApprovedEnrolment(db, accountId, item.courseId);
  const key = { enrolmentId: enrolment.id, filmId: id };
  return transaction(db, async (tx) => {
    const items = await listFilmsWatched(tx, item.setId, enrolment.id);
    const locks = locksOf(items.map(({ completedAt }) => ({ completed: completedAt !== null })));
    const index = items.findIndex((one) => one.id === id);
    const own = items[index];
    if (!own || locks[index]) {
      throw new AppError('not-yet', 'This package is locked. Please complete what comes before it first.');
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
    const current = newest ? null : run.itemId;
    const sent = readAtOpening(parts, current);
    const judged = parts.filter(({ masteryScore }) => masteryScore !== null).map((part) => part.id);
    const states = newest ? [] : await listStates(tx, key, [...judged, ...sent]);
    return {
      id,
      title: item.title,
      enrolmentId: enrolment.id,
      versionId: newest?.id ?? run.versionId,
      current,
      edition,
      items: parts,
      order,
      states: states.map(({ values, ...state }) => {
        const part = parts.find((one) => one.id === state.itemId);
        const isBelowScore =
          !state.isComplete && part !== undefined && reportedBy(edition, part, values ?? {}).isBelowScore;
        return { ...state, isBelowScore };
      }),
      values: Object.fromEntries(
        states.flatMap(({ itemId, values }) => (values && sent.includes(itemId) ? [[itemId, values]] : [])),
      ),
      isReported: own.reportedAt !== null,
      isComplete: own.completedAt !== null,
      watchedSeconds: own.watchedSeconds ?? 0,
    };
  });
}

/**
 * The items whose values are sent with the package: the one that is opened first (`use-played.ts` chooses the same
 * one), and the package as a whole.
 */
function readAtOpening(parts: PackageManifest['items'], current: string | null): string[] {
  const opened = parts.filter(({ launch }) => launch !== null);
  const first = opened.find(({ id }) => id === current) ?? opened[0];
  return [...(first ? [first.id] : []), wholePackage];
}

/**
 * What an item of an opened package has stored for its learner; nothing, at revision 0, where it has stored nothing.
 *
 * @throws AppError `not-found`, `forbidden` when not approved for its course, `not-yet` when it was not opened.
 */
export async function readState({ db }: Pick<Platform, 'db'>, { accountId, id, itemId }: Opening & { itemId: string }) {
  const item = await findPackage(db, id);
  if (!item) throw noSuchPackage();
  const enrolment = await requireApprovedEnrolment(db, accountId, item.courseId);
  const key = { enrolmentId: enrolment.id, filmId: id };
  const run = await findRun(db, key);
  if (!run) throw new AppError('not-yet', 'Please open this package again.');
  const state = run.isGone ? undefined : await findState(db, key, itemId);
  return state ?? { revision: 0, values: {} };
}
