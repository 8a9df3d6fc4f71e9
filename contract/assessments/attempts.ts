import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ByCourse, ById, data, Id, Instant, saved, text } from '../values/shapes.ts';
import { GivenAnswer, mostAnswerBytes, Paper, Revision, SubmittedAttempt, shownPictures } from './calls.ts';
import { ofEachKind } from './question-kinds.ts';

/** New answers of an attempt, and the times when its window was left; what was saved before is kept. */
const AttemptProgress = z.object({
  answers: z.array(GivenAnswer).check(z.maxLength(500)),
  absences: z.optional(
    z
      .array(
        z.object({
          /** Seconds from the start of the attempt. */
          fromSecond: z.number().check(z.int(), z.gte(0), z.lte(31_536_000)),
          seconds: z.number().check(z.int(), z.gte(0), z.lte(31_536_000)),
        }),
      )
      .check(z.maxLength(200)),
  ),
  /**
   * The revision of the answers that the client shows. An answer that would replace a different one that was saved
   * after it is refused, and with it the whole call: 409 with the code 'stale'. The test paper then has the current
   * answers. Left out, answers replace those before.
   */
  revision: z.optional(Revision),
});

/** A question of a test paper in a review after submission. */
const sat = {
  _id: Id,
  questionText: z.string(),
  options: z.array(z.string()),
  ...shownPictures,
};

export const AttemptReview = z.object({
  _id: Id,
  testTitle: z.string(),
  submittedAt: Instant,
  /** Empty if the assessment shows only the score. */
  questions: z.array(ofEachKind('reviewed', sat)),
});
export type AttemptReview = z.infer<typeof AttemptReview>;

/** A submitted attempt, as shown to staff. */
export const StaffAttempt = z.object({
  ...SubmittedAttempt.shape,
  version: z.number(),
  startedAt: Instant,
  deadline: z.nullable(Instant),
  questions: z.array(
    ofEachKind('marked', {
      ...sat,
      /** When the answer that was graded was saved; null if it came with the submission, or if there was none. */
      answeredAt: z.nullable(Instant),
    }),
  ),
  /** How corrected answer keys changed the score, the earliest first. */
  regrades: z.array(
    z.object({
      questionText: z.string(),
      oldScore: z.number(),
      newScore: z.number(),
      gainedPass: z.boolean(),
      at: Instant,
    }),
  ),
  absences: z.array(z.object({ fromSecond: z.number(), seconds: z.number() })),
  /** Why staff allowed this person another attempt after this one; null if they did not. */
  reopened: z.nullable(z.object({ reason: z.string(), by: z.string(), at: Instant })),
});
export type StaffAttempt = z.infer<typeof StaffAttempt>;

export const attempts = {
  /** Starts an attempt at a course's assessment, with its time limit, or continues the open one. */
  start: { method: 'POST', path: '/test/:courseId/start', who: 'learner', params: ByCourse, reply: data(Paper) },
  /**
   * Saves answers of an open attempt. After a success response they are stored, even if the connection is lost.
   * `revision` includes this save. If it is more than one above the client's, others have saved answers in between: the
   * client keeps its own until it has read the test paper again.
   */
  save: {
    method: 'PUT',
    path: '/attempts/:id/answers',
    who: 'learner',
    params: ById,
    body: AttemptProgress,
    mostBytes: mostAnswerBytes,
    reply: data(z.object({ secondsLeft: z.nullable(z.number()), revision: Revision })),
  },
  /** The learner's view of their own attempt after submission. */
  review: { method: 'GET', path: '/attempts/:id/review', who: 'learner', params: ById, reply: data(AttemptReview) },
  get: { method: 'GET', path: '/submitTest/:id', who: 'results:read', params: ById, reply: data(StaffAttempt) },
  /** Allows the person of a submitted attempt another attempt, at once. */
  reopen: {
    method: 'POST',
    path: '/submitTest/:id/reopen',
    who: 'tests:edit',
    params: ById,
    body: z.object({ reason: text('Reason', 500) }),
    reply: saved(StaffAttempt),
  },
} as const satisfies Calls;
