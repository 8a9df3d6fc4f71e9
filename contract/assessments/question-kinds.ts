import { z } from 'zod/mini';
import { bounded, Id, optionalText, text, tidy } from '../values/shapes.ts';
import { foldAnswer, readNumber, tidyAnswer } from './compared-answers.ts';

/** The topic of a question, for drawing a number of questions from each; blank for none. */
export const topic = optionalText('Topic', 100);

/** Why the answer of a question is right; blank for nothing. */
const explanation = optionalText('Explanation', 2000);

/** A picture that was uploaded before (POST /tests/pictures), or that another question shows. */
const picture = z.object({ _id: Id, text: text('Text alternative', 500) });

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
  picture: z.optional(picture),
  /** Whether it keeps its place among the questions of a test paper that is shuffled. */
  keepsPlace: z.optional(z.boolean()),
};

/** The most options, pairs, steps or accepted answers of a question. Part marks are exact up to this number. */
export const mostOptions = 10;

/** At most so many texts. No rule beside it runs on a longer list, so that none takes long. */
const atMost = (most: number, error = `Write at most ${most}`) => z.maxLength(most, { error, abort: true });

/** A text that a learner typed or chose; blank for none. */
const said = bounded(500, {}, tidy);
const saidEach = z.array(said).check(atMost(mostOptions));
const texts = z.array(z.string());

/** An answer of one text. The parts are those of `singleChoice`. */
const oneAnswer = {
  asked: {},
  correction: { correctAnswer: text('Correct answer', 500) },
  key: { correctAnswer: z.string() },
  given: { selectedAnswer: said },
  answer: { selectedAnswer: z.string() },
  reviewed: { selectedAnswer: z.string(), correctAnswer: z.nullable(z.string()) },
  marked: { selectedAnswer: z.string(), correctAnswer: z.string() },
};

/** One of four options is right. This is the kind of every question and answer that names none. */
const singleChoice = {
  kind: z.optional(z.literal('single-choice')),
  /** A question as staff write it. */
  written: {
    options: z.array(text('Option', 500)).check(z.length(4, { error: 'A question has four options', abort: true })),
    correctAnswer: text('Correct answer', 500),
  },
  /** A question as a learner is asked it. */
  asked: oneAnswer.asked,
  /** The answer key of an existing question as staff correct it. */
  correction: oneAnswer.correction,
  /** The answer key as staff read it. */
  key: oneAnswer.key,
  /** An answer as a learner gives it: the text of an option. */
  given: oneAnswer.given,
  /** An answer as it is read; empty if there was none, or if it was none of the options. */
  answer: oneAnswer.answer,
  /** An answer beside the answer key, which is null unless the learner may see it. */
  reviewed: oneAnswer.reviewed,
  /** An answer beside the answer key, for staff. */
  marked: oneAnswer.marked,
};

/** The options that keep their places under shuffling, each at the place of its option. */
const withFixed = { fixedOptions: z.optional(z.array(z.boolean()).check(atMost(mostOptions))) };
const areFixedOptions = <T extends Options & { fixedOptions?: boolean[] | undefined }>() =>
  z.refine<T>((q) => (q.fixedOptions?.length ?? 0) <= q.options.length, {
    path: ['fixedOptions'],
    message: 'More options keep their places than there are',
  });

/** Which of the options keep their places; undefined for none. */
export const fixedOptionsIn = (input: QuestionInput): boolean[] | undefined =>
  'fixedOptions' in input && input.fixedOptions?.some(Boolean) ? input.fixedOptions : undefined;

/**
 * Whether an option speaks of the other options or of their places, such as 'All of the above' and 'Both A and B', so
 * that it should keep its place.
 */
