import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { ArrowRightIcon } from '../../../ui/icons.tsx';
import { Card } from '../../../ui/layout.tsx';

type Icon = ComponentType<{ className?: string }>;
type HeadProps = { icon: Icon; title: ReactNode };

/** One of the four cards at the top of the dashboard. */
export function DashboardCard({ icon, title, children }: HeadProps & { children: ReactNode }) {
  return (
    <Card className="flex h-full flex-col gap-3 p-5">
      <Head icon={icon} title={title} />
      {children}
    </Card>
  );
}

/** A card that is a link as a whole. */
export function LinkCard({ icon, title, to, children }: HeadProps & { to: string; children: ReactNode }) {
  return (
    <Card className="group relative flex h-full flex-col gap-3 p-5 hover:border-edge">
      <Head
        icon={icon}
        title={
          <Link to={to} className="after:absolute after:inset-0 after:rounded-lg">
            {title}
          </Link>
        }
      />
      <div className="mt-auto flex items-end justify-between gap-3 text-soft">
        <div>{children}</div>
        <ArrowRightIcon className="mb-1 shrink-0 text-link transition-transform group-hover:translate-x-1" />
      </div>
    </Card>
  );
}

/** A count with the name of what is counted. */
export function Figure({ count, of }: { count: number; of: string }) {
  return (
    <p>
      <span className="block text-4xl font-bold text-ink tabular-nums max-sm:inline max-sm:text-lg">{count}</span> {of}
    </p>
  );
}

function Head({ icon: Icon, title }: HeadProps) {
  return (
    <div className="flex items-center gap-3">
      <Icon className="size-8 text-signal" />
      <h2 className="text-lg">{title}</h2>
    </div>
  );
}
