import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { startAcademy } from '../../e2e/academy.ts';
import { film } from '../../e2e/films.ts';
import { openSchool } from '../../e2e/pages/school.ts';
import { logInAsStaff, openStaffPage } from '../../e2e/pages/staff.ts';
import { expectSound } from '../../e2e/pages/states.ts';

test('a refused film is reported in its row, and the others are not sent again', async ({ browser }) => {
  const academy = await startAcademy({ mail: 'files', env: { MAX_FILM_MB: '1' } });
  try {
    const school = await openSchool(academy);
    await school.course('Muster Drills', { films: 0, test: false });
    const page = await (await browser.newContext({ baseURL: academy.url })).newPage();
    await logInAsStaff(page, academy);
    await openStaffPage(page, 'Upload Training Video');
    await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Muster Drills' });
    await page.getByLabel('Title').fill('Drills');
    const whole = await readFile(film('e2e-raft'));
    const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'video/mp4', buffer });
    await page
      .getByLabel('Video 1')
      .setInputFiles([fileOf('sound.mp4', whole), fileOf('broken.mp4', whole.subarray(0, 40_000))]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByLabel('Video 2')).toHaveAccessibleDescription(/broken\.mp4: /);
    await expect(page.getByLabel('Video 2')).toBeFocused();
    await expectSound(page, 'upload-refused');

    await page.getByLabel('Video 2').setInputFiles(fileOf('huge.mp4', Buffer.alloc(2 ** 20 + 1)));
    await expect(page.getByLabel('Video 2')).toHaveAccessibleDescription(/too large\. The limit is 1\.0 MB/);
    await page.getByRole('button', { name: 'Remove huge.mp4' }).click();
    let pieces = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') pieces += 1;
    });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText('Training videos uploaded successfully.')).toBeVisible();
    expect(pieces).toBe(0);
  } finally {
    await academy.stop();
  }
});
