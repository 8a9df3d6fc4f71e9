import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A definition list: the data of a profile, a course or a certificate. */
export function Facts({
  facts,
  className,
}: {
  facts: readonly (readonly [string, ReactNode])[];
  className?: string | undefined;
}) {
  return (
    <dl
      className={cx(
        'grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-4 sm:grid-cols-2 sm:gap-x-8',
        className,
      )}
    >
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
