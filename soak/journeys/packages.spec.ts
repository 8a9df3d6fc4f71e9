import { expect, type Page } from '@playwright/test';
import { addPackage, played } from '../../e2e/pages/packages.ts';
import { logInAsStaff } from '../../e2e/pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';
import { manifestOf, orderedPackage, scormPackage } from '../../server/features/packages/testing/scorm-package.ts';
import { rawZip } from '../../server/platform/archives/testing/raw-zip.ts';

const test = ownProgram(import.meta.url);

const part = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Parts of this package' }).getByRole('button', { name });

test('a package whose rules say what comes next is followed, left, resumed, and completes by its rules', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Ordered', { films: 0, test: true });
  const staff = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await logInAsStaff(staff, academy);
  await addPackage(staff, course, orderedPackage(), { title: 'Mooring in order' });
  const asha = await school.learner('Asha', { profile: true });
  await school.enrol(asha, course);
  const page = await signedIn(browser, academy, asha);
  const complaints = complaintsOf(page);
  await page.goto(`/training/${course}`);
  await expect(played(page).getByText('Mooring lines')).toBeVisible({ timeout: 30_000 });
  await expect(part(page, /^Final test/)).toBeDisabled();
  await expectSound(page, 'package-ordered');
  await played(page).getByRole('button', { name: 'Page 2' }).click();
  await played(page).getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('button', { name: 'Next part' }).click();
  await expect(played(page).getByText('Final test')).toBeVisible();
  await expect(part(page, /^Mooring lines Done$/)).toBeEnabled();
  await played(page).getByRole('button', { name: 'Page 2' }).click();
  // the page is left: it goes on in the test, not at the start
  await page.reload();
  await expect(played(page).getByText('Final test')).toBeVisible({ timeout: 30_000 });
  await expect(played(page).getByText('Bookmark: page 2; seen=page 2')).toBeVisible();
  await expect(page.getByText('The package has not reported that you completed it.')).toBeVisible();
  await played(page).getByRole('button', { name: 'Complete' }).click();
  // the learner looks at the lesson again, which ends the test
  await part(page, /^Mooring lines/).click();
  await expect(page.getByText('Reported by the package: complete.')).toBeVisible({ timeout: 30_000 });
  await expectSound(page, 'package-ordered-complete');
  expect(complaints).toEqual([]);
});

test('staff look at a package, change its minimum time, add a new version, and see how its questions were answered', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Versions', { films: 0, test: false });
  const staff = await (await browser.newContext({ baseURL: academy.url })).newPage();
  const complaints = complaintsOf(staff);
  await logInAsStaff(staff, academy);
  await addPackage(staff, course, scormPackage('1.2'), { title: 'Mooring safely' });
  const asha = await school.learner('Asha', { profile: true });
  await school.enrol(asha, course);
  const page = await signedIn(browser, academy, asha);
  await page.goto(`/training/${course}`);
  await played(page).getByRole('button', { name: 'Complete' }).click({ timeout: 30_000 });
  await expect(part(page, /^Mooring lines Done$/)).toBeVisible();

  await staff.reload();
  await staff.getByRole('button', { name: 'Details' }).click();
  const details = staff.getByRole('dialog', { name: 'Mooring safely' });
  await expect(details.getByRole('row', { name: /q1/ })).toContainText('100 %');
  await details.getByLabel('Minimum time (minutes)').fill('3');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(staff.getByText('Minimum time saved.')).toBeVisible();
  await details.getByRole('button', { name: 'Open the package' }).click();
  await expect(played(staff).getByText('Bookmark: none')).toBeVisible({ timeout: 30_000 });
  await expectSound(staff, 'package-details');
  await staff.keyboard.press('Escape');

  await staff.getByRole('button', { name: 'Replace' }).click();
  const replace = staff.getByRole('dialog', { name: 'Replace Package' });
  const file = { name: 'new.zip', mimeType: 'application/zip', buffer: scormPackage('2004 4th Edition') };
  await replace.getByLabel('Package', { exact: true }).setInputFiles(file);
  await replace.getByRole('button', { name: 'Upload and Check' }).click();
  await expect(replace.getByText('SCORM 2004')).toBeVisible();
  await replace.getByRole('button', { name: 'Replace' }).click();
  await expect(staff.getByText('New version saved.')).toBeVisible();
  await staff.getByRole('button', { name: 'Details' }).click();
  await expect(details.getByText('Version 2. 1 learner finishes an older version.')).toBeVisible();
  // who has begun goes on with the old one
  await page.reload();
  await expect(played(page).getByText('Mooring lines')).toBeVisible({ timeout: 30_000 });
  expect(complaints).toEqual([]);
});

/** A page that begins and ends, and says nothing. */
const silent = (begin: string, end: string) =>
  `<!doctype html><title>Silent</title><h1>Read this</h1><script>${begin}; addEventListener('pagehide', () => ${end});</script>`;

for (const edition of ['1.2', '2004 3rd Edition'] as const)
  test(`a package of ${edition} that only begins and ends is complete when it was left`, async ({
    browser,
    academy,
    school,
  }) => {
    const course = await school.course(`Silent ${edition}`, { films: 0, test: false });
    const staff = await (await browser.newContext({ baseURL: academy.url })).newPage();
    await logInAsStaff(staff, academy);
    const items = ['One', 'Two'].map((title) => ({ id: title, title, href: `${title}.html` }));
    const page12 = silent("parent.API.LMSInitialize('')", "parent.API.LMSFinish('')");
    const page2004 = silent("parent.API_1484_11.Initialize('')", "parent.API_1484_11.Terminate('')");
    const pages = items.map(({ href }) => ({ name: href, content: edition === '1.2' ? page12 : page2004 }));
    const zip = rawZip([{ name: 'imsmanifest.xml', content: manifestOf(edition, items) }, ...pages]);
    await addPackage(staff, course, zip, { title: 'Read this' });
    const asha = await school.learner('Asha', { profile: true });
    await school.enrol(asha, course);
    const page = await signedIn(browser, academy, asha);
    await page.goto(`/training/${course}`);
    await expect(played(page).getByText('Read this')).toBeVisible({ timeout: 30_000 });
    await expect(part(page, /^One$/)).toBeVisible();
    await part(page, /^Two$/).click();
    await expect(part(page, /^One Done$/)).toBeVisible();
    // leaving the page ends the second one
    await page.getByRole('link', { name: 'Back to the course' }).click();
    await expect(page).not.toHaveURL(/\/training\//);
    await page.goBack();
    await expect(page.getByText('Reported by the package: complete.')).toBeVisible({ timeout: 30_000 });
  });
