import { useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal } from '../../../lib/calls/api-client.ts';
import type { Where } from '../../../lib/device/kept-store.ts';
import { type Attempt, onPageClock, type Paper } from '../wire.ts';
import { type Absence, givenAnswers, saveAnswers } from './api.ts';
import { type Answers, dropAnswers, forgetAttempt, keepAnswers } from './kept-answers.ts';

/** The delay before a failed save is retried, in milliseconds. */
const pause = 5_000;

/** How long nothing is typed before a typed answer is sent, in milliseconds; on the device it is kept at once. */
const typingPause = 700;

/** Why answers are not saved: no response, or an error from the server. */
export type SavingTrouble = 'offline' | ApiError;

/**
 * Saves the answers of an attempt as they are given, one call at a time. Unsaved answers stay on the device, and are
 * retried until they are saved: after a pause, when the network returns, and at the next visit.
 *
 * @param kept the answers that were on the device at the beginning.
 * @param onTime is called with the end of the attempt, by the page's clock, after each response of the server.
 */
export function useSavedAnswers(
  paper: Paper,
  { id, saved, kept }: Attempt & { kept: Answers },
  onTime: (endsAt: number) => void,
) {
  const [initial] = useState(() => ({ ...saved, ...kept }));
  const [trouble, setTrouble] = useState<SavingTrouble>();
  const [waiting, setWaiting] = useState(() => Object.keys(kept).length);
  const [where, setWhere] = useState<Where>('disk');
  const queue = useRef({ answers: { ...kept } as Record<string, string>, absences: [] as Absence[] });
  const sending = useRef<Promise<void>>(null);
  const telling = useRef(onTime);
  telling.current = onTime;

  const count = () => setWaiting(Object.keys(queue.current.answers).length);

  /** Sends all pending answers; resolves when none is left, or the call has failed. */
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
        const left = await saveAnswers(id, givenAnswers(paper, Object.entries(sent)), absences);
        for (const [question, answer] of Object.entries(sent))
          if (answers[question] === answer) delete answers[question];
        setTrouble(undefined);
        count();
        await dropAnswers(id, sent);
        if (left !== null) telling.current(onPageClock(left));
      } catch (error) {
        queue.current.absences.unshift(...absences);
        if (!isRefusal(error)) throw error;
        setTrouble(error instanceof ApiError && error.status < 500 ? error : 'offline');
        return;
      }
    }
  }

  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const retry = useRef(send);
  retry.current = send;
  useEffect(() => {
    const again = () => void retry.current();
    again();
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      clearTimeout(typing.current);
      again();
    };
  }, []);
  useEffect(() => {
    if (trouble !== 'offline') return;
    const timer = setInterval(() => void retry.current(), pause);
    return () => clearInterval(timer);
  }, [trouble]);

  return {
    /** The answers given before: those on the server, overridden by those that this tab has not sent yet. */
    initial,
    trouble,
    /** The number of answers that are not saved yet. */
    waiting,
    /** @param how.isTyping the answer is a text that is being typed, which is sent after a pause. */
    give: (question: string, answer: string, { isTyping = false } = {}) => {
      queue.current.answers[question] = answer;
      count();
      void keepAnswers(id, { [question]: answer }).then(setWhere);
      clearTimeout(typing.current);
      if (isTyping) typing.current = setTimeout(() => void send(), typingPause);
      else void send();
    },
    noteAbsence: (absence: Absence) => {
      queue.current.absences.push(absence);
      void send();
    },
    /** Waits until the given answers are saved, or saving has failed. */
    settle: send,
    /** Where they are stored meanwhile. */
    where,
    forget: () => {
      clearTimeout(typing.current);
      queue.current = { answers: {}, absences: [] };
      void forgetAttempt(id);
    },
  };
}
