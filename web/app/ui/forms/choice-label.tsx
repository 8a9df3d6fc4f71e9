import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

type ChoiceProps = {
  className?: string | undefined;
  /** Whether its words, with a picture, stand below its control. */
  isCard?: boolean;
  children: ReactNode;
};

/** The label around a radio button or a checkbox and its words: all of it is a click target. */
export function Choice({ className, isCard = false, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is among the children
    <label
      className={cx(
        'flex items-start rounded-md border border-line bg-surface hover:border-edge has-checked:border-signal has-checked:bg-sunken',
        isCard ? 'flex-col gap-2 p-3 pt-2' : 'gap-3 px-4 py-2.5',
        className,
      )}
    >
      {children}
    </label>
  );
}
