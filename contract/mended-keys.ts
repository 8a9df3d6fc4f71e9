import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { certificateStates } from './certificates.ts';
import { Decisions, many } from './decisions.ts';
import { ById, data, Id, Instant, ListQuery, oneOf, text } from './shapes.ts';

export const KeyChange = z.object({
  _id: Id,
  questionText: z.string(),
  oldAnswer: z.string(),
  newAnswer: z.string(),
  reason: z.string(),
  by: z.string(),
  at: Instant,
  /** How many results changed, how many of them became a pass, and how many passes are below the mark by it. */
  regraded: z.number(),
  gained: z.number(),
  below: z.number(),
});
export type KeyChange = z.infer<typeof KeyChange>;

/** What a mended key did to one result. */
export const RegradedResult = z.object({
  /** The attempt's. */
  _id: Id,
  userId: Id,
  userName: z.string(),
  /** Where the letter about it went. */
  userEmail: z.string(),
  oldScore: z.number(),
  newScore: z.number(),
  totalQuestions: z.number(),
  /** Became a pass by it; is a pass that the score does not reach any more; or was touched in its score alone. */
  outcome: z.enum(['gained', 'below', 'score']),
});
export type RegradedResult = z.infer<typeof RegradedResult>;

/** A pass whose score, counted by mended keys, is below the mark, with the certificate that came of it. */
export const DoubtfulPass = z.object({
  /** The attempt's. */
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
  /** When the key was mended that took it below the mark, and why. */
  since: Instant,
  mendedBecause: z.string(),
});
export type DoubtfulPass = z.infer<typeof DoubtfulPass>;

export const DoubtfulPassQuery = z.extend(ListQuery, { test: z.optional(Id), course: z.optional(Id) });
export type DoubtfulPassQuery = z.infer<typeof DoubtfulPassQuery>;

/** What is decided on passes, each by the score that its reader saw. The reason of a revocation is mailed. */
const PassDecision = z.object({
  decision: z.enum(['revoke', 'keep']),
  passes: many(z.object({ id: Id, score: z.number().check(z.int(), z.gte(0)) })),
  reason: text('Reason', 1000),
});

/** Keys of questions that were wrong, what mending them did to results, and what is done about passes. */
export const mendedKeys = {
  /** Mends the correct answer of a question, in every version that asks it, and grades again what was submitted. */
  mend: {
    method: 'PUT',
    path: '/questions/:id/key',
    who: 'tests:edit',
    params: ById,
    body: z.object({ correctAnswer: text('Correct answer', 500), reason: text('Reason', 500) }),
    reply: z.object({ message: z.string(), data: KeyChange }),
  },
  /** The keys of a test that were mended, the latest first. `id` is the test's. */
  list: { method: 'GET', path: '/tests/:id/keys', who: 'results:read', params: ById, reply: data(z.array(KeyChange)) },
  /** The results that a mended key changed. `id` is the change's. */
  listResults: {
    method: 'GET',
    path: '/keys/:id/results',
    who: 'results:read',
    params: ById,
    query: z.extend(ListQuery, { outcome: oneOf(['gained', 'below', 'score']) }),
    reply: data(z.array(RegradedResult)),
  },
  /** Passes that nobody decided on since their score fell below the mark. */
  listDoubtful: {
    method: 'GET',
    path: '/doubtfulPasses',
    who: 'certificates:read',
    query: DoubtfulPassQuery,
    reply: data(z.array(DoubtfulPass)),
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
