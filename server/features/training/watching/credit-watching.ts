import type { Tx } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { listOpenEnrolments } from '../../enrolments/index.ts';
import { listOpenChecks, noteAsked } from '../presence-queries.ts';
import { creditedUntil, dueOf } from '../presence-rules.ts';
import { listFilmsBeside, type listOlderVersions, lockWatching, storeWatching, type Watching } from '../queries.ts';
import { credit, creditBudget, isItemComplete, locksOf, positionIn } from '../rules.ts';
import type { Stretch } from '../stretches.ts';

/** What a learner has watched of a film: intervals in seconds, and the current position. */
export type Watch = { accountId: string; filmId: string; watched: readonly Stretch[]; position: number };

const lockedFilm = 'This video is locked. Please watch the videos before it first.';
const lockedPackage = 'This package is locked. Please complete what comes before it first.';

/** All that decides what is credited to some learners. */
export type CreditState = {
  films: Awaited<ReturnType<typeof listFilmsBeside>>;
  /** Films that were replaced, and are credited where they were taken aboard; none by default. */
  olderVersions?: Awaited<ReturnType<typeof listOlderVersions>>;
  enrolments: Awaited<ReturnType<typeof listOpenEnrolments>>;
  /** The presence checks of these enrolments that are not answered. */
  checks: Awaited<ReturnType<typeof listOpenChecks>>;
  /** All films that each learner has opened, in all courses. */
  opened: ReadonlyMap<string, readonly Watching[]>;
};

/**
 * Reads the credit state of some learners in the courses of some films, and locks it until the transaction ends: what
 * credits one learner runs one after another, whichever film it is about.
 */
export async function lockCreditState(
  tx: Tx,
  { accountIds, filmIds }: { accountIds: readonly string[]; filmIds: readonly string[] },
): Promise<CreditState> {
  const films = await listFilmsBeside(tx, filmIds);
  const enrolments = await listOpenEnrolments(
    tx,
    accountIds,
    films.map(({ courseId }) => courseId),
  );
  const opened = Map.groupBy(await lockWatching(tx, accountIds), ({ accountId }) => accountId);
  // Read after the lock is acquired, since earlier reports may have changed everything.
  const checks = await listOpenChecks(
    tx,
    enrolments.map(({ id }) => id),
  );
  return { films, enrolments, opened, checks };
}

/**
 * The state of a film after its learner has watched: credited as far as the server's clock and open presence checks
 * allow.
 *
 * @param asOf the time up to which watching counts; it is `now`, or earlier.
 * @throws AppError `not-found` for a film of a course that the learner never requested, `forbidden` when not approved
 *   for it, `not-yet` while the film is locked or was not opened, `invalid` for a film in too many intervals.
 */
export function creditWatch(
  { accountId, filmId, watched, position }: Watch,
  { films, olderVersions = [], enrolments, checks, opened }: CreditState,
  { now, asOf = now }: { now: Date; asOf?: Date },
) {
  const older = olderVersions.find(({ id }) => id === filmId);
  const film = older ?? films.find(({ id }) => id === filmId);
  const enrolment = enrolments.find((one) => one.accountId === accountId && one.courseId === film?.courseId);
  if (!film || !enrolment) throw notFound('There is no such video.');
  if (enrolment.status !== 'approved') throw new AppError('forbidden', 'You are not approved for this course.');
  const mine = opened.get(accountId) ?? [];
  const own = new Map(mine.filter((one) => one.enrolmentId === enrolment.id).map((one) => [one.filmId, one]));
  const inOrder = films.filter(({ setId }) => setId === film.setId);
  const locks = locksOf(inOrder.map(({ id }) => ({ completed: Boolean(own.get(id)?.completedAt) })));
  // an older version has the place of the film that replaced it
  if (locks[inOrder.findIndex(({ id }) => id === (older?.now ?? filmId))]) {
    throw new AppError('not-yet', film.kind === 'film' ? lockedFilm : lockedPackage);
  }
  const watching = own.get(filmId);
  if (!watching) throw new AppError('not-yet', 'Please open this video before you report on it.');
  const duration = film.durationSeconds;
  const budget = creditBudget(mine, { ...watching, duration }, asOf);
  // A film that is complete asks nothing more.
  const isOpen = (one: (typeof checks)[number]) => one.enrolmentId === enrolment.id && one.filmId === filmId;
  const open = watching.completedAt ? [] : checks.filter(isOpen);
  const until = creditedUntil(open);
  const { stretches, watchedSeconds } = credit(watching.stretches, watched, { duration, budget, until });
  const isReported = watching.reportedAt !== null;
  const complete = isItemComplete({ kind: film.kind, duration }, { stretches, isReported });
  return {
    enrolmentId: enrolment.id,
    filmId,
    duration,
    stretches,
    watchedSeconds,
    positionSeconds: positionIn(position, duration),
    completedAt: watching.completedAt ?? (complete && open.length === 0 ? now : null),
    due: dueOf(open, watched, { credited: stretches, duration }),
    /** The second beyond which nothing counts before a presence check is answered. */
    until,
    /** Seconds added. */
    seconds: watchedSeconds - watching.watchedSeconds,
  };
}

export type Credited = ReturnType<typeof creditWatch>;

/** The credit state after a credit of a learner, for the next one of the same transaction. */
export function creditStateAfter(creditState: CreditState, accountId: string, credited: Credited): CreditState {
  const { enrolmentId, filmId } = credited;
  const mine = creditState.opened.get(accountId) ?? [];
  const after = mine.map((one) =>
    one.enrolmentId === enrolmentId && one.filmId === filmId ? { ...one, ...credited } : one,
  );
  return { ...creditState, opened: new Map(creditState.opened).set(accountId, after) };
}

/** Stores credits, at most one for each film of an enrolment, and notes which presence checks they made due. */
export async function storeCredits(tx: Tx, credits: readonly Credited[], now: Date): Promise<void> {
  await storeWatching(tx, credits, now);
  const asked = credits.flatMap(({ due }) => (due && !due.askedAt ? [due.id] : []));
  await noteAsked(tx, asked, now);
}
