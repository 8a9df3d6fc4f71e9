import type { GivenAnswer } from '@fairlead/contract/assessments/calls';
import type { KindName, OfKind, PartOf, QuestionInput } from '@fairlead/contract/assessments/question-kinds';
import type { RawBuilder } from 'kysely';
import type { JsonValue } from '../../../platform/db/schema.generated.ts';
import type { Stored } from './stored.ts';

/** A question with its answer key, of any kind. */
export type KeyedQuestion = { kind: string; options: readonly string[]; key: Stored };

/** The part of a question that its kind reads. */
export type Keyed = Omit<KeyedQuestion, 'kind'>;

/** A line of the analysis of a question: an option, a pair, or an answer. */
export type Choice = {
  text: string;
  correct: boolean;
  /** Whether it stands for all answers that no other line counts. */
  isOther?: boolean;
};

/**
 * All that depends on the kind of a question. What a method takes belongs to a question of its kind. What it returns as
 * `PartOf` is the kind's part of a response, with its name unless it is the default kind
 * (contract/assessments/question-kinds.ts).
 */
export type QuestionKind<K extends KindName = KindName> = {
  /** The options of a question that the contract has checked, in the order in which they are stored and shown. */
  optionsOf(input: OfKind<K, QuestionInput>): readonly string[];
  /** Its answer key. @param options as `optionsOf` returns them. */
  keyOf(options: readonly string[], input: OfKind<K, QuestionInput>): Stored;
  /**
   * The corrected answer key of an existing question.
   *
   * @throws AppError `invalid` for one that the question cannot have.
   */
  correctedKey(question: Keyed, correction: PartOf<'correction', K>): Stored;
  /** Whether a learner can clear an answer without giving another. */
  mayClear: boolean;
  /** Whether an answer is more than a blank. */
  isAnswered(given: OfKind<K, GivenAnswer>): boolean;
  /**
   * The selection of an answer, always in the same form; null for a blank, and for what the question does not offer.
   */
  selectionOf(options: readonly string[], given: OfKind<K, GivenAnswer>): Stored | null;
  /** The parts of a mark (pass-mark.ts) that an answer earns: `wholeMark` if it is right, 0 if it is wrong. */
  parts(question: Keyed, selection: Stored): number;

  /** A question as a learner is asked it, without its answer key. */
  toAsked(question: Keyed): PartOf<'asked', K>;
  /** The answer key, for staff. */
  toKey(question: Keyed): PartOf<'key', K>;
  /** An answer; null for none. */
  toAnswer(options: readonly string[], selection: Stored | null): PartOf<'answer', K>;
  /** An answer as its learner reviews it, with the answer key or without. */
  toReviewed(question: Keyed, selection: Stored | null, showsKey: boolean): PartOf<'reviewed', K>;
  /** An answer with the answer key, for staff. */
  toMarked(question: Keyed, selection: Stored | null): PartOf<'marked', K>;
  /** An answer from what `sql.answered` selects, which is null for none. */
  toListedAnswer(answered: JsonValue): PartOf<'answer', K>;
  /** An answer key in words, for records. */
  keyInWords(question: Keyed): string;
  /** An answer in words, for records. */
  selectionInWords(question: Keyed, selection: Stored): string;
  /** The lines of its analysis; `sql.selects` counts each but that of the others. */
  choicesOf(question: Keyed): Choice[];

  /** SQL over the rows `question` and `answer`, an answer to it; the answer's columns are null for none. */
  sql: {
    /** `parts`; never null. */
    parts: RawBuilder<number>;
    /** Whether the answer counts for the line of the analysis at this place; never null. */
    selects(place: number): RawBuilder<boolean>;
    /** The selection of the answer, as JSON for its learner and for staff. */
    answered: RawBuilder<JsonValue>;
  };
};
