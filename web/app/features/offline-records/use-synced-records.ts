import { useEffect } from 'react';

/** Sends what this device has recorded without a link: now, and whenever the device is connected again. */
export function useSyncedRecords(): void {
  useEffect(() => {
    const send = () => void import('./api.ts').then(({ syncRecords }) => syncRecords());
    send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, []);
}
