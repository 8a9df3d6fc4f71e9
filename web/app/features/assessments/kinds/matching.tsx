import type { ReactNode } from 'react';
import { useId } from 'react';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { AnswerLines, PartMark, PartMarksHint } from './answer-lines.tsx';
import { type AskedQuestion, joined, type QuestionView, separated, textsIn } from './question-view.ts';

/** Items with their matches. The answer is the text of a match for each item, blank where none is chosen. */
export const matching: QuestionView<'matching'> = {
  Answer: MatchingAnswer,
  answerIn: (form, id) => joined(textsIn(form, id)) || undefined,
  isComplete: (text) => separated(text).length > 0 && separated(text).every((one) => one !== ''),
  textOf: ({ selectedAnswers }) => joined(selectedAnswers),
  toGiven: (text) => ({ kind: 'matching', selectedAnswers: separated(text) }),
  checked(text, { prompts, correctAnswers }) {
    const selectedAnswers = prompts.map((_, i) => separated(text)[i] ?? '');
    const isRight = correctAnswers.every((one, i) => one === selectedAnswers[i]);
    return { answer: { kind: 'matching', prompts, selectedAnswers, correctAnswers, mark: isRight ? 1 : 0 }, isRight };
  },
  Reviewed: ({ answer: { prompts, selectedAnswers, correctAnswers, mark } }) => (
    <>
      <AnswerLines
        lines={prompts.map((label, i) => ({
          label,
          said: selectedAnswers[i] ?? '',
          right: correctAnswers?.[i] ?? null,
          isRight: correctAnswers && correctAnswers[i] === selectedAnswers[i],
        }))}
      />
      <PartMark mark={mark} />
    </>
  ),
};

type MatchingAnswerProps = { question: AskedQuestion<'matching'>; legend: ReactNode; initial: string | undefined };

/** A list with the browser's own picker for each item, which needs no dragging. */
function MatchingAnswer({ question: { id, prompts, options, partMarks }, legend, initial }: MatchingAnswerProps) {
  const field = useId();
  const chosen = separated(initial);
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <PartMarksHint partMarks={partMarks}>Choose the match of each item.</PartMarksHint>
      <div className="flex flex-col gap-4">
        {prompts.map((prompt, i) => (
          <div key={prompt} className="grid gap-x-6 gap-y-1 sm:grid-cols-2 sm:items-center">
            <label htmlFor={`${field}-${i}`} className="min-w-0 break-words">
              {prompt}
            </label>
            <div className="relative">
              {/* its first option can be chosen, since a field without a value would be missing among the others */}
              <select
                id={`${field}-${i}`}
                name={id}
                defaultValue={chosen[i] ?? ''}
                className="control appearance-none pr-10"
              >
                <option value="">Choose…</option>
                {options.map((option) => (
                  <option key={option} value={option}>
                    {option}
                  </option>
                ))}
              </select>
              <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-soft" />
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
