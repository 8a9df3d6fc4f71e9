import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Paper } from '../wire.ts';
import { keepPaperView, type PaperView, readPaperView } from './paper-view.ts';

/**
 * The way through the questions of a paper: which are visible, and how to get from one to another by buttons and keys.
 * All stay in the form, so that the view changes nothing of the answers.
 *
 * @param answered the ids of the questions that have an answer.
 */
export function usePaperWalk(questions: Paper['questions'], answered: ReadonlySet<string>) {
  const isOpen = ({ id }: { id: string }) => !answered.has(id);
  const [view, setView] = useState<PaperView>(readPaperView);
  const [current, setCurrent] = useState(() => Math.max(0, questions.findIndex(isOpen)));
  const last = questions.length - 1;

  /** Shows a question, and moves the focus to its answer, or else to its first field. */
  function goTo(index: number) {
    const question = questions[index];
    if (!question) return;
    flushSync(() => setCurrent(index));
    const item = document.querySelector(`[data-question="${CSS.escape(question.id)}"]`);
    const fields = [...(item?.querySelectorAll<HTMLElement>('input, select:not([hidden]), button:enabled') ?? [])];
    const chosen = fields.find((field) => field instanceof HTMLInputElement && field.checked);
    (chosen ?? fields[0])?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: 'start' });
  }

  /**
   * A digit chooses an option of the question that has the focus; Enter leads to the next question, with Shift back.
   */
  function onKeyDown(event: KeyboardEvent) {
    const { target, key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (!(target instanceof HTMLInputElement) || altKey || ctrlKey || metaKey) return;
    const item = target.closest('[data-question]');
    const index = questions.findIndex(({ id }) => id === item?.getAttribute('data-question'));
    if (!item || index === -1) return;
    if (key === 'Enter') {
      // in a form it would submit the test
      event.preventDefault();
      goTo(index + (shiftKey ? -1 : 1));
    } else if (isChoice(target) && key >= '1' && key <= '9' && key.length === 1) {
      const option = item.querySelectorAll<HTMLInputElement>('input')[Number(key) - 1];
      option?.focus();
      option?.click();
    }
  }

  const after = questions.findIndex((question, index) => index > current && isOpen(question));
  return {
    view,
    current,
    isFirst: current === 0,
    isLast: current === last,
    /** The place of the next unanswered question, beginning again after the last; -1 if all are answered. */
    nextOpen: view === 'one' && after !== -1 ? after : questions.findIndex(isOpen),
    goTo,
    onKeyDown,
    /** Shows the paper in the other view, and remembers it on this device. */
    turn: () => {
      const other = view === 'one' ? 'list' : 'one';
      keepPaperView(other);
      setView(other);
    },
  };
}

const isChoice = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox';

export type PaperWalk = ReturnType<typeof usePaperWalk>;
