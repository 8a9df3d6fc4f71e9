import { type RefObject, useEffect } from 'react';
import { type Key, KeySheet, KeysButton, useKeySheet } from './key-sheet.tsx';
import { isFree, isTaken, pressed } from './single-keys.ts';

/** Keys that have another name on the keyboard than in the browser. */
const names: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→' };

const buttonsOf = (within: HTMLElement) => [...within.querySelectorAll<HTMLElement>('[data-shortcut]')];

/**
 * Keys of a page that shows one record: each presses the button whose `data-shortcut` it is, ? shows the keys. They are
 * taken in `within` or while nothing has the focus, and can be switched off (WCAG 2.1.4).
 *
 * @param repeated the keys that act again while they are held: those that only look further.
 */
export function useShortcuts(within: RefObject<HTMLElement | null>, repeated: readonly string[]) {
  const sheet = useKeySheet();
  const { on } = sheet;
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const [area, target] = [within.current, event.target as Element];
      if (!area || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTaken(target)) return;
      if (!area.contains(target) && !isFree(target)) return;
      if (event.repeat && !repeated.includes(event.key)) return;
      const button =
        event.key === '?'
          ? area.querySelector<HTMLElement>('[data-keys]')
          : buttonsOf(area).find((one) => one.dataset.shortcut === event.key && !one.matches(':disabled'));
      if (pressed(button)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [within, on, repeated]);
  return sheet;
}

/** The button that shows the keys of such a page: those of its buttons. */
export const ShortcutSheet = ({
  within,
  ...sheet
}: ReturnType<typeof useShortcuts> & { within: RefObject<HTMLElement | null> }) => (
  <>
    <KeysButton {...sheet} />
    <KeySheet {...sheet} keys={() => (within.current ? keysIn(within.current) : [])} />
  </>
);

const keysIn = (area: HTMLElement): Key[] => [
  ...new Map(
    buttonsOf(area).map((button) => {
      const key = button.dataset.shortcut ?? '';
      return [names[key] ?? key, button.getAttribute('aria-label') ?? button.textContent] as const;
    }),
  ),
  ['?', 'Show these keys'],
];
