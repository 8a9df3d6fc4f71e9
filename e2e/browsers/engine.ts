import { join } from 'node:path';
import { firefox, type Page } from '@playwright/test';
import settings from '../../playwright.config.ts';
import type { SignedIn } from '../pages/school.ts';
import { openWebKitPage } from './webkit-page.ts';

/** How a page is looked at; a width in CSS pixels, and the colours that the system asks for. */
export type Look = { width?: number; height?: number; dark?: boolean };

/** An engine beside Chromium, and how a browser of it is opened: with a profile of its own, which is then deleted. */
export type Engine = { name: string; open: (look?: Look) => Promise<{ page: Page; close: () => Promise<void> }> };

const { locale, timezoneId, viewport } = settings.use ?? {};

const firefoxEngine: Engine = {
  name: 'Firefox',
  open: async ({ width, height = 900, dark = false } = {}) => {
    const browser = await firefox.launch({
      channel: 'moz-firefox',
      executablePath: join(import.meta.dirname, 'firefox-relay.ts'),
      // 0 for dark, 1 for light; films play without a touch, as in the journeys in Chromium
      firefoxUserPrefs: {
        'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
        'media.autoplay.default': 0,
      },
    });
    const context = await browser.newContext({
      ...(locale && { locale }),
      ...(timezoneId && { timezoneId }),
      // the runner would give it the setting of the journeys
      serviceWorkers: 'allow',
      viewport: width ? { width, height } : (viewport ?? null),
    });
    return { page: await context.newPage(), close: () => browser.close() };
  },
};

const webKitEngine: Engine = {
  name: 'WebKitGTK',
  open: async ({ width, height = 900, dark = false } = {}) => {
    const page = await openWebKitPage({ dark });
    if (width) await page.setViewportSize({ width, height });
    return { page, close: () => page.close() };
  },
};

/** The engines beside Chromium; ENGINE names one of them. */
export const engines: readonly Engine[] = [firefoxEngine, webKitEngine].filter(
  ({ name }) => !process.env.ENGINE || process.env.ENGINE === name,
);

/** Signs somebody in by the session that they have, as the login page does. */
export async function signInWith(page: Page, url: string, { login }: SignedIn): Promise<void> {
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    },
    { accessToken: login.accessToken, refreshToken: login.refreshToken, user: JSON.stringify(login.user) },
  );
}
