import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { CheckboxField } from '../forms/choice-fields.tsx';
import { KeyboardIcon } from '../more-icons.tsx';
import { areKeysOn, setKeysOn } from './list-settings.ts';

/** The lists that are on the page. Only where there is one are keys taken while nothing has the focus. */
const lists = new Set<RefObject<HTMLElement | null>>();

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')];

/** What opens a row, and takes the focus when the row becomes the current one. */
const openerOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-open]');

const textFields =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]';

/** Whether a key that was pressed here belongs to something else: a field, a dialog or a menu. */
const isTaken = (target: Element) =>
  target.closest(`${textFields}, dialog, [popover]`) !== null ||
  document.querySelector('dialog[open], [popover]:popover-open') !== null;

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
type Place = { key: string | undefined; index: number };

/**
 * Keys of a list: j and k go to the next and the previous row, x chooses it, Enter opens it, a and r press its buttons with
 * `data-shortcut`, / goes to the search, ? shows the keys. They are single characters, so they are taken only in the list
 * or while nothing has the focus, and can be switched off (WCAG 2.1.4).
 *
 * @param list contains the search and the rows, which have `data-row` with their key.
 * @param items when they change and the current row has left by a decision made here, the one in its place becomes the
 *   current one.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, items: readonly unknown[]) {
  const [on, setOn] = useState(areKeysOn);
  const [shown, show] = useState(false);
  const last = useRef<Place>(undefined);

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
    // A decision of one's own leads on to the next row (it has put the focus on the content). Where a colleague has decided,
    // nothing becomes current by itself: the next key would be for a record that nobody has looked at.
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

  return {
    shown,
    show,
    on,
    switchOn: (wanted: boolean) => {
      setKeysOn(wanted);
      setOn(wanted);
    },
  };
}

/** Whether nothing in particular has the focus: after a navigation it is on the page's content. */
const isFree = (focused: Element | null) => !focused || focused === document.body || focused.id === 'content';

function pressed(what: HTMLElement | null | undefined): boolean {
  what?.click();
  return what != null;
}

/** Where to count from while no row has the focus: the last current row, or the gap that it left. */
function placeOf(rows: HTMLElement[], last: Place | undefined, by: number): number {
  if (!last) return -1;
  const at = rows.findIndex((row) => row.dataset.row === last.key);
  if (at >= 0) return at;
  return by > 0 ? last.index - 1 : last.index;
}

type SheetProps = ReturnType<typeof useListKeys> & { list: RefObject<HTMLElement | null> };

/** The button that shows the keys of a list, and the sheet with them. */
export function ListKeys({ list, shown, show, on, switchOn }: SheetProps) {
  return (
    <>
      <button
        type="button"
        data-keys=""
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        aria-haspopup="dialog"
        onClick={() => show(true)}
        className="icon-button size-9 border border-edge bg-surface text-base max-lg:hidden"
      >
        <KeyboardIcon />
      </button>
      <Dialog open={shown} onClose={() => show(false)} title="Keyboard shortcuts">
        {shown && <Keys list={list.current} />}
        <CheckboxField
          className="mt-5"
          checked={on}
          onChange={(event) => switchOn(event.currentTarget.checked)}
          label={
            <>
              Use these keys on this device
              <span className="block text-sm text-soft">Switch them off if you use speech input.</span>
            </>
          }
        />
      </Dialog>
    </>
  );
}

function Keys({ list }: { list: HTMLElement | null }) {
  const label = (selector: string) => list?.querySelector(selector)?.textContent;
  const [accept, reject] = [label('[data-shortcut=a]'), label('[data-shortcut=r]')];
  const keys: (readonly [string, string])[] = [
    ['j', 'Next row'],
    ['k', 'Previous row'],
    ...(list?.querySelector('[data-choose]') ? [['x', 'Select or deselect the row'] as const] : []),
    ...(list?.querySelector('[data-open]') ? [['Enter', 'Open the row'] as const] : []),
    ...(accept ? [['a', accept] as const] : []),
    ...(reject ? [['r', reject] as const] : []),
    ...(list?.querySelector('input[type=search]') ? [['/', 'Search'] as const] : []),
    ['?', 'Show these keys'],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
      {keys.map(([key, does]) => (
        <KeyLine key={key} name={key}>
          {does}
        </KeyLine>
      ))}
    </dl>
  );
}

function KeyLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <kbd className="inline-block min-w-8 rounded-sm border border-edge bg-sunken px-2 py-0.5 text-center font-mono text-sm">
          {name}
        </kbd>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
