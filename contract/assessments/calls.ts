import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import {
  ByCourse,
  ById,
  DatedListQuery,
  data,
  Id,
  Instant,
  ListQuery,
  oneOf,
  saved,
  sortedBy,
  wholeFrom,
} from '../values/shapes.ts';
import { ofEachKind } from './question-kinds.ts';
import { mostTestBytes, TestInput } from './test-input.ts';
import { Settings } from './test-settings.ts';
import { WeakTopics } from './weak-topics.ts';

/** A picture of a question, with a link to download it. */
export const QuestionPicture = z.object({
  _id: Id,
  url: z.string(),
  /** In pixels. */
  width: z.number(),
  height: z.number(),
  /** The text alternative, for people who cannot see it. */
  text: z.string(),
});
export type QuestionPicture = z.infer<typeof QuestionPicture>;

/**
 * The pictures of a question and of its options as staff read them to write them again; left out where there are none.
 */
export const writtenPictures = {
  picture: z.optional(QuestionPicture),
  /** Each at the place of its option. */
  optionPictures: z.optional(z.array(z.nullable(QuestionPicture))),
};

/** The picture of an option for learners: an id would tell in which order the options were written. */
const OptionPicture = z.omit(QuestionPicture, { _id: true });
export type OptionPicture = z.infer<typeof OptionPicture>;

/** The same where questions are answered and reviewed. */
export const shownPictures = {
  picture: z.optional(QuestionPicture),
  /** Each at the place of its option. */
  optionPictures: z.optional(z.array(z.nullable(OptionPicture))),
};

/** Whether a question is for practice, and why its answer is right, for staff; left out if it is not, and if blank. */
export const practised = { forPractice: z.optional(z.boolean()), explanation: z.optional(z.string()) };

/** Whether a question, and which of its options, keep their places under shuffling; left out where none does. */
export const fixed = { keepsPlace: z.optional(z.boolean()), fixedOptions: z.optional(z.array(z.boolean())) };

/** An assessment as staff see it. */
export const Test = z.object({
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  passMark: z.number(),
  isPublished: z.boolean(),
  version: z.number(),
  questions: z.array(
    ofEachKind('key', {
      _id: Id,
      questionText: z.string(),
      options: z.array(z.string()),
      topic: z.string(),
      filmId: z.optional(Id),
      ...writtenPictures,
      ...practised,
      ...fixed,
    }),
  ),
  settings: Settings,
  /** Whether it is published, its answer key can be found by trial and error, and nobody has accepted that. */
  guessable: z.boolean(),
});
export type Test = z.infer<typeof Test>;

export const Result = z.object({
  _id: Id,
  score: z.number(),
  totalQuestions: z.number(),
  /** Unrounded. */
  percentage: z.number(),
  /**
   * Null for an exact result. A rough result is at least `score` and `percentage`, and below this percentage; its
   * `score` and `percentage` are the same for every score in that range.
   */
  percentageBelow: z.nullable(z.number()),
  passed: z.boolean(),
  /** The latest correction of an answer key that changed the score; `oldScore` is null beside a rough result. */
  regraded: z.nullable(z.object({ at: Instant, oldScore: z.nullable(z.number()) })),
  weakTopics: WeakTopics,
  pdfPath: z.optional(z.nullable(z.object({ filename: z.string(), url: z.string() }))),
});
export type Result = z.infer<typeof Result>;

/** The result of an attempt that was just submitted, as its learner sees it. */
export const SubmittedResult = z.extend(Result, {
  /** When the assessment can be taken again, and what there is to practise with; null after a pass. */
  next: z.nullable(
    z.object({
      /** Null for no limit. */
      attemptsLeft: z.nullable(z.number()),
      /** The earliest time of the next attempt; null if it may start at once, or if no attempt is left. */
      at: z.nullable(Instant),
      /** The number of questions for practice, with those that the attempt held back while it was open. */
      practiceQuestions: z.number(),
    }),
  ),
});
export type SubmittedResult = z.infer<typeof SubmittedResult>;

/** The number of the latest save by which an answer of an attempt changed; 0 before the first. */
export const Revision = z.number().check(...wholeFrom(0));

/** The attempt to which a test paper belongs, and its progress. */
export const OpenAttempt = z.object({
  _id: Id,
  startedAt: Instant,
  /** Since it was started, by the server's clock. */
  secondsGone: z.number(),
  /** Until the deadline, by the server's clock; null without one. */
  secondsLeft: z.nullable(z.number()),
  noteLeaving: z.boolean(),
  /** The answers saved so far. */
  answers: z.array(ofEachKind('answer', { questionId: Id })),
  revision: Revision,
});
export type OpenAttempt = z.infer<typeof OpenAttempt>;

/** The status of an assessment with a time limit or other limits, and whether another attempt may start. */
export const Sitting = z.object({
  questionCount: z.number(),
  minutes: z.nullable(z.number()),
  attemptsAllowed: z.nullable(z.number()),
  attemptsUsed: z.number(),
  /** Including extra attempts that staff allowed; null for no limit. */
  attemptsLeft: z.nullable(z.number()),
  /** From the submission of the next attempt to the one after it; 0 for none. */
  hoursUntilNext: z.number(),
  /** The earliest time of the next attempt; null if it may start at once, or never. */
  nextAttemptAt: z.nullable(Instant),
  mayStart: z.boolean(),
  noteLeaving: z.boolean(),
});
export type Sitting = z.infer<typeof Sitting>;

