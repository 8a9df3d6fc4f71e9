import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../../../ui/layout.tsx';

type LinkCardProps = { icon: ComponentType<{ className?: string }>; title: string; to: string; children: ReactNode };

/** One of the four cards of the specification: a link as a whole, with a line that says what is behind it. */
export function LinkCard({ icon: Icon, title, to, children }: LinkCardProps) {
  return (
    <Card className="relative flex h-full items-start gap-3 p-4 hover:border-edge">
      <Icon className="size-6 shrink-0 text-signal max-sm:hidden" />
      <div className="min-w-0">
        <h2 className="text-base">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-lg">
            {title}
          </Link>
        </h2>
        <p className="text-sm text-soft">{children}</p>
      </div>
    </Card>
  );
}
