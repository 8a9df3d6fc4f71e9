import { z } from 'zod/mini';
import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAttemptEnrolment } from './attempt-queries.ts';
import { closeAttemptJob, closeOverdueAttempt } from './close-attempt.ts';
import { sumResults, sumResultsJob } from './sum-results.ts';

const Closing = z.object({ attemptId: z.uuid() });

/** What is done for tests outside requests: an attempt that nobody handed in is graded at its deadline, and results are added up. */
export const assessmentJobs = (platform: Platform): JobHandlers => ({
  [closeAttemptJob]: async ({ payload }) => {
    const enrolment = await findAttemptEnrolment(platform.db, Closing.parse(payload).attemptId);
    // None: the attempt was dropped, since its test was replaced by another.
    if (enrolment) await closeOverdueAttempt(platform, enrolment);
  },
  [sumResultsJob]: () => sumResults(platform.db),
});

export const recurringResultSums: Recurring = { kind: sumResultsJob, everyMinutes: 5 };
