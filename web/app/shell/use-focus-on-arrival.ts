import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Takes the focus into the page that a link has led to, as a browser does with a page that it loads anew: a screen
 * reader goes on there, and so does the next Tab.
 */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const from = useRef(pathname);
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    const content = document.getElementById('content');
    // a page that has put the focus somewhere itself knows better
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pathname]);
}
