import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a card that comes over the picture of a film that has ended: its first button or link takes over the focus of
 * anyone who works by keys in the player, and goes on with one key.
 *
 * @returns the card's ref.
 */
export function useFocusFromPlayer(): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('.player'))
      card.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }, []);
  return card;
}
