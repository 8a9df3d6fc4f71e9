import { existsSync } from 'node:fs';
import { type Browser, expect, test } from '@playwright/test';
import { startAcademy } from '../e2e/academy.ts';
import { openSchool } from '../e2e/pages/school.ts';
import { ship, timeOf } from '../e2e/pages/ship.ts';
import { logInAsStaff, openStaffPage } from '../e2e/pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from '../e2e/pages/states.ts';

const ffmpeg = '/usr/bin/ffmpeg';
const captions = '1\n00:00:00,500 --> 00:00:05,000\nSeven short blasts and one long.\n';

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function atSea(browser: Browser): Promise<void> {
  const academy = await startAcademy({ mail: 'files', env: { FFMPEG: ffmpeg } });
  try {
    const school = await openSchool(academy);
    const asha = await school.learner('Asha', { profile: true });
    const course = await school.course('Muster Drills', { films: 1, played: true, test: false });
    await school.enrol(asha, course);

    const office = await (await browser.newContext({ baseURL: academy.url })).newPage();
    await logInAsStaff(office, academy);
    await openStaffPage(office, 'All Courses');
    await office.goto(`/admin-dashboard/courses/${course}`);
    // encoded at the lowest priority: on a machine that is busy with other journeys, a seventieth of a core
    await expect(async () => {
      await office.reload();
      await expect(office.getByText('3 smaller versions')).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 360_000 });
    for (const [kind, file] of [
      ['captions', textFile('muster.srt', captions)],
      ['transcript', textFile('muster.txt', 'Seven short blasts and one long blast call all hands.')],
    ] as const) {
      await office
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await office.getByRole('menuitem', { name: 'Texts' }).click();
      const dialog = office.getByRole('dialog', { name: 'Captions and Transcript' });
      await dialog.getByLabel('Kind').selectOption(kind);
      await dialog.getByLabel('Language').selectOption('en');
      await dialog.getByLabel('File', { exact: true }).setInputFiles(file);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await expect(dialog.getByRole('link', { name: new RegExp(`${kind}, English`, 'i') })).toBeVisible();
      if (kind === 'transcript') await expectSound(office, 'film-texts');
      await office.keyboard.press('Escape');
    }

    const page = await signedIn(browser, academy, asha);
    const complaints = complaintsOf(page);
    const playlists: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('.m3u8')) playlists.push(request.url());
    });
    const link = await ship(page);
    await page.goto(`/training/${course}`, { timeout: 60_000 });
    const quality = page.getByLabel('Quality');
    await expect(quality).toContainText(/240p · 0\.\d MB/, { timeout: 60_000 });
    await expect(quality).toContainText(/Sound only · 0\.\d MB/);
    await expect(page.locator('video')).toHaveAttribute('poster', /\.jpg\?/);
    await page.getByText('Transcript, English').click();
    await expect(page.getByText('call all hands')).toBeVisible();
    await expectSound(page, 'player');

    // The lowest quality, which is remembered; another speed by a key; the captions.
    await quality.selectOption('240');
    await expect
      .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.readyState))
      .toBeGreaterThan(0);
    const film = page.locator('video');
    await film.focus();
    await page.keyboard.press('c');
    expect(await film.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode)).toBe('showing');
    await page.keyboard.press('<');
    await expect(page.getByLabel('Speed')).toHaveValue('0.75');
    await page.keyboard.press('k');
    await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeGreaterThan(0.5);

    // The link is lost in the middle; the played seconds are kept, and reported when it is back.
    await link(true);
    await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeGreaterThan(1.5);
    await link(false);
    await page.getByLabel('Speed').selectOption('2');
    await expect(page.getByText('1 of 1 videos watched')).toBeVisible({ timeout: 60_000 });
    expect(playlists.length).toBeGreaterThan(0);

    await page.reload({ timeout: 60_000 });
    await expect(page.getByLabel('Quality')).toHaveValue('240', { timeout: 60_000 });
    await expect(page.getByLabel('Speed')).toHaveValue('2');
    expect(complaints).toEqual([]);
  } finally {
    await academy.stop();
  }
}

// The versions that ffmpeg makes are tested where it is installed; the test command says when it is not.
if (existsSync(ffmpeg)) {
  test('a film is played in a smaller version, at 512 kbit/s and through a lost connection', async ({ browser }) => {
    test.setTimeout(720_000);
    await atSea(browser);
  });
}
