import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startAcademy } from '../../e2e/academy.ts';
import { firstStart } from '../../e2e/engines.ts';
import { takeAboard } from '../../e2e/pages/aboard.ts';
import { launchOwnBrowser } from '../../e2e/pages/own-browser.ts';
import { openSchool } from '../../e2e/pages/school.ts';
import { installChromium } from '../../tools/chromium.ts';
import { temporaryFolder } from '../harness/academy.ts';
import { spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

/** How much slower the processor of a phone is than this one; Chromium itself slows its pages down. */
const slower = 4;
/** How often the pages were opened before: Chromium keeps compiled code from the second start of the browser on. */
const earlierStarts = 3;
/** The goal, in seconds. */
const limit = 1.5;

/**
 * The first page after the browser's start, without a network and with the server stopped, on a processor that is
 * slowed down: from the start of the navigation until its heading, or its film, is there.
 */
export async function measureAboard({ rounds }: { rounds: number }): Promise<Row[]> {
  const { path: executable } = await installChromium();
  const folder = await temporaryFolder();
  const profile = join(folder.path, 'profile');
  const academy = await startAcademy({ engine: firstStart, mail: 'files' });
  try {
    const school = await openSchool(academy);
    const asha = await school.learner('Asha', { profile: true });
    const course = await school.course('Rafts at Sea', { films: 2, played: true, test: false });
    await school.enrol(asha, course);
    const port = await launchOwnBrowser(profile, executable);
    await port.page.goto(`${academy.url}/login`);
    await port.page.evaluate(
      ([accessToken, refreshToken, user]) => Object.assign(localStorage, { accessToken, refreshToken, user }),
      [asha.login.accessToken, asha.login.refreshToken, JSON.stringify(asha.login.user)],
    );
    await port.page.goto(`${academy.url}/courses/${course}/content`);
    await takeAboard(port.page);
    await port.page.goto(`${academy.url}/dashboard`);
    await shownAfter(port.page, 'main h1');
    await port.close();
    await academy.terminate();

    const pages = [
      ['dashboard', `${academy.url}/dashboard`, 'main h1'],
      ['training with its film', `${academy.url}/training/${course}`, 'main video'],
    ] as const;
    for (let start = 0; start < earlierStarts; start += 1)
      for (const [, url, sign] of pages) await coldStart(profile, { executable, url, sign });
    const rows: Row[] = [];
    for (const [name, url, sign] of pages) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const copy = join(folder.path, 'copy');
        await cp(profile, copy, { recursive: true });
        times.push(await coldStart(copy, { executable, url, sign }));
        await rm(copy, { recursive: true, force: true });
      }
      const what = `${name} aboard, without a network, first page after the browser’s start, CPU ${slower} times slower`;
      rows.push(beside(what, spreadOf(times), { limit, unit: 's' }));
    }
    return rows;
  } finally {
    await academy.stop();
    await folder.remove();
  }
}

/** Starts the browser on a profile, opens a page, and closes it; the seconds until `sign` is in the page. */
async function coldStart(
  profile: string,
  { executable, url, sign }: { executable: string; url: string; sign: string },
): Promise<number> {
  const browser = await launchOwnBrowser(profile, executable);
  try {
    const { page } = browser;
    await page.context().setOffline(true);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(url, { waitUntil: 'commit' });
    return await shownAfter(page, sign);
  } finally {
    await browser.close();
  }
}

/** The time at which an element is first in the page, in seconds since the navigation began. */
const shownAfter = (page: Page, sign: string) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () => document.querySelector(${JSON.stringify(sign)})
      ? resolve(performance.now() / 1000)
      : requestAnimationFrame(look);
    look();
  })`);
