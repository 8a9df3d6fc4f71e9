import { z } from 'zod/mini';
import { certificateStates } from '../certificates/calls.ts';
import type { Calls } from '../platform/call.ts';
import { Decisions, many } from '../platform/decisions.ts';
import { ById, data, Id, Instant, ListQuery, oneOf, text } from '../values/shapes.ts';
import { ofEachKind } from './question-kinds.ts';

export const KeyCorrection = z.object({
  _id: Id,
  questionText: z.string(),
  oldAnswer: z.string(),
  newAnswer: z.string(),
  reason: z.string(),
  by: z.string(),
  at: Instant,
  /** How many results changed, how many of them became a pass, and how many passes fell below the pass mark. */
  regraded: z.number(),
  gained: z.number(),
  below: z.number(),
});
export type KeyCorrection = z.infer<typeof KeyCorrection>;

/** The effect of a corrected answer key on one result. */
export const RegradedResult = z.object({
  /** The attempt's id. */
  _id: Id,
  userId: Id,
  userName: z.string(),
  /** The email address to which the notification was sent. */
  userEmail: z.string(),
  oldScore: z.number(),
  newScore: z.number(),
  totalQuestions: z.number(),
  /** 'gained': became a pass; 'below': a pass that is now below the pass mark; 'score': only the score changed. */
  outcome: z.enum(['gained', 'below', 'score']),
});
export type RegradedResult = z.infer<typeof RegradedResult>;

/**
 * A result under review: a pass whose score fell below the pass mark after a corrected answer key, with its
 * certificate.
 */
export const ResultUnderReview = z.object({
  /** The attempt's id. */
  _id: Id,
  userId: Id,
  userName: z.string(),
  userEmail: z.string(),
  testId: Id,
  testTitle: z.string(),
  courseTitle: z.string(),
  score: z.number(),
  totalQuestions: z.number(),
  percentage: z.number(),
  passMark: z.number(),
  certificateId: Id,
  certNo: z.string(),
  certificateStatus: z.enum(certificateStates),
  /** When and why the answer key was corrected that took the score below the pass mark. */
  since: Instant,
  correctedBecause: z.string(),
});
export type ResultUnderReview = z.infer<typeof ResultUnderReview>;

export const UnderReviewQuery = z.extend(ListQuery, { test: z.optional(Id), course: z.optional(Id) });
export type UnderReviewQuery = z.infer<typeof UnderReviewQuery>;

/**
 * A decision on passes, each with the score that the reader saw. The reason of a revocation is emailed to the holder.
 */
const PassDecision = z.object({
  decision: z.enum(['revoke', 'keep']),
  passes: many(z.object({ id: Id, score: z.number().check(z.gte(0), z.lte(10_000)) })),
  reason: text('Reason', 1000),
});

/** Corrected answer keys, their effect on results, and decisions on results under review. */
export const correctedKeys = {
  /** Corrects the answer key of a question, in every version that asks it, and regrades the submitted attempts. */
  correctKey: {
    method: 'PUT',
    path: '/questions/:id/key',
    who: 'tests:edit',
    params: ById,
    body: ofEachKind('correction', { reason: text('Reason', 500) }),
    reply: z.object({ message: z.string(), data: KeyCorrection }),
  },
  /** The corrected answer keys of an assessment, the latest first. `id` is the assessment's. */
  list: {
    method: 'GET',
    path: '/tests/:id/keys',
    who: 'results:read',
    params: ById,
    reply: data(z.array(KeyCorrection)),
  },
  /** The results that a corrected answer key changed. `id` is the correction's. */
  listResults: {
    method: 'GET',
    path: '/keys/:id/results',
    who: 'results:read',
    params: ById,
    query: z.extend(ListQuery, { outcome: oneOf(['gained', 'below', 'score']) }),
    reply: data(z.array(RegradedResult)),
  },
  /** Passes whose score fell below the pass mark, and which nobody has decided on yet. */
  listUnderReview: {
    method: 'GET',
    path: '/doubtfulPasses',
    who: 'certificates:read',
    query: UnderReviewQuery,
    reply: data(z.array(ResultUnderReview)),
    table: { name: 'doubtful-passes' },
  },
  decide: {
    method: 'POST',
    path: '/doubtfulPasses/decide',
    who: 'certificates:decide',
    body: PassDecision,
    reply: data(Decisions),
  },
} as const satisfies Calls;
