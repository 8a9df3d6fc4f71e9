import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Button, Size, Tone } from '../button.tsx';
import { ActionLook } from '../dialogs/action-look.tsx';
import { MoreIcon } from '../more-icons.tsx';
import { placePopover } from './place-popover.ts';

const itemLook =
  'flex w-full items-center rounded-sm px-3 py-2 text-left font-normal hover:bg-sunken focus-visible:bg-sunken focus-visible:-outline-offset-2';

/** An action in a menu. It has no colour: a destructive action is red only in its dialog. */
function MenuItem({ tone, size, wide, busy, className, ...button }: ComponentProps<typeof Button>) {
  return <button {...button} type="button" role="menuitem" tabIndex={-1} className={itemLook} />;
}

type ActionMenuProps = {
  /** The name of the menu and its button. */
  label: string;
  title: string;
  /** The content of the button, with its look. */
  face: ReactNode;
  className: string;
  look?: { 'data-tone': Tone; 'data-size': Size };
  busy?: boolean;
  /** ConfirmAction, FormAction, and links with the props of `ActionLook`. */
  children: ReactNode;
};

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];

/** The item that a key leads to from the focused one; undefined for a key that leads nowhere. */
function itemAt(items: HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const beginsSo = (item: HTMLElement) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(beginsSo);
}

/** The further actions of a row; `name` is that of the record. */
export const RowMenu = ({ name, children }: { name: string; children: ReactNode }) => (
  <ActionMenu
    label={`Actions for ${name}`}
    title="Actions"
    face={<MoreIcon className="stroke-3" />}
    className="icon-button size-9 border border-edge text-lg lg:border-transparent"
  >
    {children}
  </ActionMenu>
);

/**
 * Actions in a menu: a menu button of WAI-ARIA. The browser closes it by Escape and by a press beside it,
 * and returns the focus to the button. The dialogs of the actions stand beside the menu, since they outlast it.
 */
export function ActionMenu({ label, title, face, className, look, busy = false, children }: ActionMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const startsAtEnd = useRef(false);
  const [open, setOpen] = useState(false);
  const [outlet, setOutlet] = useState<HTMLElement | null>(null);
  const items = useMemo(
    () => ({ Opener: MenuItem, link: { className: itemLook, role: 'menuitem', tabIndex: -1 } as const, outlet }),
    [outlet],
  );

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    startsAtEnd.current = event.key === 'ArrowUp';
    menu.current?.showPopover();
    startsAtEnd.current = false;
  }

  function prepare(shown: HTMLElement) {
    const all = itemsOf(shown);
    if (button.current) placePopover(shown, button.current, 42 * all.length + 16);
    // the browser focuses the one with the attribute
    for (const item of all) item.removeAttribute('autofocus');
    all.at(startsAtEnd.current ? -1 : 0)?.setAttribute('autofocus', '');
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    // the dialog of an item is a child only for React
    if (!event.currentTarget.contains(event.target as Node) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Tab') return event.currentTarget.hidePopover();
    const item = itemAt(itemsOf(event.currentTarget), event.key);
    if (!item) return;
    event.preventDefault();
    item.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        aria-label={label}
        title={title}
        disabled={busy}
        aria-busy={busy || undefined}
        onKeyDown={openByArrow}
        className={className}
        {...look}
      >
        {face}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onBeforeToggle={({ newState, currentTarget }) => newState === 'open' && prepare(currentTarget)}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={move}
        onClick={({ currentTarget, target }) => {
          const item = (target as Element).closest('[role=menuitem]');
          if (item && currentTarget.contains(item)) currentTarget.hidePopover();
        }}
        className="min-w-48 rounded-md border border-line bg-surface p-1.5 text-base text-ink shadow-over"
      >
        <ActionLook value={items}>{outlet && children}</ActionLook>
      </div>
      <span ref={setOutlet} />
    </>
  );
}
