import { z } from 'zod/mini';
import { QuestionPicture, Test, TestInput } from './assessments.ts';
import type { Calls } from './call.ts';
import { ById, bounded, data, Id, Instant, ListQuery, saved } from './shapes.ts';

/** A question as it is written, before it belongs to a test. */
export const WrittenQuestion = z.object({
  questionText: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.string(),
  topic: z.string(),
  picture: z.optional(QuestionPicture),
});
export type WrittenQuestion = z.infer<typeof WrittenQuestion>;

/** A question of the bank, with the latest test that asks it. */
export const BankedQuestion = z.extend(WrittenQuestion, { _id: Id, courseTitle: z.string(), testTitle: z.string() });
export type BankedQuestion = z.infer<typeof BankedQuestion>;

/** Questions of one course, or about one topic; the search looks through their texts and topics. */
export const BankQuery = z.extend(ListQuery, {
  course: z.optional(Id),
  topic: z.optional(bounded(100, { tooLong: 'Topic is too long' })),
});
export type BankQuery = z.infer<typeof BankQuery>;

/** What was found in a file of questions; nothing of it is stored. */
export const QuestionFile = z.object({
  format: z.enum(['GIFT', 'Aiken', 'table']),
  questions: z.array(z.extend(z.omit(WrittenQuestion, { picture: true }), { line: z.number() })),
  /** What could not be taken, by the line or row where it begins. */
  problems: z.array(z.object({ line: z.number(), message: z.string() })),
});
export type QuestionFile = z.infer<typeof QuestionFile>;

/** How often something fell into a class, by the lower bound of the class. */
const Distribution = z.array(z.object({ from: z.number(), count: z.number() }));

/** How a test was sat, over all of its versions or in one. */
export const Analysis = z.object({
  title: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  /** Attempts that look like guessing. */
  guessed: z.number(),
  versions: z.array(
    z.object({
      number: z.number(),
      createdAt: Instant,
      attempts: z.number(),
      passed: z.number(),
      /** Means over the submitted attempts; null without any. */
      percentage: z.nullable(z.number()),
      seconds: z.nullable(z.number()),
    }),
  ),
  attempts: z.number(),
  /** In classes of ten percent; 100 % belongs to the last. */
  percentages: Distribution,
  /** In classes of five minutes; the last holds all that took an hour or more. */
  minutes: Distribution,
  questions: z.array(
    z.object({
      questionText: z.string(),
      topic: z.string(),
      picture: z.optional(QuestionPicture),
      asked: z.number(),
      right: z.number(),
      unanswered: z.number(),
      options: z.array(z.object({ text: z.string(), correct: z.boolean(), count: z.number() })),
      /**
       * Correlation of a right answer with the rest of the score: below 0.2 the question tells the strong from the weak
       * poorly, below 0 its key may be wrong. Null where all answered alike.
       */
      discrimination: z.nullable(z.number()),
    }),
  ),
});
export type Analysis = z.infer<typeof Analysis>;

export const testAuthoring = {
  get: { method: 'GET', path: '/tests/:id', who: 'tests:read', params: ById, reply: data(Test) },
  /** Writes the next version of a test. Refused with 409 and the code 'stale' when `version` is not the newest. */
  update: {
    method: 'PUT',
    path: '/tests/:id',
    who: 'tests:edit',
    params: ById,
    body: z.object({ test: TestInput, version: z.optional(z.number()) }),
    reply: saved(Test),
  },
  /** Writes the next version of a test whose answer key can be found by trying, with the recommended settings. */
  secure: { method: 'POST', path: '/tests/:id/secure-settings', who: 'tests:edit', params: ById, reply: saved(Test) },
  /** Does the same to every `guessable` test that the reader works on. */
  secureAll: {
    method: 'POST',
    path: '/tests/secure-all',
    who: 'tests:edit',
    reply: saved(z.object({ changed: z.number() })),
  },
  /** Takes a test as it is: nobody is warned any more that its answer key can be found by trying. */
  acceptGuessing: {
    method: 'POST',
    path: '/tests/:id/accept-guessing',
    who: 'tests:edit',
    params: ById,
    reply: saved(Test),
  },
  /** Makes an unpublished copy of a test. */
  duplicate: {
    method: 'POST',
    path: '/tests/:id/duplicate',
    who: 'tests:edit',
    params: ById,
    status: 201,
    reply: saved(Test),
  },
  /** The question bank: what tests ask in their newest versions, each question once, the latest first. */
  bank: {
    method: 'GET',
    path: '/questions',
    who: 'tests:read',
    query: BankQuery,
    reply: data(z.array(BankedQuestion)),
  },
  /** What the questions of the bank are about, by name. */
  topics: {
    method: 'GET',
    path: '/questions/topics',
    who: 'tests:read',
    query: z.object({ course: z.optional(Id) }),
    reply: data(z.array(z.string())),
  },
  /** Reads a file of questions (GIFT, Aiken, CSV or XLSX), and stores nothing. */
  readFile: {
    method: 'POST',
    path: '/tests/questions',
    who: 'tests:edit',
    files: { questions: { kind: 'table', max: 1 } },
    reply: data(QuestionFile),
  },
  /** Takes a picture for a question; what no question shows within a week is thrown away. */
  addPicture: {
    method: 'POST',
    path: '/tests/pictures',
    who: 'tests:edit',
    files: { picture: { kind: 'image', max: 1 } },
    status: 201,
    reply: data(z.omit(QuestionPicture, { text: true })),
  },
  /** The questions of a test's newest version as a file's text. */
  writeFile: {
    method: 'GET',
    path: '/tests/:id/file',
    who: 'tests:read',
    params: ById,
    query: z.object({ format: z.enum(['gift', 'csv']) }),
    reply: data(
      z.object({
        filename: z.string(),
        content: z.string(),
        /** How many questions lost their picture, which neither format can carry. */
        withoutPicture: z.number(),
      }),
    ),
  },
  analyse: {
    method: 'GET',
    path: '/tests/:id/analysis',
    who: 'results:read',
    params: ById,
    query: z.object({ version: z.optional(z.coerce.number('Version is a number').check(z.int(), z.gte(1))) }),
    reply: data(Analysis),
  },
} as const satisfies Calls;
