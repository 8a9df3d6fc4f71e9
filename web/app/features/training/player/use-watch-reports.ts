import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { reportWatched } from '../api.ts';
import { keepUnsent, readUnsent, type Watching } from './watch-queue.ts';
import { secondsIn, WatchRecorder } from './watched-stretches.ts';

/** The interval at which watched seconds are stored on the device and sent, in milliseconds. */
const every = 10_000;

/** Why the last report was not accepted: no response, or an error from the server. */
export type ReportTrouble = { offline: boolean; message: string };

/**
 * Collects what is played and reports it: every ten seconds, on request, when the page is hidden, and when the network
 * returns. Only one report runs at a time; the next one contains everything again. A report never throws: seconds that
 * were not accepted are stored on the device, sent again, and shown as `trouble`.
 */
export function useWatchReports(watching: Watching, startAt: number, onCredited: (completed: boolean) => void) {
  const { person, filmId } = watching;
  const [recorder] = useState(() => {
    const kept = readUnsent(watching);
    return new WatchRecorder(kept?.stretches, kept?.position ?? startAt);
  });
  /** The seconds in the last report, how many the server had credited after it, and whether the film is complete. */
  const reported = useRef({ sent: 0, credited: 0, completed: false });
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
      reported.current = { sent, credited: watchedSeconds, completed };
      setTrouble(undefined);
      credited.current(completed);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      setTrouble({ offline: !(error instanceof ApiError), message: messageOf(error, 'The academy did not take it.') });
    }
  }, [person, filmId, recorder]);

  /** Sends everything collected so far; a call while a report is running waits for the one after it. */
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
      const { sent, credited, completed } = reported.current;
      // The server's clock may be behind the player's: seconds that it did not credit yet are sent again.
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
      if (secondsIn(recorder.stretches) > reported.current.sent) keep();
    };
  }, [person, filmId, recorder, report]);

  return { recorder, report, trouble };
}
