import { z } from 'zod/mini';
import { GivenAnswer, Paper, QuestionPicture, SubmittedAttempt } from './assessments.ts';
import type { Calls } from './call.ts';
import { ByCourse, ById, data, Id, Instant, saved, text } from './shapes.ts';

/** Answers as they are given, and the times that the test's window was left; what was saved before stays. */
const AttemptProgress = z.object({
  answers: z.array(GivenAnswer).check(z.maxLength(500)),
  absences: z.optional(
    z
      .array(
        z.object({
          /** Seconds from the attempt's beginning. */
          fromSecond: z.number().check(z.int(), z.gte(0), z.lte(31_536_000)),
          seconds: z.number().check(z.int(), z.gte(0), z.lte(31_536_000)),
        }),
      )
      .check(z.maxLength(200)),
  ),
});

/** A question of an attempt's paper, looked at afterwards. */
const ReviewedQuestion = z.object({
  _id: Id,
  questionText: z.string(),
  options: z.array(z.string()),
  picture: z.optional(QuestionPicture),
  /** Empty where nothing was answered, or none of the options. */
  selectedAnswer: z.string(),
  /** Only where the correct answers are shown. */
  correctAnswer: z.nullable(z.string()),
});

export const AttemptReview = z.object({
  _id: Id,
  testTitle: z.string(),
  submittedAt: Instant,
  /** Empty where the test shows the score alone. */
  questions: z.array(ReviewedQuestion),
});
export type AttemptReview = z.infer<typeof AttemptReview>;

/** An attempt as staff open it. */
export const StaffAttempt = z.object({
  ...SubmittedAttempt.shape,
  version: z.number(),
  startedAt: Instant,
  deadline: z.nullable(Instant),
  questions: z.array(
    z.object({
      ...ReviewedQuestion.shape,
      correctAnswer: z.string(),
      /** When the answer that counted was saved; null where it came with the submission, or not at all. */
      answeredAt: z.nullable(Instant),
    }),
  ),
  /** How mended keys changed the score, the first change first. */
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
  /** Why staff let this person sit the test once more after this attempt; null where they did not. */
  reopened: z.nullable(z.object({ reason: z.string(), by: z.string(), at: Instant })),
});
export type StaffAttempt = z.infer<typeof StaffAttempt>;

export const attempts = {
  /** Begins an attempt at a course's test, its clock included, or goes on with the open one. */
  start: { method: 'POST', path: '/test/:courseId/start', who: 'learner', params: ByCourse, reply: data(Paper) },
  /** Saves answers of an open attempt. What is answered with success is kept, whatever becomes of the link. */
  save: {
    method: 'PUT',
    path: '/attempts/:id/answers',
    who: 'learner',
    params: ById,
    body: AttemptProgress,
    reply: data(z.object({ secondsLeft: z.nullable(z.number()) })),
  },
  /** What a learner may see of an attempt of their own once it is submitted. */
  review: { method: 'GET', path: '/attempts/:id/review', who: 'learner', params: ById, reply: data(AttemptReview) },
  get: { method: 'GET', path: '/submitTest/:id', who: 'results:read', params: ById, reply: data(StaffAttempt) },
  /** Lets the person of a submitted attempt sit the test once more, at once. */
  reopen: {
    method: 'POST',
    path: '/submitTest/:id/reopen',
    who: 'tests:edit',
    params: ById,
    body: z.object({ reason: text('Reason', 500) }),
    reply: saved(StaffAttempt),
  },
} as const satisfies Calls;
