import type { ReactNode } from 'react';
import { viewOf } from './kinds/kinds.ts';
import type { ReviewedAnswer } from './kinds/question-view.ts';
import type { Picture } from './pictures.ts';
import { QuestionImage } from './question-image.tsx';

type AnsweredQuestionProps = {
  question: ReviewedAnswer & { text: string; picture?: Picture | undefined };
  /** Further notes on the question. */
  children?: ReactNode;
};

/** A question of a submitted paper, with its answer and perhaps its answer key. */
export function AnsweredQuestion({ question, children }: AnsweredQuestionProps) {
  const { Reviewed } = viewOf(question);
  return (
    <li className="pl-1">
      <p className="font-medium whitespace-pre-line">{question.text}</p>
      <QuestionImage picture={question.picture} />
      <Reviewed answer={question} />
      {children}
    </li>
  );
}
