import { base64url, encodeLink, type Link } from '@fairlead/contract/offline-records/offline-record-format';
import { expect, type Page, test } from '@playwright/test';
import { laySatelliteLink } from '../bench/harness/satellite-link.ts';
import { openDatabaseOf } from '../e2e/academy.ts';
import { keptRecord, takeAboard } from '../e2e/pages/aboard.ts';
import { timeOf } from '../e2e/pages/ship.ts';
import { academy, board, haveOwnDevices, school } from './own-device.ts';

// What devices at sea have recorded arrives whole and once, over slow links and with clocks that are wrong.

haveOwnDevices();

const hour = 3600;
const thirtyDays = 30 * 24 * hour;

type Kept = { films: string[]; links: string[]; open: null; session: object; head: { number: number } };
type Trained = { data: { trainingVideo: { watchedSeconds: number; completed: boolean }[] }[] };
type Passes = { data: { creditedSeconds: number; contradictions: { kind: string }[] }[] };

/** The links of forty hours in thirty days: ten films of four hours, eighty minutes a day, paused every few minutes. */
function fortyHours(begunAt: number): string[] {
  const links: Link[] = [];
  let [film, at] = [0, 0];
  for (let day = 0; day < 30; day += 1) {
    const wallClock = Math.round(begunAt / 1000) + day * 24 * hour + 18 * hour;
    links.push({ kind: 'session', number: day + 1, wallClock });
    for (let left = 80 * 60, began = 100; left > 0; ) {
      const length = Math.min(left, 150 + ((links.length * 37) % 200), 4 * hour - at);
      const played = { kind: 'played', film, from: at * 100, to: (at + length) * 100 } as const;
      links.push({ ...played, began, took: length * 100, clockShift: 0, rate: 20, visible: true, muted: false });
      [left, began, at] = [left - length, began + length * 100 + 3000, at + length];
      if (at === 4 * hour) [film, at] = [film + 1, 0];
    }
  }
  return links.map((link) => base64url.encode(encodeLink(link)));
}

