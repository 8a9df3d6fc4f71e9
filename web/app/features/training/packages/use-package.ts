import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { newId } from '../../../lib/new-id.ts';
import { personNow } from '../../../lib/session/session.ts';
import { commitState, isFinal, isTheirs, type OpenPackage, readState, reportTime, storing } from './api.ts';
import { type Commit, dropCommit, dropSeconds, keepCommit, keepSeconds, type Whose } from './package-queue.ts';

/** Milliseconds after which what was not accepted is sent again, and the time is reported. */
const sendEvery = 10_000;

/** How far the package is: what it has reported, the seconds spent in it, and whether it counts. */
export type PackageProgress = { isReported: boolean; isComplete: boolean; seconds: number };

/** Why something was not sent; `isKept`: it is stored on this device, and sent again. */
export type Trouble = { isKept: boolean; message: string };

function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return { isKept: true, message: 'There is no connection.' };
  const isKept = error.status >= 500 || [401, 429].includes(error.status);
  return { isKept, message: messageOf(error, 'The academy did not accept it.') };
}

/**
 * Sends what a package stores, and the time that is spent in it. Without a link both wait on this device's disk: one
 * set of values for each item, since a commit has everything that an item has stored, and the seconds. What the academy
 * refuses for good is dropped, so that it holds up nothing else. When the page is left, what was set and not committed
 * is sent by requests that outlive it; what does not fit into these waits on the disk.
 *
 * @param options.least the seconds that the package takes.
 * @param options.wasComplete whether it counted when its training was loaded.
 * @param options.onComplete is called when it counts.
 */
export function usePackage(
  opened: OpenPackage,
  options: { least: number; wasComplete: boolean; onComplete: () => void },
) {
  const { least, onComplete } = options;
  const id = opened._id;
  const [whose] = useState(() => ({ person: personNow(), id }));
  const [page] = useState(newId);
  const revisions = useRef(new Map(opened.states.map(({ itemId, revision }) => [itemId, revision])));
  const queue = useRef(new Map<string, Commit>());
  const drafts = useRef(new Map<string, Commit>());
  const sending = useRef<Promise<void>>(null);
  const [standing, setStanding] = useState<PackageProgress>({ ...opened, seconds: opened.watchedSeconds });
  const [statuses, setStatuses] = useState(
    new Map(opened.states.map(({ itemId, isComplete }) => [itemId, isComplete])),
  );
  const [belowScore, setBelowScore] = useState(
    new Map(opened.states.map(({ itemId, isBelowScore }) => [itemId, isBelowScore])),
  );
  const [trouble, setTrouble] = useState<Trouble>();
  // by item: it stays until the academy accepts something else of it
  const [refused, setRefused] = useState(new Map<string, Trouble>());
  const [isOverwritten, setOverwritten] = useState(false);
  const complete = useRef(onComplete);
  complete.current = onComplete;
  const wasComplete = useRef(options.wasComplete);

  const show = useCallback((after: Partial<PackageProgress>) => {
    setStanding((before) => ({ ...before, ...after }));
    if (!after.isComplete || wasComplete.current) return;
    wasComplete.current = true;
    complete.current();
  }, []);

  const sendAll = useCallback(async () => {
    for (const [itemId, commit] of queue.current) {
      if (!isTheirs(whose)) return;
      const seen = revisions.current.get(itemId) ?? 0;
      const answer = await commitState(id, { ...commit, seen }).catch((error: unknown) => {
        if (!isFinal(error)) throw error;
        setRefused((before) => new Map(before).set(itemId, troubleOf(error)));
      });
      if (queue.current.get(itemId) === commit) queue.current.delete(itemId);
      await dropCommit(whose, commit);
      if (!answer) continue;
      const { revision, isStored, isReported, isComplete, item } = answer;
      setRefused((before) => new Map([...before].filter(([refusedId]) => refusedId !== itemId)));
      setStatuses((before) => new Map(before).set(itemId, item.isComplete));
      setBelowScore((before) => new Map(before).set(itemId, item.isBelowScore));
      if (isStored) revisions.current.set(itemId, revision);
      else setOverwritten(true);
      show({ isReported, isComplete });
    }
  }, [id, whose, show]);

  /** One request after the other: each commit says which revision it has seen. */
  const send = useCallback((): Promise<void> => {
    sending.current ??= sendAll()
      .then(
        () => setTrouble(undefined),
        (error: unknown) => {
          if (!isRefusal(error)) throw error;
          setTrouble(troubleOf(error));
        },
      )
      .finally(() => {
        sending.current = null;
      });
    return sending.current;
  }, [sendAll]);

  const read = useCallback(
    async (itemId: string) => {
      const { revision, values } = await readState(id, itemId);
      revisions.current.set(itemId, revision);
      return values;
    },
    [id],
  );

  const commitOf = useCallback(
    (itemId: string, values: Record<string, string>): Commit => ({
      itemId,
      page,
      values,
      seen: revisions.current.get(itemId) ?? 0,
    }),
    [page],
  );

  /** Notes what an item has set and not committed yet. */
  const note = useCallback(
    (itemId: string, values: Record<string, string>) => drafts.current.set(itemId, commitOf(itemId, values)),
    [commitOf],
  );

  const store = useCallback(
    async (itemId: string, values: Record<string, string>) => {
      const commit = commitOf(itemId, values);
      drafts.current.delete(itemId);
      queue.current.set(itemId, commit);
      await storing(
        id,
        keepCommit(whose, commit)
          .then(() => sending.current)
          .then(send),
      );
    },
    [id, whose, commitOf, send],
  );

  useEffect(() => {
    const again = () => {
      if (queue.current.size > 0) void send();
    };
    const timer = setInterval(again, sendEvery);
    const last = () => {
      for (const commit of new Map([...queue.current, ...drafts.current]).values()) {
        void keepCommit(whose, commit);
        if (!isTheirs(whose)) continue;
        // one that fails, or is too long, waits on the disk
        commitState(id, commit, { isLast: true }).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
        });
      }
    };
    window.addEventListener('online', again);
    window.addEventListener('pagehide', last);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
      window.removeEventListener('pagehide', last);
    };
  }, [id, whose, send]);

  // what an earlier visit has left may have completed it, before it was opened
  useEffect(() => show({ isComplete: opened.isComplete }), [show, opened.isComplete]);
  useTime(whose, { spent: opened.watchedSeconds, least, onReported: show, onTrouble: setTrouble });
  const shown = trouble ?? [...refused.values()].at(-1);
  return { standing, statuses, belowScore, trouble: shown, isOverwritten, read, note, store };
}

