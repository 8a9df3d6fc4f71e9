import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Academy } from '../academy.ts';
import type { SignedIn } from './school.ts';

/** A page of a browser of its own in which somebody is signed in. */
export async function signedIn(browser: Browser, { url }: Academy, { login }: SignedIn): Promise<Page> {
  const kept = { ...login, user: JSON.stringify(login.user) };
  const localStorage = Object.entries(kept)
    .filter(([name]) => ['accessToken', 'refreshToken', 'user'].includes(name))
    .map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  return context.newPage();
}

/** What the runner itself writes where it keeps the service worker out (playwright.config.ts). */
const workerKeptOut = 'Service Worker registration blocked by Playwright';

/**
 * Everything the browser complains about on a page: refused scripts and styles, hydration, errors. What a test makes
 * fail on purpose it names itself, as a part of the complaint.
 */
export function everyComplaintOf(page: Page, expected?: string): string[] {
  const complaints: string[] = [];
  const add = (text: string) => {
    if (text.startsWith(workerKeptOut) || (expected && text.includes(expected))) return;
    complaints.push(`${new URL(page.url()).pathname}: ${text}`);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) add(message.text());
  });
  page.on('pageerror', (error) => add(error.message));
  return complaints;
}

/**
 * The same without what no page of a person can keep out of its console: that a call has failed is the browser's own
 * line, and a missing profile or certificate is answered 404, as specified.
 */
export const complaintsOf = (page: Page): string[] => everyComplaintOf(page, 'Failed to load resource');

async function axeFindings(page: Page): Promise<string[]> {
  // the mode without a window of its own for every look: it would gather what frames hold, and there are none
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`);
}

/** Each width and each theme once. A theme changes colours alone, and a width what is shown: no third look adds to it. */
const looks = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** The screen as it stands fits the width, and axe finds nothing, in both themes and at both widths. */
export async function expectSound(page: Page, screen: string): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // colours are on their way from one theme to the other
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((one) => one instanceof CSSTransition)
          .map(({ finished }) => finished),
      ),
    );
    expect(await axeFindings(page), `${screen}, ${colorScheme}, ${width}`).toEqual([]);
    await expectWithin(page, `${screen} at ${width}`);
  }
  if (process.env.SCREENSHOTS) await takePictures(page, `${process.env.SCREENSHOTS}/${screen}`);
}

/** For somebody who looks at the screens: each at both widths in both themes. */
async function takePictures(page: Page, path: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: `${path}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}

/** Nothing of the screen stands beyond its right edge, to be reached by moving it sideways. */
export async function expectWithin(page: Page, screen: string): Promise<void> {
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(tooWide, screen).toBeLessThanOrEqual(0);
}

type Failure = 'no link' | { status: number; message?: string };

/** Lets a call of the API fail until the answer is called; `method` narrows it. */
export async function failing(
  page: Page,
  path: string,
  failure: Failure,
  method?: string,
): Promise<() => Promise<void>> {
  const pattern = `**/api${path}`;
  await page.route(pattern, async (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    if (failure === 'no link') return route.abort('connectionfailed');
    const { status, message } = failure;
    return route.fulfill(message ? { status, json: { message, code: 'test' } } : { status, body: '' });
  });
  return () => page.unroute(pattern);
}

/** Holds a call of the API back until the answer is called. */
export async function holding(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/api${path}`, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

/** Sends as slowly as a ship does, 8 kB a second, until the answer is called. */
export async function slowUplink(page: Page): Promise<() => Promise<void>> {
  const network = await page.context().newCDPSession(page);
  const uplink = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await uplink(8000);
  return async () => {
    await uplink(-1);
    await network.detach();
  };
}

/** Ends a learner's session on the server, its access token included: the next call is refused, and its refresh. */
export async function endSession(page: Page, { url }: Academy): Promise<void> {
  const refreshToken = await page.evaluate(() => {
    const [head, claims] = (localStorage.getItem('accessToken') ?? '').split('.');
    localStorage.setItem('accessToken', `${head}.${claims}.c2lnbmVk`);
    return localStorage.getItem('refreshToken');
  });
  const answer = await fetch(`${url}/api/user/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  if (!answer.ok) throw new Error(`logout: ${answer.status}`);
}
