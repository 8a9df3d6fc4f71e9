import { Link } from 'react-router';
import { countText } from '../../../lib/format/counts.ts';
import { Moment } from '../../../lib/site.tsx';
import { ArrowRightIcon } from '../../../ui/icons.tsx';
import { Card } from '../../../ui/layout.tsx';
import type { Waiting } from '../wire.ts';

type WaitingCardProps = {
  title: string;
  /** Why items are pending, or what to do. */
  hint: string;
  waiting: Waiting;
  /** Where an item is decided; undefined where the reader may not open it, or there is no such page. */
  pathOf: (item: Waiting['longest'][number]) => string | undefined;
  /** A link to the page where the items are handled, with its text. */
  lead?: { to: string; text: string } | undefined;
};

/**
 * The pending items of one kind, the longest waiting first. Each opens where it is decided; a link leads to all of
 * them.
 */
export function WaitingCard({ title, hint, waiting, pathOf, lead }: WaitingCardProps) {
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
        {waiting.longest.map((item) => (
          <li key={item.id}>
            <Item item={item} to={pathOf(item)} />
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

type ItemProps = { item: Waiting['longest'][number]; to: string | undefined };

function Item({ item: { title, detail, since }, to }: ItemProps) {
  const content = (
    <>
      <span className="block font-medium">{title}</span>
      <span className="block text-sm text-soft">
        <span className="mr-4">{detail}</span>
        <span className="inline-block">
          since <Moment at={since} />
        </span>
      </span>
    </>
  );
  if (!to) return <div className="py-2">{content}</div>;
  return (
    <Link to={to} className="group -mx-2 flex items-center gap-3 rounded-md px-2 py-2 hover:bg-sunken">
      <span className="min-w-0 flex-1 wrap-anywhere">{content}</span>
      <ArrowRightIcon className="shrink-0 text-soft group-hover:text-link" />
    </Link>
  );
}
