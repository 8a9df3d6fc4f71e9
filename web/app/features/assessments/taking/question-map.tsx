import { cx } from '../../../ui/cx.ts';
import type { Paper } from '../wire.ts';

type QuestionMapProps = {
  questions: Paper['questions'];
  answered: ReadonlySet<string>;
  /** The place of the visible question. */
  current: number;
  goTo: (index: number) => void;
};

/** The numbers of all questions, each a button that shows its question; answered ones are filled. */
export function QuestionMap({ questions, answered, current, goTo }: QuestionMapProps) {
  return (
    <nav aria-label="Questions" className="max-h-28 overflow-y-auto p-0.5">
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(1.75rem,1fr))] gap-1">
        {questions.map(({ id }, index) => {
          const isAnswered = answered.has(id);
          return (
            <li key={id}>
              <button
                type="button"
                aria-label={`Question ${index + 1}, ${isAnswered ? 'answered' : 'not answered'}`}
                aria-current={index === current || undefined}
                onClick={() => goTo(index)}
                className={cx(
                  'h-10 w-full rounded-md border text-sm tabular-nums',
                  isAnswered
                    ? 'border-transparent bg-info-soft font-semibold text-info'
                    : 'border-edge bg-surface text-soft',
                  index === current && 'outline-2 outline-signal',
                )}
              >
                {index + 1}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
