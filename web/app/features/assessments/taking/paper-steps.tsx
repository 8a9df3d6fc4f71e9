import { Button } from '../../../ui/button.tsx';
import { ArrowRightIcon } from '../../../ui/icons.tsx';
import type { Paper } from '../wire.ts';
import { QuestionMap } from './question-map.tsx';
import type { PaperWalk } from './use-paper-walk.ts';

type PaperHeadProps = Pick<PaperWalk, 'view' | 'current' | 'goTo' | 'turn'> & {
  questions: Paper['questions'];
  answered: ReadonlySet<string>;
};

/** Above the questions: the keys that help on a keyboard, the choice of the view, and in the short one all numbers. */
export function PaperHead({ view, current, goTo, turn, questions, answered }: PaperHeadProps) {
  const isOne = view === 'one';
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-4">
        {isOne && (
          <p className="font-semibold">
            Question {current + 1} of {questions.length}
          </p>
        )}
        <p className="hidden text-sm text-soft pointer-fine:sm:block">
          Keys: 1 to 9 to choose, Enter for the next question
        </p>
        <Button tone="quiet" size="small" className="-mr-3 ml-auto" onClick={turn}>
          {isOne ? 'Show all questions' : 'One at a time'}
        </Button>
      </div>
      {isOne && <QuestionMap questions={questions} answered={answered} current={current} goTo={goTo} />}
    </div>
  );
}

/** The button to the next unanswered question; none when all are answered, or where 'Next' leads to it. */
export function ToUnanswered({
  view,
  current,
  nextOpen,
  goTo,
}: Pick<PaperWalk, 'view' | 'current' | 'nextOpen' | 'goTo'>) {
  if (nextOpen === -1) return null;
  if (view === 'one' && (nextOpen === current || nextOpen === current + 1)) return null;
  return (
    <Button tone="quiet" size="small" onClick={() => goTo(nextOpen)}>
      Go to question {nextOpen + 1}
    </Button>
  );
}

/** The buttons to the question before and to the next one. */
export function Steps({
  isFirst,
  isLast,
  nextOpen,
  current,
  goTo,
}: Pick<PaperWalk, 'isFirst' | 'isLast' | 'nextOpen' | 'current' | 'goTo'>) {
  return (
    <div className="flex grow justify-end gap-2">
      <Button
        tone="plain"
        size="large"
        className="px-4"
        aria-label="Previous question"
        disabled={isFirst}
        onClick={() => goTo(current - 1)}
      >
        <ArrowRightIcon className="rotate-180" />
      </Button>
      <Button
        tone={nextOpen === -1 ? 'plain' : 'signal'}
        size="large"
        className="max-sm:grow"
        aria-label="Next question"
        disabled={isLast}
        onClick={() => goTo(current + 1)}
      >
        Next
      </Button>
    </div>
  );
}
