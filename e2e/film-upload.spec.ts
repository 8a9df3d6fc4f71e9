import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type Academy, startAcademy } from './academy.ts';
import { film } from './films.ts';
import { openSchool } from './pages/school.ts';
import { logInAsStaff, openStaffPage } from './pages/staff.ts';
import { complaintsOf, expectSound, slowUplink } from './pages/states.ts';

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
const rowNames = (page: Page) =>
  page
    .locator('input[type=file]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).files?.[0]?.name ?? ''));

/** The size of all unfinished uploads on the disk, in bytes. */
async function arrived({ dataDir }: Academy): Promise<number> {
  const folder = join(dataDir, 'files/.uploads');
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.json'));
  const sizes = await Promise.all(names.map(async (name) => (await readFile(join(folder, name))).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('films are ordered and paused, and survive a killed server and a closed page to the last byte', async ({
  browser,
}) => {
  const academy = await startAcademy({ mail: 'files' });
  try {
    const school = await openSchool(academy);
    await school.course('Muster Drills', { films: 0, test: false });
    const page = await (await browser.newContext({ baseURL: academy.url })).newPage();
    const complaints = complaintsOf(page);
    await logInAsStaff(page, academy);
    await openStaffPage(page, 'Upload Training Video');
    await expect(page.getByText(/At most 4\.3 GB for each video/)).toBeVisible();
    await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Muster Drills' });
    await page.getByLabel('Title').fill('Drills');

    // several at once, ordered by keyboard and by mouse
    const [muster, raft] = [film('e2e-muster'), film('e2e-raft')];
    await page.getByLabel('Video 1').setInputFiles([muster, raft, muster]);
    const [first = '', second = ''] = await rowNames(page);
    expect(await rowNames(page)).toEqual([first, second, first]);
    await page
      .getByRole('button', { name: `Remove ${first}` })
      .nth(1)
      .click();
    await page.getByRole('button', { name: `Move down: ${first}` }).focus();
    await page.keyboard.press('Enter');
    expect(await rowNames(page)).toEqual([second, first]);
    await page.locator('[draggable=true]').nth(1).dragTo(page.locator('[data-row]').nth(0));
    expect(await rowNames(page)).toEqual([first, second]);
    await expectSound(page, 'upload-chosen');

    // the link is slow; the person pauses and resumes
    const quick = await slowUplink(page);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect.poll(() => arrived(academy), { timeout: 30_000 }).toBeGreaterThan(8000);
    await expect(page.getByText(/a second/)).toBeVisible();
    await expectSound(page, 'upload-sending');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Paused. What was sent is kept for a day.')).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();

    // the server is killed, and the upload continues by itself
    await academy.crash();
    const kept = await arrived(academy);
    await expect.poll(() => arrived(academy), { timeout: 60_000 }).toBeGreaterThan(kept);

    // the page is closed in the middle, and the same films are chosen again
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Muster Drills' });
    await page.getByLabel('Title').fill('Drills');
    await page.getByLabel('Video 1').setInputFiles([muster, raft]);
    const [before, firstSize] = [await arrived(academy), (await readFile(muster)).length];
    await quick();
    // a proxy that knows no program for a moment costs nothing of what was sent
    await page.route('**/trainingVideo/uploads/*', (route) => route.fulfill({ status: 404 }), { times: 1 });
    const begun = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    expect(Number((await begun).headers()['upload-offset'])).toBeGreaterThanOrEqual(
      before < firstSize ? before : before - firstSize,
    );
    await expect(page.getByText('Training videos uploaded successfully.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('row').filter({ hasText: 'Muster Drills' })).toBeVisible();

    const stored = join(academy.dataDir, 'files/trainingVideo');
    const hashes = await Promise.all((await readdir(stored)).map((name) => hashOf(join(stored, name))));
    expect(hashes.sort()).toEqual([await hashOf(muster), await hashOf(raft)].sort());
    expect(await arrived(academy)).toBe(0);
    expect(complaints.filter((line) => !line.includes('ERR_CONNECTION'))).toEqual([]);
  } finally {
    await academy.stop();
  }
});
