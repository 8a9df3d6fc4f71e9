import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { training } from '@fairlead/contract/training/calls';
import { expect, type Page, test } from '@playwright/test';
import { eventually, startAcademy } from '../e2e/academy.ts';
import { ask } from '../e2e/ask.ts';
import { openSchool, type School } from '../e2e/pages/school.ts';
import { ship, timeOf } from '../e2e/pages/ship.ts';
import { signedIn } from '../e2e/pages/states.ts';
import { announce, sendingOf } from '../e2e/tus.ts';

const ffmpeg = '/usr/bin/ffmpeg';
const filmSeconds = 180;
/** At which second of the film the link is lost, and for how many seconds. */
const drops = [
  [15, 5],
  [40, 12],
  [75, 30],
  [110, 8],
  [150, 20],
] as const;

/** A moving picture with a tone, as an office would export it. */
async function makeFilm(folder: string): Promise<Buffer> {
  const path = join(folder, 'film.mp4');
  const source = (kind: string) => ['-f', 'lavfi', '-i', kind];
  await promisify(execFile)(ffmpeg, [
    ...source(`testsrc2=size=1280x720:rate=25:duration=${filmSeconds}`),
    ...source(`sine=frequency=440:duration=${filmSeconds}`),
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '96k'],
    path,
  ]);
  return readFile(path);
}

/** Counts the credited seconds that the server confirmed to the page, and the reports that failed without a link. */
function reportsOf(page: Page) {
  const reports = { taken: 0, lost: 0 };
  const isReport = (url: string) => url.endsWith('/progress');
  page.on('requestfinished', (request) => {
    if (isReport(request.url())) reports.taken += 1;
  });
  page.on('requestfailed', (request) => {
    if (isReport(request.url())) reports.lost += 1;
  });
  return reports;
}

test('three minutes of film are played at 512 kbit/s and 600 ms through five lost connections, and all of it is credited', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-soak-'));
  const academy = await startAcademy({ mail: 'files', env: { FFMPEG: ffmpeg } });
  try {
    const content = await makeFilm(folder);
    const school: School = await openSchool(academy);
    const courseId = await school.course('Muster Drills', { films: 0, test: false });
    const desk = { url: academy.url, token: school.principal.login.accessToken };
    const id = await announce(desk, 'Muster.mp4', content.length);
    await sendingOf(desk, id).send(0, content);
    await ask(desk, training.addUploaded, { body: { courseId, title: 'Drills', uploads: [id] } });
    const asha = await school.learner('Asha', { profile: true });
    await school.enrol(asha, courseId);
    const begun = performance.now();
    const film = await eventually(
      'smaller versions are made',
      async () => {
        const { data } = await ask(desk, training.getForCourse, { params: { courseId } });
        const [one] = data[0]?.trainingVideo ?? [];
        return one?.preparation?.percent === 100 ? one : undefined;
      },
      1800,
    );
    const preparedSeconds = (performance.now() - begun) / 1000;
    expect(film.versions.map(({ lines }) => lines)).toContain(240);

    const page = await signedIn(browser, academy, asha);
    const link = await ship(page);
    await page.goto(`/training/${courseId}`, { timeout: 120_000 });
    const quality = page.getByLabel('Quality');
    await expect(quality).toContainText('240p', { timeout: 120_000 });
    await quality.selectOption('240');
    const video = page.locator('video');
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState), { timeout: 120_000 })
      .toBeGreaterThan(0);
    const reports = reportsOf(page);
    const playing = performance.now();
    await video.focus();
    await page.keyboard.press('k');
    for (const [at, seconds] of drops) {
      await expect.poll(() => timeOf(page), { timeout: 300_000 }).toBeGreaterThan(at);
      await link(true);
      await wait(seconds * 1000);
      await link(false);
    }
    await expect(page.getByText('1 of 1 videos watched')).toBeVisible({ timeout: 300_000 });
    const playedSeconds = (performance.now() - playing) / 1000;

    const { data } = await ask({ ...desk, token: asha.login.accessToken }, training.getForCourse, {
      params: { courseId },
    });
    const seen = data[0]?.trainingVideo[0];
    expect(seen).toMatchObject({ completed: true });
    expect(seen?.watchedSeconds).toBeGreaterThanOrEqual(0.95 * filmSeconds);
    expect(seen?.watchedSeconds).toBeLessThanOrEqual(filmSeconds + 1);
    // at normal speed nobody can finish in less than the film's length
    expect(playedSeconds).toBeGreaterThan(0.95 * filmSeconds);
    const without = drops.reduce((sum, [, seconds]) => sum + seconds, 0);
    const bytes = film.versions.find(({ lines }) => lines === 240)?.bytes ?? 0;
    console.log(`film of ${film.duration.toFixed(0)} s, ${(film.sizeBytes / 1e6).toFixed(1)} MB; smaller versions made in ${preparedSeconds.toFixed(0)} s
  played at 240p (${(bytes / 1e6).toFixed(1)} MB) in ${playedSeconds.toFixed(0)} s, through ${drops.length} lost links of ${without} s together
  ${reports.taken} reports taken, ${reports.lost} found no link; credited: ${seen?.watchedSeconds.toFixed(1)} s`);
  } finally {
    await academy.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
