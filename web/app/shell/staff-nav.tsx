import { useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { countText } from '../lib/format/counts.ts';
import { paths } from '../lib/paths.ts';
import { cx } from '../ui/cx.ts';
import { PlusIcon } from '../ui/more-icons.tsx';
import { staffIcons } from '../ui/staff-icons.tsx';
import { currentTab, menuFor, type OpenEntry, type Pending, pendingOn, type Tab } from './staff-menu.ts';
import { usePermissions } from './use-permissions.ts';

type NavProps = {
  pending: Pending;
  /** Called when a link is followed, so that a drawer closes. */
  onTaken?: (() => void) | undefined;
};

/** The entries that this person has, that of the current page, and the URL of its marked tab. */
function useMenu(pending: Pending) {
  const entries = menuFor(usePermissions(), pending);
  const { pathname, search } = useLocation();
  const current = currentTab({ pathname, search });
  return { entries, current, here: entries.find(({ tabs }) => tabs.some(({ page }) => page === current)) };
}

const row =
  'flex items-center gap-2.5 rounded-md border-l-4 border-transparent px-2 py-2.5 leading-snug hover:bg-sunken lg:py-1.5 lg:text-sm';

/** The menu of the staff area. The entry of the current page is marked, and is scrolled into view. */
export function StaffNav({ pending, onTaken }: NavProps) {
  const { entries, current, here } = useMenu(pending);
  const nav = useRef<HTMLElement>(null);
  const marked = here?.title;
  useEffect(() => {
    if (!marked) return;
    // in the next frame a drawer around the menu is open
    const frame = requestAnimationFrame(() =>
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [marked]);
  const Website = staffIcons.website;
  return (
    <nav ref={nav} aria-label="Staff" className="flex flex-col gap-3">
      <ul>
        {entries.map((entry) => (
          <Entry
            key={entry.title}
            entry={entry}
            current={entry === here ? current : undefined}
            count={pendingOn(entry.tabs, pending)}
            onTaken={onTaken}
          />
        ))}
      </ul>
      <div className="border-t border-line pt-3">
        <Link to={paths.home} onClick={onTaken} className={cx(row, 'text-soft')}>
          <Website /> Public website
        </Link>
      </div>
    </nav>
  );
}

type EntryProps = Pick<NavProps, 'onTaken'> & {
  entry: OpenEntry;
  /** The URL of the tab that is marked, if it is one of this entry. */
  current: string | undefined;
  count: number;
};

function Entry({ entry: { title, icon, tabs }, current, count, onTaken }: EntryProps) {
  const Icon = staffIcons[icon];
  const [first] = tabs;
  const pendingId = useId();
  if (!first) return null;
  return (
    <li>
      <Link
        to={first.to}
        onClick={onTaken}
        aria-current={markOf(first, current)}
        aria-describedby={count > 0 ? pendingId : undefined}
        className={cx(
          row,
          'scroll-my-12 aria-[current]:border-signal aria-[current]:bg-sunken aria-[current]:font-semibold',
        )}
      >
        <Icon className="text-soft" />
        <span className="min-w-0 flex-1">{title}</span>
        <Count id={pendingId} count={count} />
      </Link>
    </li>
  );
}

/** Of an entry, whose other tabs are part of it: 'true' while one of them is open. */
const markOf = (first: Tab, current: string | undefined) =>
  current === undefined ? undefined : first.page === current ? 'page' : 'true';

/** The pages of the current entry as a row of links above the page; nothing where there is one page. */
export function StaffTabs({ pending }: { pending: Pending }) {
  const { here, current } = useMenu(pending);
  if (!here || here.tabs.length < 2) return null;
  return (
    <nav
      aria-label={here.title}
      className="mx-auto -mb-3 flex max-w-page flex-wrap items-center gap-x-1 border-b border-line print:hidden"
    >
      {here.tabs.map((tab, index) => (
        <TabLink
          key={tab.page}
          tab={tab}
          isFirstToAdd={tab.adds && !here.tabs[index - 1]?.adds}
          isCurrent={tab.page === current}
          count={pendingOn([tab], pending)}
        />
      ))}
    </nav>
  );
}

type TabLinkProps = { tab: Tab; isFirstToAdd: boolean; isCurrent: boolean; count: number };

function TabLink({ tab: { to, text, adds }, isFirstToAdd, isCurrent, count }: TabLinkProps) {
  const pendingId = useId();
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      aria-describedby={count > 0 ? pendingId : undefined}
      className={cx(
        '-mb-px flex min-h-11 lg:min-h-9 items-center gap-2 border-b-3 border-transparent px-3 text-sm font-semibold',
        adds ? 'text-link hover:underline' : 'text-soft hover:text-ink',
        'aria-[current]:border-signal aria-[current]:text-ink',
        isFirstToAdd && 'sm:ml-auto',
      )}
    >
      {adds && <PlusIcon />}
      {text}
      <Count id={pendingId} count={count} />
    </Link>
  );
}

/** The number of pending items, for the eye, and in words as the description `id` of its link; nothing for none. */
function Count({ id, count }: { id: string; count: number }) {
  if (count === 0) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className="rounded-full bg-warn-soft px-1.5 py-0.5 text-xs font-bold tracking-normal text-warn tabular-nums"
      >
        {countText(count)}
      </span>
      <span id={id} hidden>
        {countText(count)} pending
      </span>
    </>
  );
}
