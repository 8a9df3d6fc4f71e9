import { useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal } from '../../../lib/calls/api-client.ts';
import type { Where } from '../../../lib/device/kept-store.ts';
import { type Attempt, onPageClock, type Paper } from '../wire.ts';
import { type Absence, givenAnswers, readPaperAgain, rememberAttempt, saveAnswers } from './api.ts';
import { type Answers, dropAnswers, forgetAttempt, type Kept, keepAnswers } from './kept-answers.ts';

/** The delay before a failed save is retried, in milliseconds. */
const pause = 5_000;

/** How long nothing is typed before a typed answer is sent, in milliseconds; on the device it is kept at once. */
const typingPause = 700;

/** Why answers are not saved: no response, or an error from the server. */
export type SavingTrouble = 'offline' | ApiError;

/**
 * That another tab or device has changed answers, which are now shown; and the questions of which an answer was given
 * here and refused for it.
 */
export type Elsewhere = { refused: readonly string[] };

/** The answers to begin with, by question, and how often those of a question were replaced by others. */
type View = { answers: Answers; replaced: Readonly<Record<string, number>> };

type Telling = {
  /** Is called with the end of the attempt, by the page's clock, after each response of the server. */
  onTime: (endsAt: number) => void;
  /** Is called with all answers when others have replaced some that are shown. */
  onReplaced: (answers: Answers) => void;
};

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'stale';

/**
 * Saves the answers of an attempt as they are given, one call at a time. Unsaved answers stay on the device, and are
 * retried until they are saved: after a pause, when the network returns, and at the next visit. When the page is shown
 * again, and after each save, it finds out whether another tab or device has saved answers meanwhile, and shows them.
 *
 * @param kept the answers that were on the device at the beginning.
 */
