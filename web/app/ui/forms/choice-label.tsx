import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** The label around a radio button or a checkbox and its words: a click target of the full width. */
export function Choice({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is among the children
    <label
      className={cx(
        'flex items-start gap-3 rounded-md border border-line bg-surface px-4 py-2.5 hover:border-edge has-checked:border-signal has-checked:bg-sunken',
        className,
      )}
    >
      {children}
    </label>
  );
}
