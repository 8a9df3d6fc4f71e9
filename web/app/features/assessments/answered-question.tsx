import type { QuestionPicture } from '@fairlead/contract/assessments';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx';
import { QuestionImage } from './question-image.tsx';

type AnsweredQuestionProps = {
  text: string;
  picture?: QuestionPicture | undefined;
  options: readonly string[];
  /** Empty when nothing was selected. */
  selectedAnswer: string;
  /** Null where it is not shown. */
  correctAnswer: string | null;
  /** Further notes on the question. */
  children?: ReactNode;
};

/** A question of a submitted paper: its options, with the selected and the correct one marked. */
export function AnsweredQuestion({
  text,
  picture,
  options,
  selectedAnswer,
  correctAnswer,
  children,
}: AnsweredQuestionProps) {
  return (
    <li className="pl-1">
      <p className="font-medium whitespace-pre-line">{text}</p>
      <QuestionImage picture={picture} />
      <ul className="mt-2 flex flex-col gap-1">
        {options.map((option) => (
          <Option
            key={option}
            chosen={option === selectedAnswer}
            right={correctAnswer === null ? null : option === correctAnswer}
          >
            {option}
          </Option>
        ))}
      </ul>
      {selectedAnswer === '' && <p className="mt-2 text-soft">Not answered</p>}
      {children}
    </li>
  );
}

function Option({ chosen, right, children }: { chosen: boolean; right: boolean | null; children: string }) {
  const wrong = chosen && right === false;
  const said = [chosen && 'chosen', right && 'right answer'].filter(Boolean).join(', ');
  return (
    <li
      className={cx(
        'flex items-start gap-2',
        right ? 'font-semibold text-good' : wrong ? 'text-bad' : chosen ? 'font-semibold' : 'text-soft',
      )}
    >
      {right ? (
        <CheckIcon className="mt-1 shrink-0" />
      ) : wrong ? (
        <CloseIcon className="mt-1 shrink-0" />
      ) : (
        <span className="w-[1.25em] shrink-0" />
      )}
      <span className="min-w-0 break-words">
        {children}
        {said && <span className={right === null || chosen ? 'font-normal text-soft' : 'sr-only'}> ({said})</span>}
      </span>
    </li>
  );
}
