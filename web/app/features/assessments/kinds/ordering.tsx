import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '../../../ui/more-icons.tsx';
import { AnswerLines, PartMark, PartMarksHint } from './answer-lines.tsx';
import { type AskedQuestion, joined, type QuestionView, separated } from './question-view.ts';

/** The options are brought into order. The answer is their texts in that order. */
export const ordering: QuestionView<'ordering'> = {
  Answer: OrderingAnswer,
  answerIn: (form, id) => form.get(id)?.toString() || undefined,
  isComplete: (text) => separated(text).length > 0,
  textOf: ({ selectedAnswers }) => joined(selectedAnswers),
  toGiven: (text) => ({ kind: 'ordering', selectedAnswers: separated(text) }),
  checked(text, { correctAnswers }) {
    const selectedAnswers = separated(text);
    const isRight = correctAnswers.every((one, i) => one === selectedAnswers[i]);
    return { answer: { kind: 'ordering', selectedAnswers, correctAnswers, mark: isRight ? 1 : 0 }, isRight };
  },
  Reviewed: ({ answer: { options, selectedAnswers, correctAnswers, mark } }) => (
    <>
      <AnswerLines
        lines={options.map((_, i) => ({
          label: String(i + 1),
          said: selectedAnswers[i] ?? '',
          right: correctAnswers?.[i] ?? null,
          isRight: correctAnswers && correctAnswers[i] === selectedAnswers[i],
        }))}
      />
      <PartMark mark={mark} />
    </>
  ),
};

type OrderingAnswerProps = { question: AskedQuestion<'ordering'>; legend: ReactNode; initial: string | undefined };

/**
 * The options in their order, each with buttons that move it by one place: for a thumb, keys and screen readers alike.
 */
function OrderingAnswer({ question: { id, options, partMarks }, legend, initial }: OrderingAnswerProps) {
  const [order, setOrder] = useState(() => {
    const kept = separated(initial);
    return kept.length === options.length && kept.every((one) => options.includes(one)) ? kept : [...options];
  });
  const [isGiven, setGiven] = useState(separated(initial).length > 0);
  const [moved, setMoved] = useState('');
  const field = useRef<HTMLSelectElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const text = joined(order);

  /** The form hears of a new order by an event of its field, as of any other answer. */
  function give(next: string[]) {
    flushSync(() => {
      setOrder(next);
      setGiven(true);
    });
    field.current?.dispatchEvent(new Event('change', { bubbles: true }));
  }

  function move(from: number, by: 1 | -1) {
    const to = from + by;
    const option = order[from];
    if (option === undefined || to < 0 || to >= order.length) return;
    give(order.toSpliced(from, 1).toSpliced(to, 0, option));
    setMoved(`${option}: now ${to + 1} of ${order.length}`);
    const [up, down] = list.current?.children[to]?.querySelectorAll('button') ?? [];
    const wanted = by === -1 ? up : down;
    (wanted?.disabled ? (by === -1 ? down : up) : wanted)?.focus();
  }

  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <PartMarksHint partMarks={partMarks}>Move the lines until they are in the right order.</PartMarksHint>
      <select ref={field} name={id} value={isGiven ? text : ''} onChange={() => undefined} hidden>
        <option value="" />
        <option value={text} />
      </select>
      <ol ref={list} className="flex flex-col gap-2">
        {order.map((option, i) => (
          <li key={option} className="flex items-center gap-3 rounded-md border border-edge py-1 pr-1 pl-4">
            <span className="text-soft tabular-nums">{i + 1}</span>
            <span className="min-w-0 grow break-words">{option}</span>
            <span className="flex shrink-0">
              <IconButton label={`Move up: ${option}`} disabled={i === 0} onClick={() => move(i, -1)}>
                <ArrowUpIcon />
              </IconButton>
              <IconButton label={`Move down: ${option}`} disabled={i === order.length - 1} onClick={() => move(i, 1)}>
                <ArrowDownIcon />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
      {!isGiven && (
        <Button tone="plain" size="small" className="mt-3" onClick={() => give(order)}>
          The order is right
        </Button>
      )}
    </fieldset>
  );
}
