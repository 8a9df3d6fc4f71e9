import { useSyncExternalStore } from 'react';

const key = 'foldedMenu';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The groups of the staff's menu that are folded on this device, by title, and a function that folds or opens one. */
export function useFoldedGroups(): { folded: readonly string[]; toggle: (title: string) => void } {
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) ?? '',
    () => '',
  );
  const folded = stored.split(',').filter(Boolean);
  return {
    folded,
    toggle: (title) => {
      const next = folded.includes(title) ? folded.filter((one) => one !== title) : [...folded, title];
      localStorage.setItem(key, next.join(','));
      for (const listener of listeners) listener();
    },
  };
}
