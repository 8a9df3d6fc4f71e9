import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the content after navigation, as a browser does when it loads a page: a screen reader continues
 * there, and so does the next Tab.
 */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const from = useRef(pathname);
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    const content = document.getElementById('content');
    // a page that has set the focus itself keeps it
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pathname]);
}
