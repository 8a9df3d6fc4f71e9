import { z } from 'zod/mini';
import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { sumResults, sumResultsJob } from './analysis/sum-results.ts';
import { closeAttemptJob, closeOverdueAttempt } from './attempts/close-attempt.ts';
import { findAttemptEnrolment } from './queries.ts';

const Closing = z.object({ attemptId: z.uuid() });

/** Background jobs for assessments: grading an unsubmitted attempt at its deadline, and adding up results. */
export const assessmentJobs = (platform: Platform): JobHandlers => ({
  [closeAttemptJob]: async ({ payload }) => {
    const enrolment = await findAttemptEnrolment(platform.db, Closing.parse(payload).attemptId);
    // No enrolment: the attempt was deleted, since its assessment was replaced by another.
    if (enrolment) await closeOverdueAttempt(platform, enrolment);
  },
  [sumResultsJob]: () => sumResults(platform.db),
});

export const recurringResultSums: Recurring = { kind: sumResultsJob, everyMinutes: 5 };
