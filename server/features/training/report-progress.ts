import { AppError, notFound } from '../../errors.ts';
import { accepted, inBatches, outcomeOf } from '../../platform/db/batches.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listOpenEnrolments } from '../enrolments/policy.ts';
import { listOpenChecks, noteAsked } from './presence-queries.ts';
import { creditedUntil, dueOf } from './presence-rules.ts';
import { listFilmsBeside, lockWatching, storeWatching, type Watching } from './queries.ts';
import { credit, creditBudget, locksOf, positionIn } from './rules.ts';
import type { Stretch } from './stretches.ts';
import { recordSittings } from './watch-sittings.ts';

/** A player's report of what its learner has watched: intervals of a film in seconds, and the current position. */
export type Report = {
  accountId: string;
  sessionId: string;
  filmId: string;
  watched: readonly Stretch[];
  position: number;
};

/** The state after a report, in seconds of the film. */
export type Progress = {
  watchedSeconds: number;
  duration: number;
  completed: boolean;
  position: number;
  /** The presence check that was reached and is not answered. */
  due: string | null;
};

/**
 * Returns the handler of the players' reports: it credits what was watched as far as the server's clock and open
 * presence checks allow, and stores the position. It resolves once the report is stored; reports of one learner are
 * handled one after another, those of different learners are stored together in batches.
 *
 * A call throws AppError `not-found` for a film of a course that the learner never requested, `forbidden` when not
 * approved for it, `conflict` while the film is locked or was not opened, `invalid` for a film in too many intervals.
 */
export const takeReports = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): ((report: Report) => Promise<Progress>) =>
  inBatches({ keyOf: ({ accountId }) => accountId }, (reports) =>
    transaction(db, async (tx) => {
      const accountIds = reports.map(({ accountId }) => accountId);
      const films = await listFilmsBeside(
        tx,
        reports.map(({ filmId }) => filmId),
      );
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
      const now = clock();
      const outcomes = reports.map((report) =>
        outcomeOf(() =>
          earnedBy(report, { films, enrolments, checks, opened: opened.get(report.accountId) ?? [] }, now),
        ),
      );
      const earned = accepted(outcomes);
      await storeWatching(tx, earned, now);
      await recordSittings(tx, earned, now);
      const asked = earned.flatMap(({ due }) => (due && !due.askedAt ? [due.id] : []));
      await noteAsked(tx, asked, now);
      return outcomes.map((one) => (one instanceof AppError ? one : progressOf(one)));
    }),
  );

type Standing = {
  films: Awaited<ReturnType<typeof listFilmsBeside>>;
  enrolments: Awaited<ReturnType<typeof listOpenEnrolments>>;
  /** The presence checks of these enrolments that are not answered. */
  checks: Awaited<ReturnType<typeof listOpenChecks>>;
  /** All films that the learner has opened, in all courses. */
  opened: readonly Watching[];
};

function earnedBy({ accountId, sessionId, filmId, watched, position }: Report, standing: Standing, now: Date) {
  const { films, enrolments, checks, opened } = standing;
  const film = films.find(({ id }) => id === filmId);
  const enrolment = enrolments.find((one) => one.accountId === accountId && one.courseId === film?.courseId);
  if (!film || !enrolment) throw notFound('There is no such video.');
  if (enrolment.status !== 'approved') throw new AppError('forbidden', 'You are not approved for this course.');
  const own = new Map(opened.filter((one) => one.enrolmentId === enrolment.id).map((one) => [one.filmId, one]));
  const inOrder = films.filter(({ setId }) => setId === film.setId);
  const locks = locksOf(inOrder.map(({ id }) => ({ completed: Boolean(own.get(id)?.completedAt) })));
  if (locks[inOrder.indexOf(film)]) {
    throw new AppError('conflict', 'This video is locked. Please watch the videos before it first.');
  }
  const watching = own.get(filmId);
  if (!watching) throw new AppError('conflict', 'Please open this video before you report on it.');
  const duration = film.durationSeconds;
  const budget = creditBudget(opened, { ...watching, duration }, now);
  // A film that is complete asks nothing more.
  const isOpen = (one: (typeof checks)[number]) => one.enrolmentId === enrolment.id && one.filmId === filmId;
  const open = watching.completedAt ? [] : checks.filter(isOpen);
  const limits = { duration, budget, until: creditedUntil(open) };
  const { stretches, watchedSeconds, complete } = credit(watching.stretches, watched, limits);
  return {
    enrolmentId: enrolment.id,
    filmId,
    sessionId,
    duration,
    stretches,
    watchedSeconds,
    positionSeconds: positionIn(position, duration),
    completedAt: watching.completedAt ?? (complete && open.length === 0 ? now : null),
    due: dueOf(open, watched, { credited: stretches, duration }),
    /** Seconds added by this report. */
    seconds: watchedSeconds - watching.watchedSeconds,
  };
}

type Earned = ReturnType<typeof earnedBy>;

const progressOf = ({ watchedSeconds, duration, positionSeconds, completedAt, due }: Earned): Progress => ({
  watchedSeconds,
  duration,
  completed: completedAt !== null,
  position: positionSeconds,
  due: due?.id ?? null,
});
