import { useEffect } from 'react';

/** How long to wait after a contact that failed, in milliseconds: at first, and at most. */
const waits = { first: 5_000, longest: 300_000 };

/**
 * Sends what this device has recorded without a link: now, whenever the device is connected again, and after a contact
 * that failed once more, since a link that breaks every few seconds does not tell when it is back.
 */
export function useSyncedRecords(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = waits.first;
    let left = false;
    const send = async () => {
      clearTimeout(timer);
      try {
        const { syncRecords } = await import('./api.ts');
        await syncRecords();
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