export function useSavedAnswers(paper: Paper, { id, saved, revision, kept }: Attempt & { kept: Kept }, told: Telling) {
  const [view, setView] = useState<View>(() => ({ answers: { ...saved, ...kept.answers }, replaced: {} }));
  const [trouble, setTrouble] = useState<SavingTrouble>();
  const [elsewhere, setElsewhere] = useState<Elsewhere>();
  const [waiting, setWaiting] = useState(() => Object.keys(kept.answers).length);
  const [where, setWhere] = useState<Where>('disk');
  const shown = useRef<Record<string, string>>({ ...view.answers });
  /** The revision of what is shown. Answers of an earlier visit were given on what it showed. */
  const seen = useRef(kept.revision ?? revision);
  const queue = useRef({
    answers: { ...kept.answers } as Record<string, string>,
    absences: [] as Absence[],
    /** Whether the server is to be asked for its revision, and for its answers. */
    isAsking: false,
    isOutdated: false,
  });
  const sending = useRef<Promise<void>>(null);
  const telling = useRef(told);
  telling.current = told;

  const count = () => setWaiting(Object.keys(queue.current.answers).length);

  /** Sends all pending answers; resolves when none is left, or the call has failed. */
  function send(): Promise<void> {
    sending.current ??= sendAll().finally(() => {
      sending.current = null;
    });
    return sending.current;
  }

  async function sendAll() {
    // After a refusal answers are sent one by one, and what was saved elsewhere is read when all are sent.
    let isOneByOne = false;
    const isDone = () => {
      const { answers, absences, isAsking } = queue.current;
      return Object.keys(answers).length === 0 && absences.length === 0 && !isAsking;
    };
    try {
      while (!isDone()) {
        const sent = Object.entries(queue.current.answers).slice(0, isOneByOne ? 1 : undefined);
        const isRefused = await sendSome(sent);
        if (isRefused && (isOneByOne || sent.length === 1)) await giveUp(sent);
        isOneByOne ||= isRefused;
        if (!isOneByOne) await readOutdated();
      }
      await readOutdated();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      setTrouble(error instanceof ApiError && error.status < 500 ? error : 'offline');
    }
  }

  /** Sends some answers with all absences. Returns whether they were refused, since the page does not show others. */
  async function sendSome(sent: [string, string][]): Promise<boolean> {
    const { absences } = queue.current;
    queue.current.absences = [];
    try {
      const body = { answers: givenAnswers(paper, sent), absences, revision: seen.current };
      const { secondsLeft, revision: stored } = await saveAnswers(id, body);
      queue.current.isAsking = false;
      if (stored > seen.current + (sent.length > 0 ? 1 : 0)) queue.current.isOutdated = true;
      else seen.current = stored;
      await settle(sent);
      if (secondsLeft !== null) telling.current.onTime(onPageClock(secondsLeft));
      return false;
    } catch (error) {
      queue.current.absences.unshift(...absences);
      if (!isStale(error)) throw error;
      queue.current.isOutdated = true;
      return true;
    }
  }

  /** Takes answers that need not be sent any more out of the queue, here and on the device. */
  async function settle(sent: [string, string][]) {
    const { answers } = queue.current;
    for (const [question, answer] of sent) if (answers[question] === answer) delete answers[question];
    setTrouble(undefined);
    count();
    await dropAnswers(id, Object.fromEntries(sent));
  }

  async function giveUp(refused: [string, string][]) {
    const questions = refused.map(([question]) => question);
    setElsewhere((before) => ({ refused: [...(before?.refused ?? []), ...questions] }));
    await settle(refused);
  }

  /** Shows the answers that are on the server, and over them those that are still to be sent. */
  async function readOutdated() {
    if (!queue.current.isOutdated) return;
    const now = (await readPaperAgain(paper.courseId))?.attempt;
    queue.current.isOutdated = false;
    if (now?.id !== id) return; // submitted meanwhile: the page shows what comes after
    seen.current = now.revision;
    const answers = { ...now.saved, ...queue.current.answers };
    const isOther = (question: string) => (answers[question] ?? '') !== (shown.current[question] ?? '');
    const others = paper.questions.map((question) => question.id).filter(isOther);
    if (others.length === 0) return;
    shown.current = { ...answers };
    setView(({ replaced }) => ({
      answers,
      replaced: { ...replaced, ...Object.fromEntries(others.map((one) => [one, (replaced[one] ?? 0) + 1])) },
    }));
    setElsewhere((before) => before ?? { refused: [] });
    telling.current.onReplaced(answers);
  }

  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const retry = useRef(send);
  retry.current = send;
  const leave = useRef<() => void>(() => undefined);
  leave.current = () => rememberAttempt(paper, { saved: { ...shown.current }, revision: seen.current });
  useEffect(() => {
    const again = () => void retry.current();
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      queue.current.isAsking = true;
      again();
    };
    again();
    window.addEventListener('online', again);
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('online', again);
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
      clearTimeout(typing.current);
      again();
      leave.current();
    };
  }, []);
  useEffect(() => {
    if (trouble !== 'offline') return;
    const timer = setInterval(() => void retry.current(), pause);
    return () => clearInterval(timer);
  }, [trouble]);

  return {
    /** The answers on the server, overridden by those that this tab has not sent yet. */
    view,
    trouble,
    elsewhere,
    /** The number of answers that are not saved yet. */
    waiting,
    /** @param how.isTyping the answer is a text that is being typed, which is sent after a pause. */
    give: (question: string, answer: string, { isTyping = false } = {}) => {
      queue.current.answers[question] = answer;
      shown.current[question] = answer;
      setElsewhere(undefined);
      count();
      void keepAnswers(id, { [question]: answer }, seen.current).then(setWhere);
      clearTimeout(typing.current);
      if (isTyping) typing.current = setTimeout(() => void send(), typingPause);
      else void send();
    },
    noteAbsence: (absence: Absence) => {
      queue.current.absences.push(absence);
      void send();
    },
    /** The revision of the answers that are shown. */
    seen,
    /** Reads and shows what another tab or device has saved, after a submission was refused for it. */
    readAgain: async () => {
      queue.current.isOutdated = true;
      await send();
    },
    /** Where they are stored meanwhile. */
    where,
    forget: () => {
      clearTimeout(typing.current);
      queue.current = { answers: {}, absences: [], isAsking: false, isOutdated: false };
      void forgetAttempt(id);
    },
  };
}
