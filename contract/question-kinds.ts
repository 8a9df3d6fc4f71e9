import { z } from 'zod/mini';
import { bounded, Id, text, tidy } from './shapes.ts';

/** The topic of a question, for drawing a number of questions from each; blank for none. */
export const topic = bounded(100, { tooLong: 'Topic is too long' }, tidy, z.trim());

/** Why the answer of a question is right; blank for nothing. */
export const explanation = bounded(2000, { tooLong: 'Explanation is too long' }, tidy, z.trim());

/** The properties of a question, as staff write it, that do not depend on its kind. */
const written = {
  questionText: text('Question text', 2000),
  topic: z.optional(topic),
  /** The film of the same course that teaches what the question asks. */
  filmId: z.optional(Id),
  /** Whether learners practise with it. They know its answer then, so that no test paper asks it. */
  forPractice: z.optional(z.boolean()),
  /** Learners read it when they have answered the question for practice. */
  explanation: z.optional(explanation),
  /** A picture that was uploaded before (POST /tests/pictures), or that another question shows. */
  picture: z.optional(z.object({ _id: Id, text: text('Text alternative', 500) })),
};

/** One of four options is right. This is the kind of every question and answer that names none. */
const singleChoice = {
  kind: z.optional(z.literal('single-choice')),
  /** A question as staff write it. */
  written: {
    options: z.array(text('Option', 500)).check(z.length(4, 'A question has four options')),
    correctAnswer: text('Correct answer', 500),
  },
  /** A question as a learner is asked it. */
  asked: {},
  /** The answer key of an existing question as staff correct it. */
  correction: { correctAnswer: text('Correct answer', 500) },
  /** The answer key as staff read it. */
  key: { correctAnswer: z.string() },
  /** An answer as a learner gives it: the text of an option. */
  given: { selectedAnswer: bounded(500, {}, tidy) },
  /** An answer as it is read; empty if there was none, or if it was none of the options. */
  answer: { selectedAnswer: z.string() },
  /** An answer beside the answer key, which is null unless the learner may see it. */
  reviewed: { selectedAnswer: z.string(), correctAnswer: z.nullable(z.string()) },
  /** An answer beside the answer key, for staff. */
  marked: { selectedAnswer: z.string(), correctAnswer: z.string() },
};

const SingleChoiceInput = z.object({ ...written, kind: singleChoice.kind, ...singleChoice.written }).check(
  z.refine((q) => new Set(q.options).size === q.options.length, {
    path: ['options'],
    message: 'The four options must differ',
  }),
  z.refine((q) => q.options.includes(q.correctAnswer), {
    path: ['correctAnswer'],
    message: 'The correct answer must be one of the four options',
  }),
);

/** A question as staff write it, of any kind. */
export const QuestionInput = z.discriminatedUnion('kind', [SingleChoiceInput]);
export type QuestionInput = z.infer<typeof QuestionInput>;

/** Whether test papers ask a question: not one for practice, whose answer learners know. */
export const isAsked = ({ forPractice }: { forPractice?: boolean | undefined }): boolean => forPractice !== true;

/**
 * What tells a question that learners practise with from others: one with the same text, options in any order, and picture
 * has the same answer, wherever it is stored.
 */
export const contentOf = (text: string, options: readonly string[], pictureId: string | undefined): string =>
  JSON.stringify([text, [...options].sort(), pictureId]);

/** The name of a question kind. */
export type KindName = NonNullable<QuestionInput['kind']>;

type Part = Exclude<keyof typeof singleChoice, 'kind' | 'written'>;

/**
 * What a call says of questions or answers of any kind: `shared` properties, and those of each kind.
 *
 * @param part which of a kind's properties.
 */
export const ofEachKind = <P extends Part, S extends z.core.$ZodShape>(part: P, shared: S) =>
  z.discriminatedUnion('kind', [z.object({ ...shared, kind: singleChoice.kind, ...singleChoice[part] })]);

/** Of a union of kinds, the member of one kind. */
export type OfKind<K extends KindName, Union> = Extract<Union, { kind?: K | undefined }>;

/** The properties of one part, of one kind or of any. */
export type PartOf<P extends Part, K extends KindName = KindName> = OfKind<
  K,
  z.infer<ReturnType<typeof ofEachKind<P, Record<never, never>>>>
>;