/** The seconds of a page's own clock. */
const secondsNow = () => performance.now() / 1000;

type Time = {
  spent: number;
  least: number;
  onReported: (after: Partial<PackageProgress>) => void;
  onTrouble: (trouble: Trouble | undefined) => void;
};

/**
 * Counts the seconds in which the page is seen, and reports them until the minimum time is spent. Those that were not
 * accepted wait on the disk, and are reported before the package is opened again; what counts is the server's to say.
 */
function useTime(whose: Whose, { spent, least, onReported, onTrouble }: Time) {
  const reported = useRef({ onReported, onTrouble });
  reported.current = { onReported, onTrouble };
  useEffect(() => {
    if (spent >= least) return;
    let [seconds, sent, at] = [spent, spent, secondsNow()];
    let isUnderWay = false;
    const count = () => {
      const now = secondsNow();
      // a page that was asleep was not looked at
      if (document.visibilityState === 'visible') seconds = Math.min(least, seconds + Math.min(now - at, 5));
      at = now;
    };
    const report = async () => {
      count();
      if (seconds <= sent || isUnderWay) return;
      if (!isTheirs(whose)) return void keepSeconds(whose, seconds);
      isUnderWay = true;
      try {
        const { watchedSeconds, completed } = await reportTime(whose.id, [spent, seconds]);
        // what the server's clock did not allow yet is reported again
        sent = Math.min(seconds, watchedSeconds);
        void dropSeconds(whose, watchedSeconds);
        reported.current.onTrouble(undefined);
        reported.current.onReported({ seconds: watchedSeconds, ...(completed && { isComplete: true }) });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        reported.current.onTrouble(troubleOf(error));
        void (isFinal(error) ? dropSeconds(whose, least) : keepSeconds(whose, seconds));
      } finally {
        isUnderWay = false;
      }
    };
    const counter = setInterval(count, 1000);
    const timer = setInterval(() => void report(), sendEvery);
    const onHide = () => {
      count();
      if (seconds > sent) void keepSeconds(whose, seconds);
      void report();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onHide);
    return () => {
      clearInterval(counter);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onHide);
      onHide();
    };
  }, [whose, spent, least]);
}
