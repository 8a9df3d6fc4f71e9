import { Link } from 'react-router';
import { countText } from '../../lib/format/counts.ts';
import { Moment } from '../../lib/site.tsx';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/layout.tsx';
import type { Waiting } from './wire.ts';

type WaitingCardProps = {
  title: string;
  /** Why items are pending, or what to do. */
  hint: string;
  waiting: Waiting;
  /** A link to the page where the items are handled, with its text. */
  lead?: { to: string; text: string } | undefined;
};

/** The pending items of one kind, the longest waiting first, with a link to the page where they are handled. */
export function WaitingCard({ title, hint, waiting, lead }: WaitingCardProps) {
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex items-start gap-4">
        <p className="min-w-14 shrink-0 rounded-md bg-warn-soft px-3 py-1 text-center text-2xl font-bold text-warn tabular-nums">
          {countText(waiting.count)}
        </p>
        <div className="min-w-0">
          <h2 className="text-lg">{title}</h2>
          <p className="text-sm text-soft">{hint}</p>
        </div>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {waiting.longest.map(({ id, title: name, detail, since }) => (
          <li key={id} className="py-2">
            <p className="font-medium">{name}</p>
            <p className="text-sm text-soft">
              <span className="mr-4">{detail}</span>
              <span className="inline-block">
                since <Moment at={since} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      {lead && (
        <Link to={lead.to} className="mt-auto inline-flex items-center gap-2 font-semibold text-link hover:underline">
          {lead.text} <ArrowRightIcon />
        </Link>
      )}
    </Card>
  );
}
