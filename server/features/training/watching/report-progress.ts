import { accepted, inBatches, outcomeOf } from '../../../platform/db/batches.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Credited, creditWatch, lockCreditState, storeCredits, type Watch } from './credit-watching.ts';
import { recordSittings } from './watch-sittings.ts';

/** A player's report of what its learner has watched, from a login session. */
export type Report = Watch & { sessionId: string };

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
 * approved for it, `not-yet` while the film is locked or was not opened, `invalid` for a film in too many intervals.
 */
export const takeReports = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): ((report: Report) => Promise<Progress>) =>
  inBatches({ keyOf: ({ accountId }) => accountId }, (reports) =>
    transaction(db, async (tx) => {
      const creditState = await lockCreditState(tx, {
        accountIds: reports.map(({ accountId }) => accountId),
        filmIds: reports.map(({ filmId }) => filmId),
      });
      const now = clock();
      const outcomes = reports.map((report) =>
        outcomeOf(() => ({ ...creditWatch(report, creditState, { now }), sessionId: report.sessionId })),
      );
      const credits = accepted(outcomes);
      await storeCredits(tx, credits, now);
      await recordSittings(tx, credits, now);
      return outcomes.map((one) => (one instanceof AppError ? one : progressOf(one)));
    }),
  );

/** The state of a film after a credit, as its learner gets it. */
const progressOf = ({ watchedSeconds, duration, positionSeconds, completedAt, due }: Credited): Progress => ({
  watchedSeconds,
  duration,
  completed: completedAt !== null,
  position: positionSeconds,
  due: due?.id ?? null,
});
