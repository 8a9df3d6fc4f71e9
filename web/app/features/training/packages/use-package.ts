import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { newId } from '../../../lib/new-id.ts';
import { personNow } from '../../../lib/session/session.ts';
import { commitState, isFinal, type OpenPackage, readState, reportTime, storing } from './api.ts';
import { type Commit, dropCommit, keepCommit } from './package-queue.ts';

/** Milliseconds after which what was not accepted is sent again, and the time is reported. */
const sendEvery = 10_000;

/** How far the package is: what it has reported, the seconds spent in it, and whether it counts. */
export type Standing = { isReported: boolean; isComplete: boolean; seconds: number };

/** Why something was not sent; `isKept`: it is stored on this device, and sent again. */
export type Trouble = { isKept: boolean; message: string };

function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return { isKept: true, message: 'There is no connection.' };
  const isKept = error.status >= 500 || [401, 429].includes(error.status);
  return { isKept, message: messageOf(error, 'The academy did not accept it.') };
}

/**
 * Sends what a package stores, and the time that is spent in it. Without a link the values wait on this device's disk, one
 * set for each item, since a commit has everything that an item has stored; the time waits in this page alone, and what was
 * not sent is lost when the page is loaded again. What the academy refuses for good is dropped, so that it holds up nothing
 * else.
 *
 * @param spent the seconds that the academy has credited already, and `least` those that it takes.
 * @param onComplete is called when the package counts.
 */
export function usePackage(
  opened: OpenPackage,
  { spent, least, onComplete }: { spent: number; least: number; onComplete: () => void },
) {
  const id = opened._id;
  const [whose] = useState(() => ({ person: personNow(), id }));
  const [page] = useState(newId);
  const revisions = useRef(new Map(opened.states.map(({ itemId, revision }) => [itemId, revision])));
  const queue = useRef(new Map<string, Commit>());
  const sending = useRef<Promise<void>>(null);
  const [standing, setStanding] = useState<Standing>({ ...opened, seconds: spent });
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
  const wasComplete = useRef(opened.isComplete);

  const note = useCallback((after: Partial<Standing>) => {
    setStanding((before) => ({ ...before, ...after }));
    if (!after.isComplete || wasComplete.current) return;
    wasComplete.current = true;
    complete.current();
  }, []);

  const sendAll = useCallback(async () => {
    for (const [itemId, commit] of queue.current) {
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
      note({ isReported, isComplete });
    }
  }, [id, whose, note]);

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

  const store = useCallback(
    async (itemId: string, values: Record<string, string>) => {
      const commit = { itemId, seen: revisions.current.get(itemId) ?? 0, page, values };
      queue.current.set(itemId, commit);
      await storing(
        id,
        keepCommit(whose, commit)
          .then(() => sending.current)
          .then(send),
      );
    },
    [id, whose, page, send],
  );

  useEffect(() => {
    const again = () => {
      if (queue.current.size > 0) void send();
    };
    const timer = setInterval(again, sendEvery);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [send]);

  useTime(id, { spent, least, onReported: note, onTrouble: setTrouble });
  const shown = trouble ?? [...refused.values()].at(-1);
  return { standing, statuses, belowScore, trouble: shown, isOverwritten, read, store };
}

/** The seconds of a page's own clock. */
const secondsNow = () => performance.now() / 1000;

type Time = {
  spent: number;
  least: number;
  onReported: (after: Partial<Standing>) => void;
  onTrouble: (trouble: Trouble | undefined) => void;
};

/** Counts the seconds in which the page is seen, and reports them until the least time is spent. */
function useTime(id: string, { spent, least, onReported, onTrouble }: Time) {
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
      isUnderWay = true;
      try {
        const { watchedSeconds, completed } = await reportTime(id, [spent, seconds]);
        // what the server's clock did not allow yet is reported again
        sent = Math.min(seconds, watchedSeconds);
        reported.current.onTrouble(undefined);
        reported.current.onReported({ seconds: watchedSeconds, ...(completed && { isComplete: true }) });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        reported.current.onTrouble(troubleOf(error));
      } finally {
        isUnderWay = false;
      }
    };
    const counter = setInterval(count, 1000);
    const timer = setInterval(() => void report(), sendEvery);
    const onHide = () => void report();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearInterval(counter);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      void report();
    };
  }, [id, spent, least]);
}
