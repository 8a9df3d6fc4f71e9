import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { ofEachKind, QuestionInput, topic } from './question-kinds.ts';
import { ByCourse, ById, Days, data, Id, Instant, ListQuery, oneOf, saved, sortedBy, text } from './shapes.ts';

/** The picture of a question, with a link to download it. */
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

/** A number, or its text as a form sends it. Coercion would turn a blank into 0, and then everybody would pass. */
const percent = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' && value.length <= 20 && value.trim() !== '' ? Number(value) : value,
  ),
  z
    .number('Pass mark is required')
    .check(z.gte(0, 'Pass mark must be a percentage'), z.lte(100, 'Pass mark must be a percentage')),
);

const whole = (label: string, max: number) =>
  z.nullable(
    z.number(`${label} must be a number`).check(z.int(`${label} must be a whole number`), z.gte(1), z.lte(max)),
  );

/** How an assessment is taken. */
export const Settings = z.object({
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  /** From the start of an attempt to its deadline; null for no deadline. */
  minutes: whole('Time allowed', 1440),
  /** Null for no limit. */
  attemptsAllowed: whole('Attempts allowed', 100),
  /** Between a submission and the next attempt; null for none. */
  hoursBetween: z.nullable(z.number('Waiting time must be a number').check(z.gt(0), z.lte(8760))),
  /** Whether each wait is twice as long as the previous one, up to a week. */
  waitGrows: z.boolean(),
  /**
   * How the score of a failed attempt is shown to the learner. A rough score is a range; correct answers are then shown
   * only after a pass, because exact scores of several attempts reveal the answer key.
   */
  failedScore: z.enum(['exact', 'rough']),
  /** The review of a submitted attempt by its learner: the score, their own answers, or also the correct ones. */
  review: z.enum(['score', 'answers', 'correct']),
  /** Whether leaving the window of the assessment is recorded for staff. */
  noteLeaving: z.boolean(),
  /**
   * How many questions of a topic are drawn for an attempt. All questions of the topics that are not listed are asked.
   */
  draws: z
    .array(
      z.object({ topic, count: z.number('Number of questions must be a number').check(z.int(), z.gte(1), z.lte(500)) }),
    )
    .check(z.maxLength(100)),
});
export type Settings = z.infer<typeof Settings>;

/** Settings that prevent learners from finding the answer key by trial and error. */
export const recommendedSettings = {
  attemptsAllowed: 3,
  hoursBetween: 0.25,
  waitGrows: true,
  failedScore: 'rough',
} as const satisfies Partial<Settings>;

/** The default settings of a new assessment. */
export const newTestSettings: Settings = {
  shuffleQuestions: false,
  shuffleOptions: false,
  minutes: null,
  ...recommendedSettings,
  review: 'score',
  noteLeaving: false,
  draws: [],
};

/**
 * The maximum of a doubling wait, in hours: a longer one would not prevent more guessing, but would keep learners
 * ashore.
 */
const longestGrownWait = 7 * 24;

/**
 * Hours from the submission of an attempt to the next; 0 for none. `attempts` is the number of submitted attempts, at
 * least 1.
 */
export const hoursUntilNext = (
  { hoursBetween, waitGrows }: Pick<Settings, 'hoursBetween' | 'waitGrows'>,
  attempts: number,
): number => {
  const first = hoursBetween ?? 0;
  return waitGrows ? Math.min(first * 2 ** (attempts - 1), Math.max(first, longestGrownWait)) : first;
};

export const TestInput = z
  .object({
    courseId: Id,
    title: text('Title'),
    passMark: percent,
    questions: z.array(QuestionInput).check(z.minLength(1, 'At least one question is required'), z.maxLength(500)),
    /**
     * Settings that are left out have the recommended values in a new assessment, and stay unchanged in an edited one.
     */
    settings: z.optional(z.partial(Settings)),
  })
  .check(
    z.refine(
      ({ settings, questions }) =>
        (settings?.draws ?? []).every(
          (draw) => questions.filter((one) => (one.topic ?? '') === draw.topic).length >= draw.count,
        ),
      { path: ['settings', 'draws'], message: 'A topic has fewer questions than you ask for' },
    ),
    z.refine(
      ({ settings }) => new Set(settings?.draws?.map((draw) => draw.topic)).size === (settings?.draws?.length ?? 0),
      {
        path: ['settings', 'draws'],
        message: 'Write each topic only once',
      },
    ),
  );
export type TestInput = z.infer<typeof TestInput>;

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
      picture: z.optional(QuestionPicture),
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
  /**
   * Of a failed attempt, the topics whose questions were answered below the pass mark, as far as they may be told
   * without telling the answer key, and the films that teach them. A topic is named as staff named it, or else as its
   * film.
   */
  weakTopics: z.array(
    z.object({
      topic: z.string(),
      /** `serial` is the place of a film in its training, from 1. */
      films: z.array(z.object({ _id: Id, title: z.string(), serial: z.number() })),
    }),
  ),
  pdfPath: z.optional(z.nullable(z.object({ filename: z.string(), url: z.string() }))),
});
export type Result = z.infer<typeof Result>;

/** The result of an attempt that was just submitted, as its learner sees it. */
export const SubmittedResult = z.extend(Result, {
  /** When the assessment can be taken again; null after a pass. */
  next: z.nullable(
    z.object({
      /** Null for no limit. */
      attemptsLeft: z.nullable(z.number()),
      /** The earliest time of the next attempt; null if it may start at once, or if no attempt is left. */
      at: z.nullable(Instant),
    }),
  ),
});
export type SubmittedResult = z.infer<typeof SubmittedResult>;

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
      picture: z.optional(QuestionPicture),
    }),
  ),
  result: z.nullable(Result),
  attempt: z.nullable(OpenAttempt),
  sitting: z.nullable(Sitting),
});
export type Paper = z.infer<typeof Paper>;

/** An answer as submitted. */
export const GivenAnswer = ofEachKind('given', { questionId: Id });
export type GivenAnswer = z.infer<typeof GivenAnswer>;

export const Submission = z.object({
  testId: Id,
  courseId: Id,
  answers: z.array(GivenAnswer).check(z.maxLength(500)),
  /** The attempt to which the answers belong. With it, submitting the same attempt again returns the same result. */
  attemptId: z.optional(Id),
  /** Accepted from any client and ignored: the server measures the time itself. */
  timeTaken: z.optional(z.unknown()),
});
export type Submission = z.infer<typeof Submission>;

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
export const ResultsQuery = z.extend(z.extend(ListQuery, Days.shape), {
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
  create: { method: 'POST', path: '/test', who: 'tests:edit', body: TestInput, status: 201, reply: saved(Test) },
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
