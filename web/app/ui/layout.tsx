import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** The head of a page: its only h1, a sentence below it, and the page's actions on the right. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="max-w-text">
        <h1 className="text-3xl">{title}</h1>
        {children && <div className="mt-2 text-lg text-pretty text-soft">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}

/** A panel that groups related content. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('card', className)} {...rest} />;
}

/** A container with the page's maximum width and margins. */
export function Width({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('mx-auto w-full max-w-page px-5 md:px-8', className)} {...rest} />;
}
