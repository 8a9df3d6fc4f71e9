import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { isLowData } from './low-data.ts';
import { useHydrated } from './use-hydrated.ts';

/** Where this device remembers that it holds the site's letters; the head's script reads it (lib/theme.ts). */
const key = 'letters';
/** Of the files of ui/type.css the one that every page needs; a page that shows more signs asks for theirs itself. */
const face = '400 1em Archivo';

/**
 * The site's own letters are 15 kB, more than a form needs to be usable on a slow link. They are fetched when a page
 * has come to rest, not at all where data is to be spared, and are used from the next page on: no page changes its
 * letters under the reader's eyes.
 */
export function useLetters(): void {
  const { pathname } = useLocation();
  const living = useHydrated();
  // a change of page is the moment for a change of letters
  useLayoutEffect(() => {
    if (living && isHeld()) document.documentElement.dataset.letters = '';
  }, [pathname, living]);
  useLayoutEffect(() => {
    if (living && !isFrugal()) whenIdle(() => void fetchLetters());
  }, [living]);
}

const isHeld = () => [...document.fonts].some(({ family, status }) => family === 'Archivo' && status === 'loaded');

/** Whether the reader, or the browser for the reader, has asked for little data, or the link is too slow for it. */
function isFrugal(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return isLowData() || connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

async function fetchLetters(): Promise<void> {
  try {
    await document.fonts.load(face);
    if (isHeld()) localStorage.setItem(key, '');
  } catch {
    localStorage.removeItem(key); // the link broke: the device's letters do
  }
}

/** Once everything that the page itself wants has come, and the browser has nothing better to do. */
function whenIdle(act: () => void): void {
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 5000 }) : setTimeout(act, 500);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
