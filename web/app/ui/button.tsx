import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import { Spinner } from './feedback/spinner.tsx';

/**
 * `signal` is the one thing to do on a screen, `navy` and `plain` the others, `danger` an action that is destructive.
 */
export type Tone = 'signal' | 'navy' | 'plain' | 'danger' | 'quiet' | 'on-navy';
export type Size = 'small' | 'normal' | 'large';
type Look = { tone?: Tone | undefined; size?: Size | undefined; wide?: boolean };

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean | undefined };

/** A button; `busy` shows a spinner in it and disables it. */
export function Button({ tone, size, wide, busy, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      data-tone={tone}
      data-size={size}
      className={cx('button', wide && 'w-full', className)}
      {...rest}
    >
      {busy ? <Spinner className="-ml-1" /> : null}
      {children}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere and does nothing else. */
export function LinkButton({ tone, size, wide, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link data-tone={tone} data-size={size} className={cx('button', wide && 'w-full', className)} {...rest} />;
}

/** A button that is only a picture; `label` is its name. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" aria-label={label} title={label} className={cx('icon-button', className)} {...rest} />;
}
