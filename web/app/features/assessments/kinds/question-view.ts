import type { KindName, PartOf } from '@fairlead/contract/assessments/question-kinds';
import type { ReactNode } from 'react';
import type { OptionPictures } from './option-content.tsx';

/** A question as a learner is asked it. */
export type AskedQuestion<K extends KindName = KindName> = PartOf<'asked', K> & {
  id: string;
  options: readonly string[];
  optionPictures?: OptionPictures;
};

/** An answer beside the answer key, whose properties are null where it is not shown. */
export type ReviewedAnswer<K extends KindName = KindName> = PartOf<'reviewed', K> & {
  options: readonly string[];
  optionPictures?: OptionPictures;
};

/** How questions of one kind are answered and reviewed. The page keeps an answer as a text, whatever the kind. */
export type QuestionView<K extends KindName = KindName> = {
  /** The field of an answer; all its inputs are named by the question's id. */
  Answer(props: { question: AskedQuestion<K>; legend: ReactNode; initial: string | undefined }): ReactNode;
  /** The answer in a form; undefined while there is none. */
  answerIn(form: FormData, id: string): string | undefined;
  /** Whether an answer of the page is whole: each item has a match, a number can be read. */
  isComplete(text: string): boolean;
  /**
   * Whether an answer of the page can be sent. One that cannot stays in its field, and the answer before it stays
   * saved. Without this, every answer can be sent.
   */
  isReadable?(text: string): boolean;
  /** An answer of a response as the page keeps it. */
  textOf(answer: PartOf<'answer', K>): string;
  /** An answer for a request. */
  toGiven(text: string): PartOf<'given', K>;
  /** An answer of the page beside its answer key, and whether it is right. */
  checked(text: string, key: PartOf<'key', K>): { answer: PartOf<'reviewed', K>; isRight: boolean };
  /** An answer with the options, and with the answer key where it is shown. */
  Reviewed(props: { answer: ReviewedAnswer<K> }): ReactNode;
};

/** Several texts as one, as the page keeps them; blank for none. */
export const joined = (texts: readonly string[]): string =>
  texts.every((text) => text === '') ? '' : JSON.stringify(texts);

/** The texts in one that `joined` has made; none in any other. */
export function separated(text: string | undefined): string[] {
  if (!text?.startsWith('[')) return [];
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}

/** The texts of all fields with a name. */
export const textsIn = (form: FormData, name: string): string[] => form.getAll(name).map(String);
