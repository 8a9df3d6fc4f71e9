import { useCallback, useEffect, useState } from 'react';
import { personNow } from '../../lib/session/session.ts';
import type { OfflineRecord } from './record.ts';
import { readRecord } from './record-store.ts';

/** The interval at which the record is read again while a film plays, in milliseconds. */
const readEvery = 5000;

/**
 * The record of a course on this device: null without one, undefined before it is read. `reread` reads it at once: a
 * film has ended.
 */
export function useRecord(courseId: string): { record: OfflineRecord | null | undefined; reread: () => Promise<void> } {
  const [record, setRecord] = useState<OfflineRecord | null>();
  const reread = useCallback(
    async () => setRecord((await readRecord({ person: personNow(), courseId })) ?? null),
    [courseId],
  );
  useEffect(() => {
    void reread();
    const timer = setInterval(() => void reread(), readEvery);
    return () => clearInterval(timer);
  }, [reread]);
  return { record, reread };
}
