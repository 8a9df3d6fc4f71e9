import type { KindName, PartOf } from '@fairlead/contract/assessments/question-kinds';
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import type { OptionPicture, Picture } from '../pictures.ts';
import type { OptionPictures } from './option-content.tsx';

/** A question with its answer key, as far as its kind is concerned. */
export type KeyedQuestion<K extends KindName = KindName> = PartOf<'key', K> & {
  options: readonly string[];
  optionPictures?: OptionPictures;
};

/** The initial values of a form: without an answer key where the question was of another kind before. */
export type Start<K extends KindName = KindName> = Partial<PartOf<'key', K>> & Pictured;

/** Options with their pictures, and whether they keep their places. */
export type Pictured = {
  options: readonly string[];
  optionPictures?: readonly (Picture | null)[] | undefined;
  /** Which keep their places; undefined while nobody has decided. */
  fixedOptions?: readonly boolean[] | undefined;
};

/** The options as learners are asked them. */
type Shown = { options: string[]; optionPictures?: (OptionPicture | null)[] };

/** The text of a field by its name; blank for none. */
export type Field = (name: string) => string;
/** The options in a form's fields. A picture without an id is still being uploaded. */
type Written = { options: string[]; optionPictures?: (Picture | null)[]; fixedOptions?: boolean[] };

export type FieldsProps<K extends KindName = KindName> = {
  name: string;
  initial: Start<K> | undefined;
  /** Called when a picture of an option was changed or removed. */
  onPicture: () => void;
  children: ReactNode;
};

/** How staff write, read and correct questions of one kind. */
export type StaffQuestionView<K extends KindName = KindName> = {
  /** The form's fields, named 'questions.0.…' by `name`. The children stand beside the answer key. */
  Fields(props: FieldsProps<K>): ReactNode;
  /** The question in the form's fields, by their names without 'questions.0.'. */
  questionIn(field: Field): PartOf<'key', K> & Written;
  /** The question as learners are asked it, for a preview. */
  toAsked(question: KeyedQuestion<K>): PartOf<'asked', K> & Shown;
  /** The options, with those marked that are right. */
  Key(props: { question: KeyedQuestion<K> }): ReactNode;
  /** The answer key in words. */
  inWords(question: KeyedQuestion<K>): string;
  /** The field of a corrected answer key. */
  CorrectionField(props: { question: KeyedQuestion<K> }): ReactNode;
  correctionErrors(form: FormData): FieldErrors;
  correctionIn(form: FormData): PartOf<'correction', K>;
};

/** The picture in a question's or an option's fields, if it has one; without an id while it is uploaded. */
export function pictureIn(field: Field): Picture | undefined {
  const id = field('id');
  if (id === '' && field('sending') === '') return undefined;
  return { id, url: field('url'), text: field('text'), width: Number(field('width')), height: Number(field('height')) };
}

/** The lines of a text that are not blank. */
export const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

/** Options with their pictures, without those that are blank or repeated, which a draft may have. */
export function distinctPictured({
  options,
  optionPictures,
}: {
  options: readonly string[];
  optionPictures?: OptionPictures;
}) {
  const kept = [...options.keys()].filter(
    (place) => options[place]?.trim() && options.indexOf(options[place] ?? '') === place,
  );
  return {
    options: kept.map((place) => options[place] ?? ''),
    ...(optionPictures && { optionPictures: kept.map((place) => optionPictures[place] ?? null) }),
  };
}

/** Options without blanks and repetitions, which a draft may have. */
export const distinct = (options: readonly string[]): string[] => distinctPictured({ options }).options;
