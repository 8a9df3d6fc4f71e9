import { useEffect } from 'react';
import { listKept } from '../../lib/device/kept-store.ts';
import { personNow } from '../../lib/session/session.ts';

/** How long to wait after a contact that failed, in milliseconds: at first, and at most. */
const waits = { first: 5_000, longest: 300_000 };

/**
 * Sends what this device has recorded without a link: now, whenever the device is connected again, and after a contact
 * that failed once more, since a link that breaks every few seconds does not tell when it is back. What sends it is
 * loaded only where there is something: most devices never record anything.
 */
export function useSyncedRecords(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = waits.first;
    let left = false;
    const send = async () => {
      clearTimeout(timer);
      try {
        if ((await listKept('record', personNow())).length > 0) {
          const { syncRecords } = await import('./api.ts');
          await syncRecords();
        }
        wait = waits.first;
      } catch {
        if (left) return;
        timer = setTimeout(send, wait);
        wait = Math.min(waits.longest, wait * 2);
      }
    };
    void send();
    window.addEventListener('online', send);
    return () => {
      left = true;
      clearTimeout(timer);
      window.removeEventListener('online', send);
    };
  }, []);
}
