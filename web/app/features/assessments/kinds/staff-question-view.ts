import type { KindName, PartOf } from '@fairlead/contract/question-kinds';
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';

/** A question with its answer key, as far as its kind is concerned. */
export type KeyedQuestion<K extends KindName = KindName> = PartOf<'key', K> & { options: readonly string[] };

/** How staff write, read and correct questions of one kind. */
export type StaffQuestionView<K extends KindName = KindName> = {
  /**
   * The form's fields, named 'questions.0.…' by `name`; those of a kind other than single choice include the field
   * 'kind'. The children stand beside the answer key.
   */
  Fields(props: { name: string; initial: KeyedQuestion<K> | undefined; children: ReactNode }): ReactNode;
  /** The question in the form's fields, by their names without 'questions.0.'. */
  questionIn(field: (name: string) => string): PartOf<'key', K> & { options: string[] };
  /** The options, with those marked that are right. */
  Key(props: { question: KeyedQuestion<K> }): ReactNode;
  /** The answer key in words. */
  inWords(question: KeyedQuestion<K>): string;
  /** The field of a corrected answer key. */
  CorrectionField(props: { question: KeyedQuestion<K> }): ReactNode;
  correctionErrors(form: FormData): FieldErrors;
  correctionIn(form: FormData): PartOf<'correction', K>;
};
