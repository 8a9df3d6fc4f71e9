import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../use-hydrated.ts';
import { loadFont } from './load-font.ts';

/**
 * The site's web font is 15 kB, more than a form needs to be usable on a slow link. The head script preloads it where
 * it is there for the first paint (lib/pages/theme.ts). Elsewhere it is loaded when the page is idle, not at all when
 * the browser saves data, and is used from the next page on: no page changes its font while someone reads it. Where it
 * fails, the next page tries again.
 */
export function useWebFont(): void {
  const { pathname } = useLocation();
  const living = useHydrated();
  // the font changes only on navigation
  useLayoutEffect(() => {
    if (living && isHeld()) document.documentElement.dataset.letters = '';
  }, [pathname, living]);
  useLayoutEffect(() => {
    if (living) whenIdle(() => void loadFont(isHeld));
  }, [pathname, living]);
}

/** Whether this page has the font. */
const isHeld = () => [...document.fonts].some(({ family, status }) => family === 'Archivo' && status === 'loaded');

/** Runs `act` when the page has loaded and the browser is idle. */
function whenIdle(act: () => void): void {
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 5000 }) : setTimeout(act, 500);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
