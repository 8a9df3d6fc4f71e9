import { type Tx, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireApprovedEnrolment } from '../../enrolments/index.ts';
import { drawChecks } from '../presence-queries.ts';
import {
  findTrainingCompletion,
  findTrainingOfCourse,
  listFilmsWatched,
  listOlderVersions,
  listWatchedAboard,
} from '../queries.ts';
import { locksOf } from '../rules.ts';

/**
 * A course's training as its learner sees it: the films in order, which of them are locked, and how far each was
 * watched. When a film's link is first sent, the clock that limits its watching credit starts, at the highest speed
 * that the course permits then. Undefined while the course has no training.
 *
 * @throws AppError `forbidden` when the learner is not approved for the course, `not-found` for an unknown one.
 */
export async function openTraining(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { accountId, courseId }: { accountId: string; courseId: string },
) {
  const enrolment = await requireApprovedEnrolment(db, accountId, courseId);
  const set = await findTrainingOfCourse(db, courseId, enrolment.id);
  if (!set) return undefined;
  const watched = await listFilmsWatched(db, set.id, enrolment.id);
  const locks = locksOf(watched.map(({ completedAt }) => ({ completed: completedAt !== null })));
  const films = watched.map((film, index) => ({ ...film, locked: locks[index] ?? true }));
  const opening = films.filter(({ locked, openedAt }) => !locked && openedAt === null);
  // a film that is locked was opened for a device that goes without a link, and will ask there
  const asking = films.filter(
    ({ locked, openedAt, completedAt }) => (!locked || openedAt !== null) && completedAt === null,
  );
  const now = clock();
  // One transaction: no film is opened without its checks.
  const checks = await transaction(db, async (tx) => {
    await openFilms(tx, { enrolmentId: enrolment.id, highestSpeed: set.highestSpeed, films: opening, now });
    return drawChecks(tx, enrolment.id, asking);
  });
  const older = await listOlderVersions(db, await listWatchedAboard(db, enrolment.id));
  return {
    ...set,
    films: films.map((film) => ({
      ...film,
      checks: checks.filter(({ filmId }) => filmId === film.id),
      olderVersion: film.completedAt ? null : whyNotCounted(older, film.id),
    })),
    submitted: (await findTrainingCompletion(db, enrolment.id)) !== undefined,
  };
}

/**
 * Why nothing that was watched aboard of older versions counts for a film; null where nothing was, or where it counts.
 */
function whyNotCounted(older: Awaited<ReturnType<typeof listOlderVersions>>, filmId: string) {
  const counts = older.filter(({ now }) => now === filmId).map((one) => one.counts);
  if (counts.includes('counts')) return null;
  return counts.find((one) => one !== 'counts') ?? null;
}

/**
 * Starts the clock of films and packages for a learner, of films at the highest speed that the course permits now. One
 * that is open already keeps its clock.
 */
export async function openFilms(
  tx: Tx,
  opening: {
    enrolmentId: string;
    highestSpeed: number;
    films: readonly { id: string; kind: 'film' | 'package' }[];
    now: Date;
  },
): Promise<void> {
  const { enrolmentId, highestSpeed, films, now } = opening;
  if (films.length === 0) return;
  await tx
    .insertInto('watching')
    .values(
      films.map(({ id, kind }) => ({
        enrolmentId,
        filmId: id,
        openedAt: now,
        updatedAt: now,
        // time in a package is spent at its own pace
        highestSpeed: kind === 'package' ? 1 : highestSpeed,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
