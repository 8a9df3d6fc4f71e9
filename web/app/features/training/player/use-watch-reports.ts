import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import type { Where } from '../../../lib/device/kept-store.ts';
import type { Facts } from '../../offline-records/api.ts';
import { type RefusedAnswer, reportWatched } from '../api.ts';
import { type Answers, keepUnsent, type RecordedPart, readUnsent, type Watching } from './watch-queue.ts';
import { secondsIn, WatchRecorder } from './watched-stretches.ts';

/** The interval at which watched seconds are sent, in milliseconds. */
const sendEvery = 10_000;
/** The interval at which new ones are stored on the device, in milliseconds: what a power cut may cost. */
const keepEvery = 1000;

/**
 * Why the last report was not accepted. `isKept`: the seconds are stored here and sent again, since there was no
 * response, or the server failed; otherwise the server has refused them.
 */
export type ReportTrouble = { isKept: boolean; message: string };

/**
 * The seconds in the last report, how many the server had credited after it, whether the film is complete, and the
 * check that was due.
 */
type Reported = { sent: number; credited: number; completed: boolean; due: string | null };

function troubleOf(error: unknown): ReportTrouble {
  if (!(error instanceof ApiError)) return { isKept: true, message: 'There is no connection.' };
  // a session that is over is no refusal: after the login the seconds are sent
  const isKept = error.status >= 500 || [401, 429].includes(error.status);
  return { isKept, message: messageOf(error, 'The academy did not accept it.') };
}

/**
 * Collects what is played, stores it on the device every second, and reports it: every ten seconds, on request, when
 * the page is hidden, and when the network returns. Only one report runs at a time; the next one contains everything
 * again, with the answers to presence checks. A report never throws: why it was not accepted is shown as `trouble`.
 * `factsNow` is what an offline record says beside what is played. `where` is where the seconds are stored; `ready`
 * resolves when those of an earlier visit have been added.
 */
export function useWatchReports(
  watching: Watching,
  startAt: number,
  { onCredited, factsNow }: { onCredited: (completed: boolean) => void; factsNow: () => Facts },
) {
  const [recorder] = useState(() => new WatchRecorder(startAt));
  const [ready] = useState(async () => {
    const kept = await readUnsent(watching);
    if (kept) recorder.goOnFrom(kept.stretches, kept.position);
    return kept?.answers ?? {};
  });
  const [answers, setAnswers] = useState<Answers>({});
  useEffect(() => {
    // in an effect, since `ready` may resolve before the first render is mounted, when no state can be set
    void ready.then((kept) => setAnswers((given) => ({ ...kept, ...given })));
  }, [ready]);
  const [refused, setRefused] = useState<RefusedAnswer>();
  const [where, setWhere] = useState<Where>('disk');
  const reported = useRef<Reported>({ sent: 0, credited: 0, completed: false, due: null });
  const underWay = useRef<Promise<void>>(null);
  const queued = useRef<Promise<void>>(null);
  const credited = useRef(onCredited);
  credited.current = onCredited;
  const facts = useRef(factsNow);
  facts.current = factsNow;
  const [trouble, setTrouble] = useState<ReportTrouble>();
  /** False once the server has refused the seconds, or has them in full: then they are not stored again. */
  const storing = useRef(true);

  /** What was played since the last call, for an offline record. */
  const takeParts = useCallback((): RecordedPart[] => {
    const now = facts.current();
    return recorder.takeParts().map((part) => ({ ...part, ...now }));
  }, [recorder]);

  const send = useCallback(async () => {
    const { stretches, position } = recorder;
    const sent = secondsIn(stretches);
    reported.current.due = null;
    try {
      const report = { stretches, position, answers: {} };
      const { completed, watchedSeconds, due, refused: wrong } = await reportWatched(watching, report, takeParts());
      if (wrong) {
        setAnswers(({ [wrong.check]: _, ...others }) => others);
        setRefused(wrong);
      }
      reported.current = { sent, credited: watchedSeconds, completed, due };
      storing.current = !completed;
      setTrouble(undefined);
      credited.current(completed);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const refusal = troubleOf(error);
      storing.current = refusal.isKept;
      setTrouble(refusal);
    }
  }, [watching, recorder, takeParts]);

  /** Sends everything collected so far, even nothing; a call while a report is running waits for the one after it. */
  const reportNow = useCallback((): Promise<void> => {
    const begin = () => {
      queued.current = null;
      underWay.current = send().finally(() => {
        underWay.current = null;
      });
      return underWay.current;
    };
    if (!underWay.current) return begin();
    queued.current ??= underWay.current.then(begin, begin);
    return queued.current;
  }, [send]);
  const report = useCallback(async () => {
    if (secondsIn(recorder.stretches) > 0) await reportNow();
  }, [recorder, reportNow]);

  useEffect(() => {
    let kept = 0;
    const keep = () => {
      const { stretches, position } = recorder;
      const seconds = secondsIn(stretches);
      if (seconds === kept || !storing.current) return;
      kept = seconds;
      void keepUnsent(watching, { stretches, position, answers: {} }, takeParts()).then(setWhere);
    };
    const keeper = setInterval(keep, keepEvery);
    const timer = setInterval(() => {
      const seconds = secondsIn(recorder.stretches);
      const { sent, credited, completed } = reported.current;
      // The server's clock may be behind the player's: seconds that it did not credit yet are sent again.
      if (seconds > sent || (!completed && seconds > credited + 0.1)) void report();
    }, sendEvery);
    const onHide = () => {
      keep();
      if (document.visibilityState === 'hidden') void report();
    };
    const onOnline = () => void report();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', keep);
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      clearInterval(keeper);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('online', onOnline);
      if (secondsIn(recorder.stretches) > reported.current.sent) keep();
    };
  }, [watching, recorder, report, takeParts]);

  /** Stores an answer, and sends it with a report. */
  async function answer(check: string, choice: number | null): Promise<void> {
    setAnswers((before) => ({ ...before, [check]: choice }));
    const { stretches, position } = recorder;
    setWhere(await keepUnsent(watching, { stretches, position, answers: { [check]: choice } }));
    await reportNow();
  }

  /** Whether the server says that a check is due; false without a response. */
  async function isDue(check: string): Promise<boolean> {
    await reportNow();
    return reported.current.due === check;
  }

  return { recorder, ready, answers, answer, isDue, refused, report, trouble, where };
}
