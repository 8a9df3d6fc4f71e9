import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type PageHeaderProps = {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Leaves more of the screen to a table below it. */
  dense?: boolean;
};

/** The head of a page: its only h1, a sentence below it, and the page's actions on the right. */
export function PageHeader({ title, children, actions, dense = false }: PageHeaderProps) {
  return (
    <div className={cx('flex flex-wrap items-end justify-between gap-x-8 gap-y-4', dense ? 'mb-5' : 'mb-8')}>
      <div className={dense ? undefined : 'max-w-text'}>
        <h1 className={dense ? 'text-2xl' : 'text-3xl'}>{title}</h1>
        {children && (
          <div className={cx('text-pretty text-soft', dense ? 'mt-1 text-base' : 'mt-2 text-lg')}>{children}</div>
        )}
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
