import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import settings from '../../playwright.config.ts';
import type { Academy } from '../academy.ts';
import type { SignedIn } from './school.ts';

/** A browser with a profile on the disk, whose process is ours to kill. */
export type OwnBrowser = {
  page: Page;
  /** Kills every process of the browser at once, as a power cut does; nothing in it gets to run. */
  kill(): Promise<void>;
  /** Closes it as a person does, with all that it still has to write. */
  close(): Promise<void>;
};

const { executablePath: usual = '', args = [] } = settings.use?.launchOptions ?? {};

/** Starts a browser on a profile (a folder), with somebody signed in. */
export async function startOwnBrowser(profile: string, { url }: Academy, { login }: SignedIn): Promise<OwnBrowser> {
  const own = await launchOwnBrowser(profile);
  // the session is in local storage, which a killed browser may have lost
  await own.page.goto(`${url}/robots.txt`);
  await own.page.evaluate(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    },
    { accessToken: login.accessToken, refreshToken: login.refreshToken, user: JSON.stringify(login.user) },
  );
  return own;
}

/** Starts a browser on a profile as it is. */
export async function launchOwnBrowser(profile: string, executablePath = usual): Promise<OwnBrowser> {
  const own = ['--headless', `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'];
  // a process group of its own, so that one signal reaches the browser and all that it has started
  const program = spawn(executablePath, [...args, ...own], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  let endpoint: string | undefined;
  for await (const line of createInterface(program.stderr)) {
    endpoint = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (endpoint) break;
  }
  if (!endpoint) throw new Error('the browser ended before it was ready');
  program.stderr.resume();
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no window');
  const page = await context.newPage();
  return {
    page,
    async kill() {
      if (program.pid && program.exitCode === null) process.kill(-program.pid, 'SIGKILL');
      await gone;
      await browser.close();
    },
    async close() {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close');
      await gone;
    },
  };
}
