import { useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal } from '../../lib/api-client.ts';
import { dropDraft, keepTexts, readDraft } from '../../lib/form-draft.ts';
import { type Absence, saveAnswers } from './api.ts';
import { type Attempt, onPageClock } from './wire.ts';

/** How long a save that failed is left alone, in milliseconds. */
const pause = 5_000;

/** Why answers are not saved: no answer came, or the server's word against it. */
export type SavingTrouble = 'offline' | ApiError;

/**
 * Saves the answers of an attempt as they are given, one call at a time. What is not saved yet stays in this tab, and
 * is sent again until it is: after a pause, when the link comes back, and after a reload.
 *
 * @param onTime is told when the attempt ends, by the page's clock, with each answer of the server.
 */
export function useSavedAnswers({ id, saved }: Attempt, onTime: (endsAt: number) => void) {
  const draft = `attempt:${id}`;
  const [initial] = useState(() => ({ ...saved, ...readDraft(draft) }));
  const [trouble, setTrouble] = useState<SavingTrouble>();
  const [waiting, setWaiting] = useState(() => Object.keys(readDraft(draft)).length);
  const queue = useRef({ answers: { ...readDraft(draft) } as Record<string, string>, absences: [] as Absence[] });
  const sending = useRef<Promise<void>>(null);
  const telling = useRef(onTime);
  telling.current = onTime;

  function keep() {
    const { answers } = queue.current;
    if (Object.keys(answers).length > 0) keepTexts(draft, answers);
    else dropDraft(draft);
    setWaiting(Object.keys(answers).length);
  }

  /** Sends everything that waits; resolves when there is nothing left, or it did not go through. */
  function send(): Promise<void> {
    sending.current ??= sendAll().finally(() => {
      sending.current = null;
    });
    return sending.current;
  }

  async function sendAll() {
    while (Object.keys(queue.current.answers).length > 0 || queue.current.absences.length > 0) {
      const { answers, absences } = queue.current;
      const sent = { ...answers };
      queue.current = { answers, absences: [] };
      try {
        const left = await saveAnswers(id, sent, absences);
        for (const [question, answer] of Object.entries(sent))
          if (answers[question] === answer) delete answers[question];
        setTrouble(undefined);
        keep();
        if (left !== null) telling.current(onPageClock(left));
      } catch (error) {
        queue.current.absences.unshift(...absences);
        if (!isRefusal(error)) throw error;
        setTrouble(error instanceof ApiError && error.status < 500 ? error : 'offline');
        return;
      }
    }
  }

  const retry = useRef(send);
  retry.current = send;
  useEffect(() => {
    const again = () => void retry.current();
    again();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  useEffect(() => {
    if (trouble !== 'offline') return;
    const timer = setInterval(() => void retry.current(), pause);
    return () => clearInterval(timer);
  }, [trouble]);

  return {
    /** What was answered before: the server's word, and over it what this tab has not sent yet. */
    initial,
    trouble,
    /** How many answers are not saved yet. */
    waiting,
    give: (question: string, answer: string) => {
      queue.current.answers[question] = answer;
      keep();
      void send();
    },
    noteAbsence: (absence: Absence) => {
      queue.current.absences.push(absence);
      void send();
    },
    /** Waits until what was given is saved, or cannot be. */
    settle: send,
    forget: () => dropDraft(draft),
  };
}