/**
 * The test paper as a learner gets it, without correct answers. `result` is that of the last attempt, if any. An
 * assessment with a time limit is started by `start`: until then, and while no attempt may start, it has no questions.
 * `sitting` is the learner's status in an assessment with a time limit or other limits.
 */
export const Paper = z.object({
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  passMark: z.number(),
  questions: z.array(
    ofEachKind('asked', {
      _id: Id,
      questionText: z.string(),
      options: z.array(z.string()),
      ...shownPictures,
    }),
  ),
  result: z.nullable(Result),
  /** The number of questions for practice that the course has. */
  practiceQuestions: z.number(),
  attempt: z.nullable(OpenAttempt),
  sitting: z.nullable(Sitting),
});
export type Paper = z.infer<typeof Paper>;

/** An answer as submitted. */
export const GivenAnswer = ofEachKind('given', { questionId: Id });
export type GivenAnswer = z.infer<typeof GivenAnswer>;

/** The most bytes of answers as a whole: half of their test, whose texts are both its options and its answer key. */
export const mostAnswerBytes = mostTestBytes / 2;

const Submission = z.object({
  testId: Id,
  courseId: Id,
  answers: z.array(GivenAnswer).check(z.maxLength(500)),
  /** The attempt to which the answers belong. With it, submitting the same attempt again returns the same result. */
  attemptId: z.optional(Id),
  /** As in a save (`attempts.save`). */
  revision: z.optional(Revision),
  /** Accepted from any client and ignored: the server measures the time itself. */
  timeTaken: z.optional(z.unknown()),
});

export const SubmittedAttempt = z.object({
  _id: Id,
  testId: Id,
  courseId: Id,
  courseTitle: z.string(),
  testTitle: z.string(),
  userId: Id,
  userName: z.string(),
  userEmail: z.string(),
  /** In the order of the test paper; an answer that was none of the options is empty. */
  answers: z.array(ofEachKind('answer', { questionId: Id })),
  score: z.number(),
  totalQuestions: z.number(),
  percentage: z.number(),
  passed: z.boolean(),
  /** Seconds from the opening of the test paper to its submission, by the server's clock. */
  timeTaken: z.number(),
  submittedAt: Instant,
  /** Signs of guessing, in words, such as '4 submissions in 2 minutes'. */
  signs: z.array(z.string()),
});
export type SubmittedAttempt = z.infer<typeof SubmittedAttempt>;

/** Filters for submitted attempts: by course, by outcome, and by day of submission. */
export const ResultsQuery = z.extend(DatedListQuery, {
  sort: sortedBy(['newest', 'oldest']),
  course: z.optional(Id),
  result: oneOf(['passed', 'failed']),
  /** Only attempts with signs of guessing. */
  guessing: oneOf(['signs']),
});
export type ResultsQuery = z.infer<typeof ResultsQuery>;

/** Filters for assessments: by course, and by whether they are published. */
const PublishedQuery = z.extend(ListQuery, { sort: sortedBy(['newest', 'oldest']), course: z.optional(Id) });
export const TestsQuery = z.extend(PublishedQuery, {
  state: oneOf(['published', 'unpublished']),
  /** Only those with `guessable`. */
  guessing: oneOf(['possible']),
});
export type TestsQuery = z.infer<typeof TestsQuery>;

export const assessments = {
  create: {
    method: 'POST',
    path: '/test',
    who: 'tests:edit',
    body: TestInput,
    mostBytes: mostTestBytes,
    status: 201,
    reply: saved(Test),
  },
  list: {
    method: 'GET',
    path: '/test',
    who: 'tests:read',
    query: TestsQuery,
    reply: data(z.array(Test)),
    table: { name: 'tests' },
  },
  listPublished: {
    method: 'GET',
    path: '/test/published',
    who: 'tests:read',
    query: PublishedQuery,
    reply: data(z.array(Test)),
    table: { name: 'published-tests' },
  },
  /** The assessments of a course, published or not, the newest first. `id` is the course's. */
  listOfCourse: {
    method: 'GET',
    path: '/courses/:id/tests',
    who: 'tests:read',
    params: ById,
    query: ListQuery,
    reply: data(z.array(Test)),
  },
  /** Starts an attempt for the learner, or continues the open one. */
  getPaper: { method: 'GET', path: '/test/:courseId', who: 'learner', params: ByCourse, reply: data(z.array(Paper)) },
  publish: { method: 'POST', path: '/test/published/:id', who: 'tests:edit', params: ById, reply: saved(Test) },
  unpublish: { method: 'POST', path: '/test/unpublished/:id', who: 'tests:edit', params: ById, reply: saved(Test) },
  submit: {
    method: 'POST',
    path: '/submitTest',
    who: 'learner',
    body: Submission,
    mostBytes: mostAnswerBytes,
    status: 201,
    reply: data(SubmittedResult),
  },
  listSubmitted: {
    method: 'GET',
    path: '/submitTest',
    who: 'results:read',
    query: ResultsQuery,
    reply: data(z.array(SubmittedAttempt)),
    table: { name: 'user-results' },
  },
} as const satisfies Calls;
