import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal, messageOf } from '../../lib/api-client.ts';
import { reportWatched } from './api.ts';
import { keepUnsent, readUnsent, type Watching } from './watch-queue.ts';
import { secondsIn, WatchRecorder } from './watched-stretches.ts';

/** How often what was watched is kept on the device and sent, in milliseconds. */
const every = 10_000;

/** Why the last report was not taken: no answer came, or the server's word against it. */
export type ReportTrouble = { offline: boolean; message: string };

/**
 * Collects what runs in a player and reports it: every ten seconds, when it is asked to, when the page is hidden, and
 * when the link comes back. One report at a time; the next one holds everything again. A report never throws: what
 * was not taken is kept on the device, told again, and shown as `trouble`.
 */
export function useWatchReports(watching: Watching, startAt: number, onCredited: (completed: boolean) => void) {
  const { person, filmId } = watching;
  const [recorder] = useState(() => {
    const kept = readUnsent(watching);
    return new WatchRecorder(kept?.stretches, kept?.position ?? startAt);
  });
  /** Seconds that were in the last report, how many the server had credited after it, and whether that is enough. */
  const told = useRef({ sent: 0, credited: 0, completed: false });
  const underWay = useRef<Promise<void>>(null);
  const queued = useRef<Promise<void>>(null);
  const credited = useRef(onCredited);
  credited.current = onCredited;
  const [trouble, setTrouble] = useState<ReportTrouble>();

  const send = useCallback(async () => {
    const { stretches, position } = recorder;
    const sent = secondsIn(stretches);
    if (sent === 0) return;
    try {
      const { completed, watchedSeconds } = await reportWatched({ person, filmId }, { stretches, position });
      told.current = { sent, credited: watchedSeconds, completed };
      setTrouble(undefined);
      credited.current(completed);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      setTrouble({ offline: !(error instanceof ApiError), message: messageOf(error, 'The academy did not take it.') });
    }
  }, [person, filmId, recorder]);

  /** A report that holds everything so far; who asks while one is under way waits for the one after it. */
  const report = useCallback((): Promise<void> => {
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

  useEffect(() => {
    const keep = () => {
      const { stretches, position } = recorder;
      if (secondsIn(stretches) > 0) keepUnsent({ person, filmId }, { stretches, position });
    };
    const timer = setInterval(() => {
      const seconds = secondsIn(recorder.stretches);
      const { sent, credited, completed } = told.current;
      // The server's clock may be behind the player's: what it did not take yet is told again, to the last second.
      if (seconds > sent || (!completed && seconds > credited + 0.1)) void report();
    }, every);
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
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('online', onOnline);
      if (secondsIn(recorder.stretches) > told.current.sent) keep();
    };
  }, [person, filmId, recorder, report]);

  return { recorder, report, trouble };
}
