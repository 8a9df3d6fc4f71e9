import { useEffect, useRef } from 'react';
import type { Attempt } from '../wire.ts';
import type { Absence } from './api.ts';

/**
 * Reports each time that the window of an assessment was left, once the person returns; times that round to 0 seconds
 * are ignored.
 */
export function useAbsences({ begunAt, noteLeaving }: Attempt, note: (absence: Absence) => void): void {
  const telling = useRef(note);
  telling.current = note;
  useEffect(() => {
    if (!noteLeaving) return;
    let leftAt: number | null = null;
    const look = () => {
      const here = document.visibilityState === 'visible' && document.hasFocus();
      const now = performance.now();
      if (!here) leftAt ??= now;
      else if (leftAt !== null) {
        const absence = {
          fromSecond: Math.floor((leftAt - begunAt) / 1000),
          seconds: Math.round((now - leftAt) / 1000),
        };
        leftAt = null;
        if (absence.seconds > 0) telling.current(absence);
      }
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('blur', look);
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('blur', look);
      window.removeEventListener('focus', look);
    };
  }, [begunAt, noteLeaving]);
}
