import type { PartOf } from '@fairlead/contract/question-kinds';
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';

/** A question with its answer key, as far as its kind is concerned. */
export type KeyedQuestion = PartOf<'key'> & { options: readonly string[] };

/** How staff write, read and correct questions of one kind. */
export type StaffQuestionView = {
  /**
   * The form's fields, named 'questions.0.…' by `name`; those of a kind other than single choice include the field
   * 'kind'. The children stand beside the answer key.
   */
  Fields(props: { name: string; initial: KeyedQuestion | undefined; children: ReactNode }): ReactNode;
  /** The question in the form's fields, by their names without 'questions.0.'. */
  questionIn(field: (name: string) => string): PartOf<'key'> & { options: string[] };
  /** The options, with those marked that are right. */
  Key(props: { question: KeyedQuestion }): ReactNode;
  /** The answer key in words. */
  inWords(question: KeyedQuestion): string;
  /** The field of a corrected answer key. */
  CorrectionField(props: { question: KeyedQuestion }): ReactNode;
  correctionErrors(form: FormData): FieldErrors;
  correctionIn(form: FormData): PartOf<'correction'>;
};
