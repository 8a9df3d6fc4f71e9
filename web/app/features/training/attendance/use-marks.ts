import { mostMarks } from '@fairlead/contract/training/attendance';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import type { Where } from '../../../lib/device/kept-store.ts';
import { dropMarks, halfDayKey, type KeptMark, type KeptMarks, keepMarks, readMarks } from './kept-marks.ts';
import { sendMarks } from './staff-api.ts';

/** How often kept marks are sent again while there is no connection, in milliseconds. */
const sendEvery = 15_000;

/** Why the server does not have the marks yet; `isRefused` if it would not take them now, rather than a lost link. */
export type Trouble = { sentence: string; isRefused: boolean };

const troubleOf = (error: unknown): Trouble => {
  // these pass: the session was renewed meanwhile, too many calls, a server that fails or restarts
  const isRefused = error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
  const otherwise = error instanceof ApiError ? 'The server could not store them.' : 'There is no connection.';
  return { sentence: messageOf(error instanceof ApiError ? error : undefined, otherwise), isRefused };
};

/**
 * Stores marks on the device as they are made, and sends them: at once, when the network returns, and every 15 s until
 * the server has them. `kept` are those that it does not have yet; `trouble` is why.
 */
export function useMarks(batchId: string) {
  const [kept, setKept] = useState<KeptMarks>({});
  const [where, setWhere] = useState<Where>('disk');
  const [trouble, setTrouble] = useState<Trouble>();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const underWay = useRef<Promise<void>>(null);

  const send = useCallback(async () => {
    // what is made while a report is under way is sent by the next turn
    for (let marks = await readMarks(batchId); Object.keys(marks).length > 0; marks = await readMarks(batchId)) {
      try {
        const portion = Object.fromEntries(Object.entries(marks).slice(0, mostMarks));
        const reasons = await sendMarks(batchId, portion);
        await dropMarks(batchId, portion);
        if (reasons.length > 0) setRefused(reasons);
        setTrouble(undefined);
        setKept(await readMarks(batchId));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        setTrouble(troubleOf(error));
        return;
      }
    }
  }, [batchId]);

  const sendNow = useCallback(async () => {
    await underWay.current;
    underWay.current ??= send().finally(() => {
      underWay.current = null;
    });
    await underWay.current;
  }, [send]);

  useEffect(() => {
    void readMarks(batchId).then((marks) => {
      setKept((made) => ({ ...marks, ...made }));
      if (Object.keys(marks).length > 0) void sendNow();
    });
    const onOnline = () => void sendNow();
    const timer = setInterval(onOnline, sendEvery);
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [batchId, sendNow]);

  async function mark(marks: readonly KeptMark[]): Promise<void> {
    setKept((before) => ({ ...before, ...Object.fromEntries(marks.map((one) => [halfDayKey(one), one])) }));
    setWhere(await keepMarks(batchId, marks));
    await sendNow();
  }

  return { kept, where, trouble, refused, mark };
}
