import type { GivenAnswer } from '@fairlead/contract/assessments';
import type { PartOf } from '@fairlead/contract/question-kinds';
import type { ReactNode } from 'react';

/** A question as a learner is asked it. */
export type AskedQuestion = PartOf<'asked'> & { id: string; options: readonly string[] };

/** An answer beside the answer key, whose properties are null where it is not shown. */
export type ReviewedAnswer = PartOf<'reviewed'> & { options: readonly string[] };

/** How questions of one kind are answered and reviewed. The page keeps an answer as a text, whatever the kind. */
export type QuestionView = {
  /** The field of an answer; all its inputs are named by the question's id. */
  Answer(props: { question: AskedQuestion; legend: ReactNode; initial: string | undefined }): ReactNode;
  /** The answer in a form; undefined while there is none. */
  answerIn(form: FormData, id: string): string | undefined;
  /** An answer of a response as the page keeps it. */
  textOf(answer: PartOf<'answer'>): string;
  /** An answer for a request. */
  toGiven(text: string): Omit<GivenAnswer, 'questionId'>;
  /** An answer with the options, and with the answer key where it is shown. */
  Reviewed(props: { answer: ReviewedAnswer }): ReactNode;
};
