import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and before hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
