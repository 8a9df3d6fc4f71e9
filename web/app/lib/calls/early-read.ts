import { type Answer, type Outgoing, viaFetch } from './transport.ts';

/** The bodies of the answers to what a page reads, by URL, and the token that they were asked for with. */
type EarlyReads = { token: string; bodies: Promise<Record<string, string>> };
/** Where the script of the page leaves them. */
type Place = typeof globalThis & { earlyReads?: EarlyReads };

/**
 * Asks for the first view of this page, before the page's scripts are there: on a ship's link they take four seconds.
 * It brings what the page reads, and the page as the server has rendered it for this person, which stands in its place
 * until React has rendered it, too. Its buttons do nothing until then, and say so; its links work.
 *
 * Nothing is asked for with an expired token. Nothing is shown where somebody has courses aboard, which a PIN may lock.
 * It runs in the page as text, so it may use nothing from the surrounding module.
 */
function startReading(slow: number): void {
  try {
    const [{ responseStart, requestStart }] = performance.getEntriesByType('navigation') as [
      PerformanceNavigationTiming,
    ];
    const token = localStorage.getItem('accessToken') ?? '';
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
    if (responseStart - requestStart < slow || !(claims.exp * 1000 > Date.now())) return;
    const person = localStorage.getItem('user');
    const asked = new XMLHttpRequest();
    asked.open('GET', `/api/first-view?page=${encodeURIComponent(location.pathname)}`);
    // a document is parsed without a script of it running, and without text that becomes markup here
    asked.responseType = 'document';
    asked.setRequestHeader('authorization', `Bearer ${token}`);
    const bodies = new Promise<Record<string, string>>((resolve, reject) => {
      asked.onloadend = () => {
        const read = asked.status === 200 && asked.response?.querySelector('script[type="application/json"]');
        if (!read) return reject();
        resolve(JSON.parse(read.textContent));
        if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
        else show();
      };
    });
    bodies.catch(() => undefined); // the page asks itself
    (globalThis as Place).earlyReads = { token, bodies };
    asked.send();

    function show() {
      const view = asked.response.querySelector('[data-page]');
      const page = document.querySelector<HTMLElement>('[data-page]');
      const isOpen = !localStorage.getItem('aboard') && localStorage.getItem('user') === person;
      if (window.hasStarted || !view || !page || !isOpen) return;
      // React passes over an element of the body that it does not know
      const place = document.createElement('first-view');
      place.style.display = 'contents';
      for (const button of view.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true');
      place.append(view);
      page.replaceWith(place);
      // somebody who logs out in another tab leaves nothing here
      const look = () => localStorage.getItem('user') === person || location.reload();
      addEventListener('storage', look);
      addEventListener('pageshow', look);
      window.firstView = {
        stepAside() {
          page.hidden = true;
          place.before(page);
        },
        end() {
          removeEventListener('storage', look);
          removeEventListener('pageshow', look);
          const focused = place.contains(document.activeElement) && document.activeElement?.getAttribute('href');
          page.hidden = false;
          place.remove();
          window.firstView = undefined;
          // once React has put its page there
          if (focused)
            queueMicrotask(() => document.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus());
        },
      };
    }
  } catch {
    // nobody is signed in, or a browser forbids storage: the page asks later
  }
}

/**
 * The time to the first byte of a page, in milliseconds, from which a first view is asked for: on a faster link React
 * is there as soon, and the server need not render the page.
 */
const slowLink = 200;

/** The script for the head of a page that has a first view. */
export const earlyReading = (): string => (import.meta.env.SSR ? `(${startReading})(${slowLink})` : '');

/** Takes, once, the answer that came with the first view, if it was asked for with the same token; otherwise sends. */
export async function viaEarlyRead(outgoing: Outgoing): Promise<Answer> {
  const { token, bodies } = (globalThis as Place).earlyReads ?? {};
  if (bodies === undefined || outgoing.headers.authorization !== `Bearer ${token}`) return viaFetch(outgoing);
  const read = await bodies.catch((): Record<string, string> => ({}));
  const text = read[outgoing.url];
  delete read[outgoing.url];
  return text === undefined ? viaFetch(outgoing) : { status: 200, text, header: () => null };
}
