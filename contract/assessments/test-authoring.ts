import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ById, bounded, data, Id, Instant, ListQuery, saved, wholeFrom } from '../values/shapes.ts';
import { fixed, practised, QuestionPicture, Test, writtenPictures } from './calls.ts';
import { ofEachKind } from './question-kinds.ts';
import { mostTestBytes, TestInput } from './test-input.ts';

const written = { questionText: z.string(), options: z.array(z.string()), topic: z.string(), ...practised, ...fixed };
const shown = { ...writtenPictures, filmId: z.optional(Id) };

/** A question as written, not yet part of an assessment. */
export const WrittenQuestion = ofEachKind('key', { ...written, ...shown });
export type WrittenQuestion = z.infer<typeof WrittenQuestion>;

/** A question of the question bank, with the latest assessment that asks it. */
export const BankedQuestion = ofEachKind('key', {
  ...written,
  ...shown,
  _id: Id,
  courseTitle: z.string(),
  testTitle: z.string(),
});
export type BankedQuestion = z.infer<typeof BankedQuestion>;

/** Filters for questions by course and topic; the search covers their texts and topics. */
export const BankQuery = z.extend(ListQuery, {
  course: z.optional(Id),
  topic: z.optional(bounded(100, { tooLong: 'Topic is too long' })),
});
export type BankQuery = z.infer<typeof BankQuery>;

/** Where in a file something stands. */
const place = {
  /** The file in a package. */
  entry: z.optional(z.string()),
  /** The line or row where it begins. */
  line: z.number(),
  /** The name that the file gives to the question. */
  name: z.optional(z.string()),
};

/** Questions of a file; those of a larger bank are added to several tests. */
export const mostQuestionsInFile = 2000;

/** A picture in a file, to be uploaded when its question is added. Its text may be blank. */
const PictureFile = z.object({ base64: z.string(), text: z.string() });

/** The questions read from a file; nothing is stored. */
export const QuestionFile = z.object({
  format: z.enum(['GIFT', 'Aiken', 'table', 'Moodle XML', 'QTI']),
  questions: z.array(
    ofEachKind('key', {
      ...written,
      ...place,
      pictureFile: z.optional(PictureFile),
      /** Those of its options, each at the place of its option. */
      optionPictureFiles: z.optional(z.array(z.nullable(PictureFile))),
    }),
  ),
  /** The parts that cannot be added. */
  problems: z.array(z.object({ ...place, message: z.string() })),
  /** Notes on parts of a question that are left out, while the question itself can be added. */
  notes: z.array(z.object({ ...place, message: z.string() })),
});
export type QuestionFile = z.infer<typeof QuestionFile>;

/** A histogram: the number of values in each class, with the class's lower bound. */
const Distribution = z.array(z.object({ from: z.number(), count: z.number() }));

/** Statistics of an assessment, over all of its versions or in one. */
export const Analysis = z.object({
  title: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  /** Attempts with signs of guessing. */
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
  /** In classes of five minutes; the last has all attempts of an hour or more. */
  minutes: Distribution,
  questions: z.array(
    z.object({
      /** The same question in the newest version, where that asks it: its answer key is the one to correct. */
      questionId: z.optional(Id),
      questionText: z.string(),
      topic: z.string(),
      picture: z.optional(QuestionPicture),
      asked: z.number(),
      right: z.number(),
      unanswered: z.number(),
      /** The answers that learners gave. @property isOther stands for all that no other line counts. */
      options: z.array(
        z.object({
          text: z.string(),
          correct: z.boolean(),
          count: z.number(),
          isOther: z.optional(z.boolean()),
          picture: z.optional(QuestionPicture),
        }),
      ),
      /**
       * The correlation of a correct answer with the rest of the score. Below 0.2, the question poorly separates strong
       * from weak learners; below 0, its answer key may be wrong. Null if all answered alike.
       */
      discrimination: z.nullable(z.number()),
    }),
  ),
});
export type Analysis = z.infer<typeof Analysis>;

