import { useEffect, useRef, useState } from 'react';
import { formatRunningTime } from '../../lib/running-time.ts';
import { cx } from '../../ui/cx.ts';

/** The server has to be past the deadline too before the answers are asked for, in milliseconds. */
const margin = 1_500;
/** What is said aloud, by the minutes that are left. */
const warnings = [5, 1];

/** The time that is left of an attempt, and a call when it is over. A screen reader hears of the last minutes alone. */
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
