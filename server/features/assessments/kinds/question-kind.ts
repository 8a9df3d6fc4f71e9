import type { GivenAnswer } from '@fairlead/contract/assessments';
import type { KindName, OfKind, PartOf, QuestionInput } from '@fairlead/contract/question-kinds';
import type { RawBuilder } from 'kysely';
import type { JsonValue } from '../../../platform/db/schema.generated.ts';
import type { Stored } from './stored.ts';

/** A question with its answer key, of any kind. */
export type KeyedQuestion = { kind: string; options: readonly string[]; key: Stored };

/** The options of a question in a file, and those of them that are right. */
export type FileChoices = { options: readonly string[]; correct: readonly string[] };

/**
 * All that depends on the kind of a question. What a method takes belongs to a question of its kind. What it returns as
 * `PartOf` is the kind's part of a response, with its name unless it is the default kind (contract/question-kinds.ts).
 */
export type QuestionKind<K extends KindName = KindName> = {
  /** The answer key of a question that the contract has checked. */
  keyOf(input: OfKind<K, QuestionInput>): Stored;
  /**
   * The corrected answer key of an existing question.
   *
   * @throws AppError `invalid` for one that the question cannot have.
   */
  correctedKey(options: readonly string[], correction: PartOf<'correction', K>): Stored;
  /** Whether an answer is more than a blank. */
  isAnswered(given: OfKind<K, GivenAnswer>): boolean;
  /** What an answer selects, always in the same form; null for an answer that the question does not offer. */
  selectionOf(options: readonly string[], given: OfKind<K, GivenAnswer>): Stored | null;
  isRight(key: Stored, selection: Stored): boolean;

  /** A question as a learner is asked it, without its answer key. */
  toAsked(): PartOf<'asked', K>;
  /** The answer key, for staff. */
  toKey(question: KeyedQuestion): PartOf<'key', K>;
  /** An answer; null for none. */
  toAnswer(options: readonly string[], selection: Stored | null): PartOf<'answer', K>;
  /** An answer as its learner reviews it, with the answer key or without. */
  toReviewed(question: KeyedQuestion, selection: Stored | null, showsKey: boolean): PartOf<'reviewed', K>;
  /** An answer with the answer key, for staff. */
  toMarked(question: KeyedQuestion, selection: Stored | null): PartOf<'marked', K>;
  /** An answer from what `sql.answered` selects, which is null for none. */
  toListedAnswer(answered: JsonValue): PartOf<'answer', K>;
  /** An answer key or a selection in words, for records. */
  inWords(options: readonly string[], stored: Stored): string;

  /** The answer key of a question in a file; undefined for a question that is not of this kind. */
  fromFile(choices: FileChoices): PartOf<'key', K> | undefined;
  toFile(question: KeyedQuestion): FileChoices;

  /** SQL over the rows `question` and `answer`, an answer to it; the answer's columns are null for none. */
  sql: {
    /** `isRight`; never null. */
    isRight: RawBuilder<boolean>;
    /** Whether the answer selects the option at this place. */
    selects(place: number): RawBuilder<boolean>;
    /** What the answer selects, as JSON for its learner and for staff. */
    answered: RawBuilder<JsonValue>;
  };
};
