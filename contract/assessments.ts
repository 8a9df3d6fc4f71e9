import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { ByCourse, ById, Days, data, Id, Instant, ListQuery, oneOf, saved, sortedBy, text, tidy } from './shapes.ts';

/** What a question is about, for drawing so many of each; blank for none. */
const topic = z.string().check(tidy, z.trim(), z.maxLength(100, 'Topic is too long'));

/** A picture that a question shows, with the link under which it can be fetched as it is. */
export const QuestionPicture = z.object({
  _id: Id,
  url: z.string(),
  /** In pixels. */
  width: z.number(),
  height: z.number(),
  /** What it shows, for those who do not see it. */
  text: z.string(),
});
export type QuestionPicture = z.infer<typeof QuestionPicture>;

export const QuestionInput = z
  .object({
    questionText: text('Question text', 2000),
    options: z.array(text('Option', 500)).check(z.length(4, 'A question has four options')),
    correctAnswer: text('Correct answer', 500),
    topic: z.optional(topic),
    /** One that was sent before (POST /tests/pictures), or that another question shows. */
    picture: z.optional(z.object({ _id: Id, text: text('Text alternative', 500) })),
  })
  .check(
    z.refine((q) => new Set(q.options).size === q.options.length, {
      path: ['options'],
      message: 'The four options must differ',
    }),
    z.refine((q) => q.options.includes(q.correctAnswer), {
      path: ['correctAnswer'],
      message: 'The correct answer must be one of the four options',
    }),
  );

/** A number, or its text as a form has it. Coercion would make 0 of a blank, and let everybody pass. */
const percent = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)),
  z
    .number('Pass mark is required')
    .check(z.gte(0, 'Pass mark is a percentage'), z.lte(100, 'Pass mark is a percentage')),
);

const whole = (label: string, max: number) =>
  z.nullable(z.number(`${label} is a number`).check(z.int(`${label} is a whole number`), z.gte(1), z.lte(max)));

/** How a test is sat. */
export const Settings = z.object({
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  /** From the start of an attempt to its deadline; null for no deadline. */
  minutes: whole('Time allowed', 1440),
  /** Null for as many as one likes. */
  attemptsAllowed: whole('Attempts allowed', 100),
  /** Between a submission and the next attempt; null for none. */
  hoursBetween: z.nullable(z.number('Waiting time is a number').check(z.gt(0), z.lte(8760))),
  /** What learners see of an attempt once it is submitted: the score, their own answers, or the correct ones too. */
  review: z.enum(['score', 'answers', 'correct']),
  /** Whether leaving the test's window is noted for staff. */
  noteLeaving: z.boolean(),
  /** How many questions of a topic are drawn for an attempt; of a topic that is not named, all are asked. */
  draws: z
    .array(z.object({ topic, count: z.number('Questions drawn is a number').check(z.int(), z.gte(1), z.lte(500)) }))
    .check(z.maxLength(100)),
});
export type Settings = z.infer<typeof Settings>;

export const TestInput = z
  .object({
    courseId: Id,
    title: text('Title'),
    passMark: percent,
    questions: z.array(QuestionInput).check(z.minLength(1, 'At least one question is required'), z.maxLength(500)),
    /** What is not named is not set. */
    settings: z.optional(z.partial(Settings)),
  })
  .check(
    z.refine(
      ({ settings, questions }) =>
        (settings?.draws ?? []).every(
          (draw) => questions.filter((one) => (one.topic ?? '') === draw.topic).length >= draw.count,
        ),
      { path: ['settings', 'draws'], message: 'More questions are drawn of a topic than it has' },
    ),
    z.refine(
      ({ settings }) => new Set(settings?.draws?.map((draw) => draw.topic)).size === (settings?.draws?.length ?? 0),
      {
        path: ['settings', 'draws'],
        message: 'A topic is drawn from once',
      },
    ),
  );
export type TestInput = z.infer<typeof TestInput>;

/** A test as staff see it. */
export const Test = z.object({
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  passMark: z.number(),
  isPublished: z.boolean(),
  version: z.number(),
  questions: z.array(
    z.object({
      _id: Id,
      questionText: z.string(),
      options: z.array(z.string()),
      correctAnswer: z.string(),
      topic: z.string(),
      picture: z.optional(QuestionPicture),
    }),
  ),
  settings: Settings,
});
export type Test = z.infer<typeof Test>;

