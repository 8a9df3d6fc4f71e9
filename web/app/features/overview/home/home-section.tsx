import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';

type HomeSectionProps = {
  title: string;
  /** The link to the whole list. */
  more?: ReactNode;
  children: ReactNode;
};

/** A part of the first page with its heading. */
export function HomeSection({ title, more, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

/** The link beside a heading that leads to the whole list. */
export const MoreLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="font-semibold text-link hover:underline">
    {children}
  </Link>
);
