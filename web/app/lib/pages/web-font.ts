import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { isLowData } from '../device/low-data.ts';
import { useHydrated } from '../use-hydrated.ts';

/**
 * Storage key that records that this device has the web font in its cache; the head script reads it
 * (lib/pages/theme.ts).
 */
const key = 'letters';
/**
 * The font subset of ui/styles/type.css that every page needs; other subsets load when a page shows their characters.
 */
const face = '400 1em Archivo';

/**
 * The site's web font is 15 kB, more than a form needs to be usable on a slow link. The head script preloads it where
 * it is there for the first paint (lib/pages/theme.ts). Elsewhere it is loaded when the page is idle, not at all when
 * the browser saves data, and is used from the next page on: no page changes its font while someone reads it.
 */
export function useWebFont(): void {
  const { pathname } = useLocation();
  const living = useHydrated();
  // the font changes only on navigation
  useLayoutEffect(() => {
    if (living && isHeld()) document.documentElement.dataset.letters = '';
  }, [pathname, living]);
  useLayoutEffect(() => {
    if (living && !isFrugal()) whenIdle(() => void fetchFont());
  }, [living]);
}

const isHeld = () => [...document.fonts].some(({ family, status }) => family === 'Archivo' && status === 'loaded');

/** Whether the reader or the browser has asked to save data, or the link is too slow for the font. */
function isFrugal(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return isLowData() || connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

async function fetchFont(): Promise<void> {
  try {
    await document.fonts.load(face);
    if (isHeld()) localStorage.setItem(key, '');
  } catch {
    localStorage.removeItem(key); // the link broke: the system font stays
  }
}

/** Runs `act` when the page has loaded and the browser is idle. */
function whenIdle(act: () => void): void {
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 5000 }) : setTimeout(act, 500);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