export const testAuthoring = {
  get: { method: 'GET', path: '/tests/:id', who: 'tests:read', params: ById, reply: data(Test) },
  /**
   * Saves the next version of an assessment. Refused with 409 and the code 'stale' when `version` is not the newest.
   */
  update: {
    method: 'PUT',
    path: '/tests/:id',
    who: 'tests:edit',
    params: ById,
    body: z.object({ test: TestInput, version: z.optional(z.number().check(...wholeFrom(1))) }),
    mostBytes: mostTestBytes,
    reply: saved(Test),
  },
  /**
   * Saves the next version of an assessment whose answer key can be found by trial and error, with the recommended
   * settings.
   */
  secure: { method: 'POST', path: '/tests/:id/secure-settings', who: 'tests:edit', params: ById, reply: saved(Test) },
  /** Does the same for every `guessable` assessment within the reader's course scope. */
  secureAll: {
    method: 'POST',
    path: '/tests/secure-all',
    who: 'tests:edit',
    reply: saved(z.object({ changed: z.number() })),
  },
  /**
   * Accepts an assessment as it is: there is no further warning that its answer key can be found by trial and error.
   */
  acceptGuessing: {
    method: 'POST',
    path: '/tests/:id/accept-guessing',
    who: 'tests:edit',
    params: ById,
    reply: saved(Test),
  },
  /** Creates an unpublished copy of an assessment. */
  duplicate: {
    method: 'POST',
    path: '/tests/:id/duplicate',
    who: 'tests:edit',
    params: ById,
    status: 201,
    reply: saved(Test),
  },
  /**
   * The question bank: the questions of the newest version of every assessment, each question once, the latest first.
   */
  bank: {
    method: 'GET',
    path: '/questions',
    who: 'tests:read',
    query: BankQuery,
    reply: data(z.array(BankedQuestion)),
  },
  /** The topics of the questions in the bank, sorted by name. */
  topics: {
    method: 'GET',
    path: '/questions/topics',
    who: 'tests:read',
    query: z.object({ course: z.optional(Id) }),
    reply: data(z.array(z.string())),
  },
  /** The films of a course, in their order, to which its questions may belong. */
  films: {
    method: 'GET',
    path: '/tests/films',
    who: 'tests:edit',
    query: z.object({ course: Id }),
    reply: data(z.array(z.object({ _id: Id, title: z.string() }))),
  },
  /** Reads a file of questions (Moodle XML, QTI, GIFT, Aiken, CSV or XLSX), and stores nothing. */
  readFile: {
    method: 'POST',
    path: '/tests/questions',
    who: 'tests:edit',
    files: { questions: { kind: 'question-bank', max: 1 } },
    reply: data(QuestionFile),
  },
  /** Uploads a picture for a question; a picture that no question shows within a week is deleted. */
  addPicture: {
    method: 'POST',
    path: '/tests/pictures',
    who: 'tests:edit',
    files: { picture: { kind: 'image', max: 1 } },
    status: 201,
    reply: data(z.omit(QuestionPicture, { text: true })),
  },
  /** The questions of an assessment's newest version, as the text of a file. */
  writeFile: {
    method: 'GET',
    path: '/tests/:id/file',
    who: 'tests:read',
    params: ById,
    query: z.object({ format: z.enum(['gift', 'csv', 'moodle', 'qti']) }),
    reply: data(
      z.object({
        filename: z.string(),
        content: z.string(),
        /** Whether the content is bytes in base64, and not a text. */
        isBase64: z.boolean(),
        /** The number of questions that lost a picture, because the format does not support pictures. */
        withoutPicture: z.number(),
        /** The number of questions that the format cannot say. */
        leftOut: z.number(),
      }),
    ),
  },
  analyse: {
    method: 'GET',
    path: '/tests/:id/analysis',
    who: 'results:read',
    params: ById,
    query: z.object({ version: z.optional(z.coerce.number('Version is a number').check(...wholeFrom(1))) }),
    reply: data(Analysis),
  },
} as const satisfies Calls;
