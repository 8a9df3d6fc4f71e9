import { useSyncExternalStore } from 'react';

const changes = ['online', 'offline'];

function watch(onChange: () => void): () => void {
  for (const change of changes) window.addEventListener(change, onChange);
  return () => {
    for (const change of changes) window.removeEventListener(change, onChange);
  };
}

/** Whether the device has a network, as far as the browser knows; on the server, that it has. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