for (const width of [1280, 390]) {
  test(`forty hours arrive whole and once over 64 kbit/s and 700 ms with links of 5 s, ${width} px wide`, async () => {
    const learner = await school.learner('Priya', { profile: true });
    const courseId = await school.course(`Long watch ${width}`, { films: 10, test: false });
    await school.enrol(learner, courseId);
    const aboard = { person: learner.login.user._id, courseId };
    const inDatabase = async (change: (db: Awaited<ReturnType<typeof openDatabaseOf>>) => Promise<unknown>) => {
      await academy.terminate();
      const db = await openDatabaseOf(academy);
      await change(db);
      await db.destroy();
      await academy.restart();
    };
    await inDatabase((db) =>
      db
        .updateTable('film')
        .set({ durationSeconds: 4 * hour })
        .execute(),
    );
    const link = await laySatelliteLink(academy.url, { roundTripMs: 5, bitsPerSecond: 100_000_000 });
    try {
      const page = await board(learner, link.url);
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${link.url}/courses/${courseId}/content`);
      await takeAboard(page);
      const sailedAt = Date.now() - thirtyDays * 1000;
      await inDatabase(async (db) => {
        await db
          .updateTable('offlinePass')
          .set({ issuedAt: new Date(sailedAt) })
          .execute();
        await db
          .updateTable('watching')
          .set({ openedAt: new Date(sailedAt) })
          .execute();
      });

      // what a device has written in a month at sea
      await page.goto(`${link.url}/robots.txt`);
      const kept = await keptRecord<Kept>(page, aboard);
      const links = fortyHours(sailedAt);
      const session = { number: 30, page: '', clockShift: 0 };
      await page.evaluate(
        ([record, person, course]) =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open('fairlead');
            opening.onsuccess = () => {
              const transaction = opening.result.transaction('kept', 'readwrite');
              transaction.objectStore('kept').put(record, ['record', String(person), String(course)]);
              transaction.oncomplete = () => {
                opening.result.close();
                resolve();
              };
            };
          }),
        [{ ...kept, links, session }, aboard.person, courseId] as const,
      );
      const atSea = { roundTripMs: 700, bitsPerSecond: 64_000, upBitsPerSecond: 64_000, livesMs: 5000 };
      link.change(atSea);
      const begun = performance.now();
      await page.goto(`${link.url}/dashboard`, { timeout: 300_000, waitUntil: 'commit' });
      await expect
        .poll(async () => (await keptRecord<Kept>(page, aboard)).links.length, { timeout: 900_000, intervals: [1000] })
        .toBe(0);
      const seconds = (performance.now() - begun) / 1000;
      await expect(page.getByRole('heading', { name: 'Welcome, Priya' })).toBeVisible({ timeout: 300_000 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      const credited = async () => {
        const { data } = await school.ask<Trained>(learner, 'GET', `/trainingVideo/${courseId}`);
        return data[0]?.trainingVideo.map(({ watchedSeconds, completed }) => ({ watchedSeconds, completed }));
      };
      const whole = Array.from({ length: 10 }, () => ({ watchedSeconds: 4 * hour, completed: true }));
      expect(await credited()).toEqual(whole);

      // once: another contact adds nothing
      link.change({ roundTripMs: 5, bitsPerSecond: 100_000_000 });
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Welcome, Priya' })).toBeVisible();
      expect(await credited()).toEqual(whole);
      const { data } = await school.ask<Passes>(school.principal, 'GET', `/offline-passes?course=${courseId}`);
      expect(data).toMatchObject([{ creditedSeconds: 40 * hour, contradictions: [] }]);
      console.log(`${links.length} links, ${width} px: with the academy after ${seconds.toFixed(0)} s`);
    } finally {
      await link.close();
    }
  });
}

/** Sets the clock of a device: pages that load from now on say so many milliseconds more, or less. */
const setClock = (page: Page, shift: number) =>
  page.addInitScript((by) => {
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        super(...(given.length > 0 ? given : ([Real.now() + by] as unknown as [])));
      }
      static override now = () => Real.now() + by;
    } as DateConstructor;
  }, shift);

type Watched = { data: { trainingVideo: { watchedSeconds: number; duration: number; completed: boolean }[] }[] };

test('what is watched without a network counts once, though the browser was killed and its clock is years ahead', async () => {
  const rajan = await school.learner('Rajan', { profile: true });
  const courseId = await school.course('Lifeboats at Sea', { films: 2, played: true, test: false });
  await school.enrol(rajan, courseId);
  const aboard = { person: rajan.login.user._id, courseId };
  const watched = async () =>
    (await school.ask<Watched>(rajan, 'GET', `/trainingVideo/${courseId}`)).data[0]?.trainingVideo ?? [];
  const play = async (page: Page) => {
    await page.goto(`${academy.url}/training/${courseId}`);
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(0);
    await video.evaluate(async (film: HTMLVideoElement) => {
      film.muted = true;
      await film.play();
    });
  };
  try {
    let page = await board(rajan);
    await page.goto(`${academy.url}/courses/${courseId}/content`);
    await takeAboard(page);
    await page.context().setOffline(true);
    await academy.terminate();
    await play(page);
    await expect.poll(() => timeOf(page)).toBeGreaterThan(3);

    // after a kill the film goes on where it was, but for the second that was being written
    page = await board(rajan);
    await page.context().setOffline(true);
    await setClock(page, 3 * 365 * 86_400_000);
    await play(page);
    expect(await timeOf(page)).toBeGreaterThan(1.5);
    await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
    await page.goto(`${academy.url}/dashboard`);

    await academy.restart();
    expect((await watched())[0]).toMatchObject({ watchedSeconds: 0, completed: false });
    await page.context().setOffline(false);
    const sent = () => keptRecord<{ links: string[]; open: unknown }>(page, aboard);
    await expect.poll(sent, { timeout: 60_000 }).toMatchObject({ links: [], open: null });
    const [first, second] = await watched();
    expect(first).toMatchObject({ completed: true });
    expect(first?.watchedSeconds).toBeGreaterThan(5);
    expect(first?.watchedSeconds).toBeLessThanOrEqual(first?.duration ?? 0);
    expect(second).toMatchObject({ completed: false });

    // another contact adds nothing, and staff see what the clock said
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome, Rajan' })).toBeVisible();
    expect(await watched()).toEqual([first, second]);
    const { data } = await school.ask<Passes>(school.principal, 'GET', `/offline-passes?course=${courseId}`);
    expect(data).toHaveLength(1);
    expect(data[0]?.contradictions.map(({ kind }) => kind)).toContain('clock-ahead');
    expect(data[0]?.creditedSeconds).toBeCloseTo((first?.watchedSeconds ?? 0) + (second?.watchedSeconds ?? 0), 0);
  } finally {
    await academy.restart();
  }
});
