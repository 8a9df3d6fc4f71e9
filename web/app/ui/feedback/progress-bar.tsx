import { cx } from '../cx.ts';

/** A progress bar from 0 to 100; `label` names it, and the figure is shown next to it. */
export function ProgressBar({ percent, label, className }: { percent: number; label: string; className?: string }) {
  const whole = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div className={className}>
      <div className="mb-1 flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="font-semibold tabular-nums">{whole}%</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={whole}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2.5 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line"
      >
        <div
          className={cx('h-full rounded-full transition-[width]', whole === 100 ? 'bg-good' : 'bg-signal')}
          style={{ width: `${whole}%` }}
        />
      </div>
    </div>
  );
}
