import { type ReactNode, useId } from 'react';
import { cx } from '../../../ui/cx.ts';

type HomeSectionProps = {
  title: string;
  /** The link to the whole list. */
  more?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A part of the first page with its heading. */
export function HomeSection({ title, more, children, className }: HomeSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx('min-w-0', className)}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}