export const Result = z.object({
  _id: Id,
  score: z.number(),
  totalQuestions: z.number(),
  /** Unrounded. */
  percentage: z.number(),
  passed: z.boolean(),
  pdfPath: z.optional(z.nullable(z.object({ filename: z.string(), url: z.string() }))),
});
export type Result = z.infer<typeof Result>;

/** The attempt that a paper is of, as far as it has come. */
export const OpenAttempt = z.object({
  _id: Id,
  startedAt: Instant,
  /** Since it was begun, by the server's clock. */
  secondsGone: z.number(),
  /** Until the deadline, by the server's clock; null without one. */
  secondsLeft: z.nullable(z.number()),
  noteLeaving: z.boolean(),
  /** What is saved so far. */
  answers: z.array(z.object({ questionId: Id, selectedAnswer: z.string() })),
});
export type OpenAttempt = z.infer<typeof OpenAttempt>;

/** What is known of a test before it is begun, and whether it may be. */
export const Sitting = z.object({
  questionCount: z.number(),
  minutes: z.nullable(z.number()),
  attemptsAllowed: z.nullable(z.number()),
  attemptsUsed: z.number(),
  /** No sooner than this; null for at once, or for never. */
  nextAttemptAt: z.nullable(Instant),
  mayStart: z.boolean(),
  noteLeaving: z.boolean(),
});
export type Sitting = z.infer<typeof Sitting>;

/**
 * The paper as a learner gets it: no correct answer is in it. `result` is the last attempt's, if there is one. A test
 * with a clock or a limit of attempts is begun by `start`: until then it has no questions, and `sitting` says what
 * awaits the learner.
 */
export const Paper = z.object({
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  passMark: z.number(),
  questions: z.array(
    z.object({
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

export const Submission = z.object({
  testId: Id,
  courseId: Id,
  answers: z
    .array(z.object({ questionId: Id, selectedAnswer: z.string().check(tidy, z.maxLength(500)) }))
    .check(z.maxLength(500)),
  /** The attempt that the answers belong to. With it, handing the same attempt in again tells its result again. */
  attemptId: z.optional(Id),
  /** Accepted from any client and not believed: the server keeps its own time. */
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
  /** In the paper's order; an answer that was none of the options is empty. */
  answers: z.array(z.object({ questionId: Id, selectedAnswer: z.string() })),
  score: z.number(),
  totalQuestions: z.number(),
  percentage: z.number(),
  passed: z.boolean(),
  /** Seconds between the paper's opening and its submission, by the server's clock. */
  timeTaken: z.number(),
  submittedAt: Instant,
});
export type SubmittedAttempt = z.infer<typeof SubmittedAttempt>;

/** Submitted attempts of one course, of one outcome, or submitted on these days. */
export const ResultsQuery = z.extend(z.extend(ListQuery, Days.shape), {
  sort: sortedBy(['newest', 'oldest']),
  course: z.optional(Id),
  result: oneOf(['passed', 'failed']),
});
export type ResultsQuery = z.infer<typeof ResultsQuery>;

/** Tests by course, and by whether they are sat. */
const PublishedQuery = z.extend(ListQuery, { sort: sortedBy(['newest', 'oldest']), course: z.optional(Id) });
export const TestsQuery = z.extend(PublishedQuery, { state: oneOf(['published', 'unpublished']) });
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
  /** A course's tests, published or not, newest first. `id` is the course's. */
  listOfCourse: {
    method: 'GET',
    path: '/courses/:id/tests',
    who: 'tests:read',
    params: ById,
    query: ListQuery,
    reply: data(z.array(Test)),
  },
  /** Opens the learner's attempt, or goes on with the open one. */
  getPaper: { method: 'GET', path: '/test/:courseId', who: 'learner', params: ByCourse, reply: data(z.array(Paper)) },
  publish: { method: 'POST', path: '/test/published/:id', who: 'tests:edit', params: ById, reply: saved(Test) },
  unpublish: { method: 'POST', path: '/test/unpublished/:id', who: 'tests:edit', params: ById, reply: saved(Test) },
  submit: { method: 'POST', path: '/submitTest', who: 'learner', body: Submission, status: 201, reply: data(Result) },
  listSubmitted: {
    method: 'GET',
    path: '/submitTest',
    who: 'results:read',
    query: ResultsQuery,
    reply: data(z.array(SubmittedAttempt)),
    table: { name: 'user-results' },
  },
} as const satisfies Calls;
