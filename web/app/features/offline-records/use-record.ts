import { useCallback, useEffect, useState } from 'react';
import { personNow } from '../../lib/session/session.ts';
import type { OfflineRecord } from './record.ts';
import { requireRecord } from './record-store.ts';

/** The interval at which the record is read again while a film plays, in milliseconds. */
const readEvery = 5000;

type RecordHere = {
  /** Null without one, undefined before it is read. */
  record: OfflineRecord | null | undefined;
  /** The database of this device did not answer the last time. */
  isUnreadable: boolean;
  /** Reads it at once: a film has ended. */
  reread: () => Promise<void>;
};

/** The record of a course on this device. It is read again all the time, also after a failure. */
export function useRecord(courseId: string): RecordHere {
  const [record, setRecord] = useState<OfflineRecord | null>();
  const [isUnreadable, setUnreadable] = useState(false);
  const reread = useCallback(async () => {
    try {
      setRecord((await requireRecord({ person: personNow(), courseId })) ?? null);
      setUnreadable(false);
    } catch {
      // what was read before stands
      setRecord((before) => before ?? null);
      setUnreadable(true);
    }
  }, [courseId]);
  useEffect(() => {
    void reread();
    const timer = setInterval(() => void reread(), readEvery);
    return () => clearInterval(timer);
  }, [reread]);
  return { record, isUnreadable, reread };
}
