import { useId } from 'react';
import { cx } from '../../../ui/cx.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { CorrectKey } from '../answer-keys/staff-correct-key.tsx';
import { OptionContent } from '../kinds/option-content.tsx';
import { formatPercent, tooFew } from '../percent.ts';
import { QuestionImage } from '../question-image.tsx';
import type { Test } from '../staff-wire.ts';
import { Bar } from './bar-chart.tsx';
import type { AnalysisSeen } from './staff-analysis-api.ts';

type Question = AnalysisSeen['questions'][number];
type Keyed = Test['questions'][number];

/**
 * The answers to a question: its options with the number of learners who chose each, and what they say about the
 * question. `keyed` is the question of the test, for those who may correct its answer key.
 */
export function QuestionAnalysis({ question, keyed }: { question: Question; keyed: Keyed | undefined }) {
  const name = useId();
  const { text, picture, topic, asked, right, unanswered, options, discrimination } = question;
  return (
    <li className="pl-1">
      <p id={name} className="font-medium whitespace-pre-line">
        {text}
      </p>
      <QuestionImage picture={picture} />
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
        {topic && <span>{topic}</span>}
        <span>
          {right} of {asked} correct{!tooFew(asked) && ` (${formatPercent((right * 100) / asked)})`}
        </span>
        {unanswered > 0 && <span>{unanswered} without an answer</span>}
        <span>
          {tooFew(asked) ?? `Discrimination ${discrimination === null ? 'unknown' : discrimination.toFixed(2)}`}
        </span>
        {doubtOf(question) && <span className="font-semibold text-warn">{doubtOf(question)}</span>}
      </p>
      <table className="mt-3 w-full">
        <caption className="sr-only">Answers to {text}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Option</th>
            <th scope="col">Chosen</th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ text, picture: shown, correct, count }) => (
            <tr key={text}>
              <th
                scope="row"
                className={cx('w-1/2 py-1 pr-3 text-left font-normal sm:w-2/5', correct && 'font-semibold text-good')}
              >
                <span className="flex items-start gap-2">
                  {correct ? <CheckIcon className="mt-1 shrink-0" /> : <span className="w-[1.25em] shrink-0" />}
                  <span className="min-w-0 break-words">
                    <OptionContent text={text} picture={shown} />
                    {correct && <span className="sr-only"> (correct answer)</span>}
                  </span>
                </span>
              </th>
              <td className="py-1">
                <span className="flex items-center gap-2">
                  <Bar share={count / asked} className={correct ? 'bg-good' : 'bg-edge'} />
                  <span className="text-sm tabular-nums">{count}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {keyed && (
        <div className="mt-2">
          <CorrectKey question={keyed} describedBy={name} />
        </div>
      )}
    </li>
  );
}

function doubtOf({ asked, options, discrimination }: Question): string | undefined {
  if (tooFew(asked)) return undefined;
  const correct = options.flatMap((one) => (one.correct ? [one.count] : []));
  const others = options.find(({ isOther }) => isOther);
  // all that was typed and is not accepted, beside all that is
  if (others && others.count > correct.reduce((sum, count) => sum + count, 0))
    return 'Most answers are not accepted: check whether one of them should be';
  if (options.some((one) => !one.correct && !one.isOther && one.count > Math.min(...correct)))
    return 'A wrong option is chosen more often than the correct one';
  if (discrimination !== null && discrimination < 0) return 'Strong learners get it wrong: check the answer key';
  return discrimination !== null && discrimination < 0.2 ? 'Does not separate strong and weak learners' : undefined;
}
