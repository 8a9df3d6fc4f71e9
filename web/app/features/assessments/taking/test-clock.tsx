import { useEffect, useRef, useState } from 'react';
import { formatRunningTime } from '../../../lib/format/running-time.ts';
import { cx } from '../../../ui/cx.ts';

/** Milliseconds to wait after the deadline before submitting, since the server must have passed it too. */
const margin = 1_500;
/** The minutes left at which a screen reader announces the time. */
const warnings = [5, 1];

/** The time left of an attempt; calls `onOver` when it is over. A screen reader announces only the last minutes. */
export function TestClock({ endsAt, onOver }: { endsAt: number; onOver: () => void }) {
  const [now, setNow] = useState(() => performance.now());
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const tick = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(tick);
  }, []);
  const isOver = now > endsAt + margin;
  useEffect(() => {
    if (isOver) over.current();
  }, [isOver]);

  const left = Math.max(0, (endsAt - now) / 1000);
  const warning = warnings.findLast((minutes) => left <= minutes * 60);
  return (
    <span className={cx('font-semibold tabular-nums', left <= 60 && 'text-bad')}>
      <span role="timer">{formatRunningTime(Math.ceil(left))} left</span>
      <span className="sr-only" aria-live="polite">
        {warning !== undefined && (warning === 1 ? 'One minute left' : `${warning} minutes left`)}
      </span>
    </span>
  );
}
