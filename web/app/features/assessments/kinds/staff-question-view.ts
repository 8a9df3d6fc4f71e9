import type { KindName, PartOf } from '@fairlead/contract/question-kinds';
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';

/** A question with its answer key, as far as its kind is concerned. */
export type KeyedQuestion<K extends KindName = KindName> = PartOf<'key', K> & { options: readonly string[] };

/** The initial values of a form: without an answer key where the question was of another kind before. */
export type Start<K extends KindName = KindName> = Partial<PartOf<'key', K>> & { options: readonly string[] };

/** How staff write, read and correct questions of one kind. */
export type StaffQuestionView<K extends KindName = KindName> = {
  /** The form's fields, named 'questions.0.…' by `name`. The children stand beside the answer key. */
  Fields(props: { name: string; initial: Start<K> | undefined; children: ReactNode }): ReactNode;
  /** The question in the form's fields, by their names without 'questions.0.'. */
  questionIn(field: (name: string) => string): PartOf<'key', K> & { options: string[] };
  /** The question as learners are asked it, for a preview. */
  toAsked(question: KeyedQuestion<K>): PartOf<'asked', K> & { options: string[] };
  /** The options, with those marked that are right. */
  Key(props: { question: KeyedQuestion<K> }): ReactNode;
  /** The answer key in words. */
  inWords(question: KeyedQuestion<K>): string;
  /** The field of a corrected answer key. */
  CorrectionField(props: { question: KeyedQuestion<K> }): ReactNode;
  correctionErrors(form: FormData): FieldErrors;
  correctionIn(form: FormData): PartOf<'correction', K>;
};

/** The lines of a text that are not blank. */
export const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

/** Options without blanks and repetitions, which a draft may have. */
export const distinct = (options: readonly string[]): string[] => [...new Set(options.filter((one) => one.trim()))];
