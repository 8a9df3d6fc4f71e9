import { type RefObject, useEffect, useRef } from 'react';
import { type Key, KeySheet, useKeySheet } from './key-sheet.tsx';
import { isFree, isTaken, pressed } from './single-keys.ts';

/** The lists that are on the page. Only where there is one are keys taken while nothing has the focus. */
const lists = new Set<RefObject<HTMLElement | null>>();

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')];

/** The element that opens a row, and takes the focus when the row becomes the current one. */
const openerOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-open]');

/** The row that an element is in, or whose details it is in. */
function rowAt(element: Element): HTMLElement | undefined {
  const found = element.closest<HTMLElement>('[data-row], [data-detail]');
  const row = found?.matches('[data-detail]') ? found.previousElementSibling : found;
  return row instanceof HTMLElement ? row : undefined;
}

/** Makes a row the current one: it has the focus, and is on the screen. */
function goTo(row: HTMLElement | undefined): void {
  (row && (openerOf(row) ?? row))?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/** The place of a row: it may have left the list since. */
type FocusedRow = { key: string | undefined; index: number };

/**
 * Keys of a list: j and k go to the next and the previous row, x chooses it, Enter opens it, a, r and d press its
 * buttons with `data-shortcut`, / goes to the search, ? shows the keys. They are single characters, so they are taken
 * only in the list or while nothing has the focus, and can be switched off (WCAG 2.1.4).
 *
 * @param list contains the search and the rows, which have `data-row` with their key.
 * @param items when they change and the current row has left by a decision made here, the one in its place becomes the
 *   current one.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, items: readonly unknown[]) {
  const sheet = useKeySheet();
  const { on } = sheet;
  const last = useRef<FocusedRow>(undefined);

  useEffect(() => {
    lists.add(list);
    return () => {
      lists.delete(list);
    };
  }, [list]);

  useEffect(() => {
    const within = list.current;
    if (!within) return;
    const remember = ({ target }: FocusEvent) => {
      const row = rowAt(target as Element);
      if (row) last.current = { key: row.dataset.row, index: rowsOf(within).indexOf(row) };
    };
    within.addEventListener('focusin', remember);
    return () => within.removeEventListener('focusin', remember);
  }, [list]);

  useEffect(() => {
    const at = last.current;
    if (!list.current || !at || !isFree(document.activeElement)) return;
    const rows = rowsOf(list.current);
    if (rows.some((row) => row.dataset.row === at.key)) return;
    last.current = { key: undefined, index: at.index };
    // A decision of one's own leads on to the next row (it has put the focus on the content). Where a colleague has
    // decided, nothing becomes current by itself: the next key would be for a record that nobody has looked at.
    if (document.activeElement?.id === 'content') goTo(rows[Math.min(at.index, rows.length - 1)]);
  }, [list, items]);

  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const within = list.current;
      if (!within || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTaken(target))
        return;
      if (!within.contains(target) && !(isFree(target) && lists.size === 1)) return;
      // a key that is held moves on, and does nothing else again
      if (event.repeat && event.key !== 'j' && event.key !== 'k') return;
      const rows = rowsOf(within);
      const current = rowAt(target);
      const act = (selector: string) => current?.querySelector<HTMLElement>(selector);
      const does: Record<string, () => boolean | undefined> = {
        j: () => move(1),
        k: () => move(-1),
        x: () => pressed(act('[data-choose]')),
        // a button or a link has its own Enter
        Enter: () => !target.closest('a, button') && pressed(current && openerOf(current)),
        a: () => pressed(act('[data-shortcut=a]')),
        r: () => pressed(act('[data-shortcut=r]')),
        d: () => pressed(act('[data-shortcut=d]')),
        '/': () => {
          const search = within.querySelector<HTMLInputElement>('input[type=search]');
          search?.focus();
          search?.select();
          return search !== null;
        },
        '?': () => pressed(within.querySelector('[data-keys]')),
      };
      function move(by: number): boolean {
        const at = current ? rows.indexOf(current) : placeOf(rows, last.current, by);
        const next = rows[Math.max(0, Math.min(at + by, rows.length - 1))];
        goTo(next);
        return next !== undefined;
      }
      if (does[event.key]?.()) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list, on]);

  return sheet;
}

/** Where to count from while no row has the focus: the last current row, or the gap that it left. */
function placeOf(rows: HTMLElement[], last: FocusedRow | undefined, by: number): number {
  if (!last) return -1;
  const at = rows.findIndex((row) => row.dataset.row === last.key);
  if (at >= 0) return at;
  return by > 0 ? last.index - 1 : last.index;
}

/** The sheet with the keys of a list. */
export const ListKeys = ({
  list,
  ...sheet
}: ReturnType<typeof useListKeys> & { list: RefObject<HTMLElement | null> }) => (
  <KeySheet {...sheet} keys={() => keysOf(list.current)} />
);

function keysOf(list: HTMLElement | null): Key[] {
  const label = (selector: string) => list?.querySelector(selector)?.textContent;
  const [accept, reject, ask] = ['a', 'r', 'd'].map((key) => label(`[data-shortcut=${key}]`));
  return [
    ['j', 'Next row'],
    ['k', 'Previous row'],
    ...(list?.querySelector('[data-choose]') ? [['x', 'Select or deselect the row'] as const] : []),
    ...(list?.querySelector('[data-open]') ? [['Enter', 'Open the row'] as const] : []),
    ...(accept ? [['a', accept] as const] : []),
    ...(reject ? [['r', reject] as const] : []),
    ...(ask ? [['d', ask] as const] : []),
    ...(list?.querySelector('input[type=search]') ? [['/', 'Search'] as const] : []),
    ['?', 'Show these keys'],
  ];
}
