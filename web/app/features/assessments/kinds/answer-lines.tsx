import { marksInWords } from '@fairlead/contract/assessments/marks';
import { cx } from '../../../ui/cx.ts';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';

/** One part of a submitted answer. */
export type AnswerLine = {
  /** What was asked: an item, or a place in an order. */
  label?: string;
  /** Blank for nothing. */
  said: string;
  /** What is right; null where the answer key is not shown. */
  right: string | null;
  /** Null where the answer key is not shown. */
  isRight: boolean | null;
};

/** The parts of a submitted answer, each with what is right where it is wrong. */
export function AnswerLines({ lines }: { lines: readonly AnswerLine[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-1">
      {lines.map((line) => (
        <Line key={line.label ?? ''} {...line} />
      ))}
    </ul>
  );
}

function Line({ label, said, right, isRight }: AnswerLine) {
  return (
    <li className="flex items-start gap-2">
      {isRight === true && <CheckIcon className="mt-1 shrink-0 text-good" />}
      {isRight === false && <CloseIcon className="mt-1 shrink-0 text-bad" />}
      <span className="min-w-0 break-words">
        {label && <span className="text-soft">{label}: </span>}
        <span className={cx('font-semibold', isRight === true && 'text-good', isRight === false && 'text-bad')}>
          {said || 'Not answered'}
        </span>
        {isRight !== null && <span className="sr-only"> ({isRight ? 'right' : 'wrong'})</span>}
        {isRight === false && right && (
          <>
            {' '}
            <span className="text-soft">Correct answer:</span> <span className="font-semibold text-good">{right}</span>
          </>
        )}
      </span>
    </li>
  );
}

/** What an answer earned, where it is a part of the mark. */
export function PartMark({ mark }: { mark: number | null }) {
  if (mark === null || mark <= 0 || mark >= 1) return null;
  return <p className="mt-2 text-sm text-soft">{marksInWords(mark)} of 1 mark</p>;
}

/** Tells learners that an answer may be right in part. */
export function PartMarksHint({ partMarks, children }: { partMarks: boolean | undefined; children: string }) {
  return (
    <p className="mb-3 text-sm text-soft">
      {children}
      {partMarks && ' An answer that is right in part earns a part of the mark.'}
    </p>
  );
}
