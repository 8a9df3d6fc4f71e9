import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { type Look, looksAt, pictureName, pictures, usual } from '../../web/testing/looks.ts';
import type { Academy } from '../academy.ts';
import type { SignedIn } from './school.ts';

/** A page in a new browser context in which somebody is signed in; `device` is what it is seen on. */
export async function signedIn(
  browser: Browser,
  { url }: Academy,
  { login }: SignedIn,
  device: BrowserContextOptions = {},
): Promise<Page> {
  const kept = { ...login, user: JSON.stringify(login.user) };
  const localStorage = Object.entries(kept)
    .filter(([name]) => ['accessToken', 'refreshToken', 'user'].includes(name))
    .map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    ...device,
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  return context.newPage();
}

/** The runner's own message where it blocks the service worker (playwright.config.ts). */
const workerKeptOut = 'Service Worker registration blocked by Playwright';

/**
 * Everything the browser complains about on a page: refused scripts and styles, hydration, errors. A test that
 * provokes a failure names a part of its message.
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
 * The same without the messages that a page cannot prevent: the browser itself reports failed calls, and a missing
 * profile or certificate is answered with 404, as specified.
 */
export const complaintsOf = (page: Page): string[] => everyComplaintOf(page, 'Failed to load resource');

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What axe finds on the page as it stands. */
export async function axeFindings(page: Page): Promise<string[]> {
  // half a megabyte, which a page keeps for its next look
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async () => (await window.axe?.run(document, { resultTypes: ['violations'] }))?.violations,
  );
  if (!violations) throw new Error('axe was not loaded');
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`);
}

/**
 * Gives the page a size and a theme, and has every colour changed to the theme's at once: a page behind another draws
 * nothing, and its transitions would wait for ever.
 */
async function look(page: Page, { colorScheme, ...size }: Look) {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  });
}

/**
 * In each of its looks (looks.ts) the screen as it stands fits the width, and axe finds nothing. Then it has the
 * size and the theme of a desk. With SCREENSHOTS, pictures of it are saved.
 */
export async function expectSound(page: Page, screen: string): Promise<void> {
  for (const one of looksAt(screen, process.env.LONG_TESTS !== undefined)) {
    await look(page, one);
    expect(await axeFindings(page), `${screen}, ${one.colorScheme}, ${one.width}`).toEqual([]);
    await expectWithin(page, `${screen} at ${one.width}`);
  }
  if (process.env.SCREENSHOTS) await takePictures(page, process.env.SCREENSHOTS, screen);
  await look(page, usual);
}

/** Saves a picture of the whole page at each size in each theme. */
async function takePictures(page: Page, folder: string, screen: string): Promise<void> {
  for (const one of pictures) {
    await look(page, one);
    await page.screenshot({ path: join(folder, pictureName(screen, one)), fullPage: true });
  }
}

/** Nothing on the screen lies beyond its right edge, where one would have to scroll sideways to it. */
export async function expectWithin(page: Page, screen: string): Promise<void> {
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(tooWide, screen).toBeLessThanOrEqual(0);
}

type Failure = 'no link' | { status: number; message?: string };

/** Makes a call of the API fail until the returned function is called; with `method`, only calls of that method. */
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

/** Delays a call of the API until the returned function is called. */
export async function holding(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/api${path}`, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

/** Limits uploads to 8 kB a second, as on a ship, until the returned function is called. */
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
