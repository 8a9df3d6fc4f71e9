import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and until the page lives, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
