import { useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { countText } from '../lib/format/counts.ts';
import { paths } from '../lib/paths.ts';
import { cx } from '../ui/cx.ts';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { staffIcons } from '../ui/staff-icons.tsx';
import { currentEntry, type MenuEntry, type MenuGroup, menuFor, type Pending } from './staff-menu.ts';
import { useFoldedGroups } from './use-folded-groups.ts';
import { usePermissions } from './use-permissions.ts';

type NavProps = {
  pending: Pending;
  /** Called when a link is followed, so that a drawer closes. */
  onTaken?: (() => void) | undefined;
};

const row =
  'flex items-center gap-2.5 rounded-md border-l-4 border-transparent px-2 py-2.5 leading-snug hover:bg-sunken lg:py-1.5 lg:text-sm';

/**
 * The menu of the staff area. Its groups fold, except that of the current page; the entry of the current page is
 * marked, and is scrolled into view.
 */
export function StaffNav({ pending, onTaken }: NavProps) {
  const groups = menuFor(usePermissions(), pending);
  const { folded, toggle } = useFoldedGroups();
  const { pathname, search } = useLocation();
  const current = currentEntry({ pathname, search });
  const nav = useRef<HTMLElement>(null);
  const isEmpty = groups.length === 0;
  useEffect(() => {
    if (current === undefined || isEmpty) return;
    // in the next frame a drawer around the menu is open
    const frame = requestAnimationFrame(() =>
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [current, isEmpty]);
  const Website = staffIcons.website;
  return (
    <nav ref={nav} aria-label="Staff" className="flex flex-col gap-4">
      {groups.map((group) => {
        const isHere = group.to === current || group.entries.some(({ to }) => to === current);
        return (
          <Group
            key={group.title}
            group={group}
            current={current}
            isHere={isHere}
            pending={pending}
            onTaken={onTaken}
            isOpen={group.title === '' || isHere || !folded.includes(group.title)}
            toggle={() => toggle(group.title)}
          />
        );
      })}
      <div className="border-t border-line pt-3">
        <Link to={paths.home} onClick={onTaken} className={cx(row, 'text-soft')}>
          <Website /> Public website
        </Link>
      </div>
    </nav>
  );
}

type GroupProps = NavProps & {
  group: MenuGroup;
  current: string | undefined;
  /** Whether the current page belongs to it, so that it cannot be folded. */
  isHere: boolean;
  isOpen: boolean;
  toggle: () => void;
};

const heading = 'text-xs font-bold tracking-wider text-soft uppercase';

function Group({ group: { title, to, entries }, current, isHere, isOpen, toggle, pending, onTaken }: GroupProps) {
  const id = useId();
  const hidden = !isOpen && <Count count={sumOf(entries, pending)} />;
  const button = !isHere && (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={id}
      aria-label={to ? `${title} group` : undefined}
      onClick={toggle}
      className={cx(heading, 'flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-sunken', !to && 'flex-1 pl-3')}
    >
      {!to && <span className="flex-1 text-left">{title}</span>}
      {!to && hidden}
      <ChevronDownIcon className={cx('size-4', isOpen && 'rotate-180')} />
    </button>
  );
  return (
    <div>
      {title !== '' && (
        <h2 className={cx(heading, 'flex min-h-8 items-center gap-1')}>
          {to && (
            <Link
              to={to}
              onClick={onTaken}
              aria-current={to === current ? 'page' : undefined}
              className="flex-1 scroll-my-12 px-3 hover:text-link hover:underline aria-[current=page]:text-ink"
            >
              {title}
            </Link>
          )}
          {!to && isHere && <span className="px-3">{title}</span>}
          {to && hidden}
          {button}
        </h2>
      )}
      <ul id={id} hidden={!isOpen}>
        {entries.map((entry) => (
          <Entry
            key={entry.to}
            entry={entry}
            onTaken={onTaken}
            isCurrent={entry.to === current}
            count={countOf(entry, pending)}
          />
        ))}
      </ul>
    </div>
  );
}

type EntryProps = { entry: MenuEntry; isCurrent: boolean; count: number; onTaken: (() => void) | undefined };

function Entry({ entry: { to, text, icon }, isCurrent, count, onTaken }: EntryProps) {
  const Icon = staffIcons[icon];
  const pendingId = useId();
  return (
    <li>
      <Link
        to={to}
        onClick={onTaken}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={count > 0 ? pendingId : undefined}
        className={cx(
          row,
          'scroll-my-12 aria-[current=page]:border-signal aria-[current=page]:bg-sunken aria-[current=page]:font-semibold',
        )}
      >
        <Icon className="text-soft" />
        <span className="min-w-0 flex-1">{text}</span>
        <Count count={count} />
      </Link>
      {count > 0 && (
        <span id={pendingId} hidden>
          {countText(count)} pending
        </span>
      )}
    </li>
  );
}

/** The number of pending items, for the eye; nothing for none. */
function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="rounded-full bg-warn-soft px-1.5 py-0.5 text-xs font-bold tracking-normal text-warn tabular-nums"
    >
      {countText(count)}
    </span>
  );
}

const countOf = ({ queue }: MenuEntry, pending: Pending) => (queue && pending[queue]) ?? 0;
const sumOf = (entries: readonly MenuEntry[], pending: Pending) =>
  entries.reduce((sum, entry) => sum + countOf(entry, pending), 0);