export const speaksOfOthers = (option: string): boolean =>
  /\b(?:all|none|any|both|each|either|neither|two|three)\b(?: of)?(?: the)? (?:above|below|preceding|following|foregoing|these|those|others?|options|answers|choices)\b/i.test(
    option,
  ) ||
  /^(?:both|either|neither|only|options?|answers?)?[ (]*(?:[a-j]|[1-9]|i{1,3}|iv|v)[ ).]*(?:,|and|or|nor|&|\+)[ (]*(?:[a-j]|[1-9]|i{1,3}|iv|v)\b/i.test(
    option.trim(),
  );

/**
 * The pictures of a question's options, each at the place of its option; null for an option without one. An option is
 * answered and graded by its text. A text that is the same as that of its picture is only read aloud (`isShownAlone`).
 */
const withPictures = { optionPictures: z.optional(z.array(z.nullable(picture)).check(atMost(mostOptions))) };
const areOfOptions = <T extends Options & { optionPictures?: unknown[] | undefined }>() =>
  z.refine<T>((q) => (q.optionPictures?.length ?? 0) <= q.options.length, {
    path: ['optionPictures'],
    message: 'There are more pictures than options',
  });

/** Whether an option is shown by its picture alone: its text says what the picture shows. */
export const isShownAlone = (option: string, picture: { text: string } | null | undefined): boolean =>
  picture?.text === option;

type Options = { options: string[] };
const haveTwins = (options: readonly string[]) => new Set(options).size < options.length;
function areAmong(options: readonly string[], texts: readonly string[]): boolean {
  const offered = new Set(options);
  return texts.every((one) => offered.has(one));
}
const differ = <T extends Options>(message: string) =>
  z.refine<T>((q) => !haveTwins(q.options), { path: ['options'], message });
const holdsAnswer = <T extends Options & { correctAnswer: string }>(message: string) =>
  z.refine<T>((q) => q.options.includes(q.correctAnswer), { path: ['correctAnswer'], message });

const SingleChoiceInput = z
  .object({ ...written, ...withPictures, ...withFixed, kind: singleChoice.kind, ...singleChoice.written })
  .check(
    differ('The four options must differ'),
    holdsAnswer('The correct answer must be one of the four options'),
    areOfOptions(),
    areFixedOptions(),
  );

const twoToTen = z
  .array(text('Option', 500))
  .check(
    z.minLength(2, 'A question has at least two options'),
    atMost(mostOptions, `A question has at most ${mostOptions} options`),
  );

/** One of two to ten options is right. */
const choice = {
  ...oneAnswer,
  kind: z.literal('choice'),
  written: { options: twoToTen, correctAnswer: text('Correct answer', 500) },
};
const ChoiceInput = z
  .object({ ...written, ...withPictures, ...withFixed, kind: choice.kind, ...choice.written })
  .check(
    differ('The options must differ'),
    holdsAnswer('The correct answer must be one of the options'),
    areOfOptions(),
    areFixedOptions(),
  );

/** The options of a statement that is true or false. */
export const trueOrFalse: readonly string[] = ['True', 'False'];
const isTrueOrFalse = z.refine<string>((one) => trueOrFalse.includes(one), 'The correct answer is True or False');

/** A statement is true, or it is false. */
const trueFalse = {
  ...oneAnswer,
  kind: z.literal('true-false'),
  written: {
    options: z
      .array(z.string())
      .check(z.refine((all) => isSameSet(all, trueOrFalse), 'The options are True and False')),
    correctAnswer: z.string().check(isTrueOrFalse),
  },
};
const TrueFalseInput = z
  .object({ ...written, ...withFixed, kind: trueFalse.kind, ...trueFalse.written })
  .check(areFixedOptions());

/**
 * Whether an answer that is right in part earns that part of the mark; otherwise it earns nothing. Each kind says what
 * a part is.
 */
const partMarks = z.optional(z.boolean());

/** Several texts as an answer. */
const severalAnswers = {
  asked: { partMarks },
  key: { correctAnswers: texts, partMarks },
  given: { selectedAnswers: saidEach },
  /** Empty without an answer. */
  answer: { selectedAnswers: texts },
  /** `mark` is what the answer earned, from 0 to 1; null where the answer key is not shown. */
  reviewed: { selectedAnswers: texts, correctAnswers: z.nullable(texts), mark: z.nullable(z.number()) },
  marked: { selectedAnswers: texts, correctAnswers: texts, mark: z.number() },
};

const atLeastOne = z
  .array(text('Correct answer', 500))
  .check(z.minLength(1, 'Mark at least one correct answer'), atMost(mostOptions));

/**
 * Several of two to ten options are right, or one of them. In part marks each right option that is chosen adds its
 * share, and each wrong one takes such a share away, down to nothing.
 */
const severalChoices = {
  ...severalAnswers,
  kind: z.literal('several-choices'),
  written: { options: twoToTen, correctAnswers: atLeastOne, partMarks },
  correction: { correctAnswers: atLeastOne },
};
const SeveralChoicesInput = z
  .object({ ...written, ...withPictures, ...withFixed, kind: severalChoices.kind, ...severalChoices.written })
  .check(
    differ('The options must differ'),
    z.refine((q) => !haveTwins(q.correctAnswers) && areAmong(q.options, q.correctAnswers), {
      path: ['correctAnswers'],
      message: 'Each correct answer must be one of the options',
    }),
    areOfOptions(),
    areFixedOptions(),
  );

const noOptions = z.array(z.string()).check(atMost(0, 'This kind of question has no options'));
const isNumber = z.refine<string>((typed) => readNumber(typed) !== undefined, 'Write a number, such as 1000 or 1.5');
const isTolerance = z.refine<string>(
  (typed) => readNumber(typed)?.startsWith('-') === false,
  'Write a number that is not below 0, such as 0.5',
);
const numberKey = {
  correctAnswer: text('Correct answer', 50).check(isNumber),
  /** How far an answer may be from the correct one; 0 for not at all. */
  tolerance: text('Tolerance', 50).check(isTolerance),
};

/** A number is right that is near enough to the correct one. */
const number = {
  ...oneAnswer,
  kind: z.literal('number'),
  written: { options: noOptions, ...numberKey },
  correction: numberKey,
  key: { correctAnswer: z.string(), tolerance: z.string() },
  reviewed: { ...oneAnswer.reviewed, tolerance: z.nullable(z.string()), mark: z.nullable(z.number()) },
  marked: { ...oneAnswer.marked, tolerance: z.string(), mark: z.number() },
};
const NumberInput = z.object({ ...written, kind: number.kind, ...number.written });

const shortKey = {
  /** The answers that are accepted. */
  correctAnswers: z.array(text('Accepted answer', 200)).check(
    z.minLength(1, 'Write at least one accepted answer'),
    atMost(mostOptions, `A question has at most ${mostOptions} accepted answers`),
    z.refine((all) => !haveTwins(all.map(tidyAnswer)), 'The accepted answers must differ'),
  ),
  /** Whether capitals matter. */
  matchCase: z.optional(z.boolean()),
};
const differInSpelling = z.refine<{ correctAnswers: string[]; matchCase?: boolean | undefined }>(
  (q) => q.matchCase === true || !haveTwins(q.correctAnswers.map(foldAnswer)),
  { path: ['correctAnswers'], message: 'Two accepted answers differ in capitals alone' },
);

/** A typed text is right that is one of a list. */
const shortAnswer = {
  ...oneAnswer,
  kind: z.literal('short-answer'),
  written: { options: noOptions, ...shortKey },
  correction: shortKey,
  key: { correctAnswers: texts, matchCase: z.optional(z.boolean()) },
  reviewed: { selectedAnswer: z.string(), correctAnswers: z.nullable(texts), mark: z.nullable(z.number()) },
  marked: { selectedAnswer: z.string(), correctAnswers: texts, mark: z.number() },
};
const ShortAnswerInput = z
  .object({ ...written, kind: shortAnswer.kind, ...shortAnswer.written })
  .check(differInSpelling);

const prompts = z.array(text('Item', 500)).check(
  z.minLength(2, 'A question has at least two pairs'),
  atMost(mostOptions, `A question has at most ${mostOptions} pairs`),
  z.refine((all) => !haveTwins(all), 'The items must differ'),
);
const matchOfEach = z.array(text('Match', 500)).check(z.minLength(2), atMost(mostOptions));

/**
 * Each item has one match among the options, which may include some that match none. An answer has a text for each
 * item, blank where none is chosen. In part marks each right match is a share.
 */
const matching = {
  ...severalAnswers,
  kind: z.literal('matching'),
  written: { prompts, options: twoToTen, correctAnswers: matchOfEach, partMarks },
  asked: { prompts: texts, partMarks },
  correction: { correctAnswers: matchOfEach },
  key: { prompts: texts, ...severalAnswers.key },
  reviewed: { prompts: texts, ...severalAnswers.reviewed },
  marked: { prompts: texts, ...severalAnswers.marked },
};
const MatchingInput = z.object({ ...written, kind: matching.kind, ...matching.written }).check(
  differ('The matches must differ'),
  z.refine((q) => q.correctAnswers.length === q.prompts.length, {
    path: ['correctAnswers'],
    message: 'Each item needs a match',
  }),
  z.refine((q) => areAmong(q.options, q.correctAnswers), {
    path: ['correctAnswers'],
    message: 'Each match must be one of the options',
  }),
);

const steps = z.array(text('Step', 500)).check(
  z.minLength(2, 'Write at least two steps'),
  atMost(mostOptions, `A question has at most ${mostOptions} steps`),
  z.refine((all) => !haveTwins(all), 'The steps must differ'),
);

/** The options are brought into the right order. In part marks each one at its right place is a share. */
const ordering = {
  ...severalAnswers,
  kind: z.literal('ordering'),
  written: { options: z.array(text('Step', 500)).check(atMost(mostOptions)), correctAnswers: steps, partMarks },
  correction: { correctAnswers: steps },
};
const OrderingInput = z.object({ ...written, kind: ordering.kind, ...ordering.written }).check(
  z.refine((q) => isSameSet(q.options, q.correctAnswers), {
    path: ['correctAnswers'],
    message: 'The right order must name each step once',
  }),
);

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && !haveTwins(one) && areAmong(other, one);

/**
 * Options in an order that tells nothing of the answer key: by a hash of each text. It depends on the texts alone, so
 * that it is the same for every key. An order that avoids the right one would tell it: of two steps, the other order is
 * right.
 */
export function neutralOrder(options: readonly string[]): string[] {
  return options
    .map((option) => ({ option, hash: hashOf(option) }))
    .sort((one, other) => one.hash - other.hash || (one.option < other.option ? -1 : 1))
    .map(({ option }) => option);
}

/** The FNV-1a hash of a text, mixed as in MurmurHash3, so that texts which differ in their last sign lie far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A question as staff write it, of any kind. */
export const QuestionInput = z.discriminatedUnion('kind', [
  SingleChoiceInput,
  ChoiceInput,
  TrueFalseInput,
  SeveralChoicesInput,
  NumberInput,
  ShortAnswerInput,
  MatchingInput,
  OrderingInput,
]);
export type QuestionInput = z.infer<typeof QuestionInput>;

/** Whether test papers ask a question: not one for practice, whose answer learners know. */
export const isAsked = ({ forPractice }: { forPractice?: boolean | undefined }): boolean => forPractice !== true;

type Content = {
  text: string;
  options: readonly string[];
  /** The ids of its picture, and of those of its options at their places. */
  pictureId: string | undefined;
  optionPictureIds?: readonly (string | undefined)[] | undefined;
};

/**
 * The content that identifies a practice question: one with the same text, options in any order,
 * and pictures has the same answer, wherever it is stored.
 */
export const contentOf = ({ text, options, pictureId, optionPictureIds }: Content): string =>
  JSON.stringify([text, options.map((option, i) => JSON.stringify([option, optionPictureIds?.[i]])).sort(), pictureId]);

/** The pictures of a question's options as staff write them; undefined for a kind that has none. */
export const optionPicturesIn = (input: QuestionInput) =>
  'optionPictures' in input ? input.optionPictures : undefined;

/** The name of a question kind. */
export type KindName = NonNullable<QuestionInput['kind']>;

type Part = Exclude<keyof typeof singleChoice, 'kind' | 'written'>;

/**
 * The shape of questions or answers of any kind in a call: `shared` properties, and those of each kind.
 *
 * @param part which of a kind's properties.
 */
export const ofEachKind = <P extends Part, S extends z.core.$ZodShape>(part: P, shared: S) =>
  z.discriminatedUnion('kind', [
    z.object({ ...shared, kind: singleChoice.kind, ...singleChoice[part] }),
    z.object({ ...shared, kind: choice.kind, ...choice[part] }),
    z.object({ ...shared, kind: trueFalse.kind, ...trueFalse[part] }),
    z.object({ ...shared, kind: severalChoices.kind, ...severalChoices[part] }),
    z.object({ ...shared, kind: number.kind, ...number[part] }),
    z.object({ ...shared, kind: shortAnswer.kind, ...shortAnswer[part] }),
    z.object({ ...shared, kind: matching.kind, ...matching[part] }),
    z.object({ ...shared, kind: ordering.kind, ...ordering[part] }),
  ]);

/** Of a union of kinds, the member of one kind. */
export type OfKind<K extends KindName, Union> = Extract<Union, { kind?: K | undefined }>;

/** The properties of one part, of one kind or of any. */
export type PartOf<P extends Part, K extends KindName = KindName> = OfKind<
  K,
  z.infer<ReturnType<typeof ofEachKind<P, Record<never, never>>>>
>;
