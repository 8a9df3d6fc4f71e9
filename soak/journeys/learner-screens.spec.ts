import { expect, type Page } from '@playwright/test';
import { expectWithin, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

// Requirements of every learner screen: for people with low vision, by keyboard, and without a network.

test('at 200 percent zoom a learner’s screen loses nothing and scrolls in one direction only', async ({
  browser,
  academy,
  school,
}) => {
  const asha = await school.learner('Asha', { profile: true });
  const course = await school.course('Proficiency in Survival Craft and Rescue Boats', {
    films: 2,
    played: true,
    test: true,
  });
  const sat = await school.course('Fire Fighting', { films: 1, played: true, test: true });
  for (const id of [course, sat]) await school.enrol(asha, id);
  await school.train(asha, sat);
  const page = await signedIn(browser, academy, asha);
  // 1280 pixels at 200 percent are 640 of the page's
  await page.setViewportSize({ width: 640, height: 400 });
  const screens = ['/dashboard', '/profile', '/account', '/EnrollmentRequest', '/UserCource', '/certificate-report'];
  const ofCourse = [`/courses/${course}/content`, `/training/${course}`, `/testPage/${sat}`];
  for (const path of [...screens, '/certificates', ...ofCourse]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectWithin(page, path);
  }
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
  await expectWithin(page, '/updateUserProfile');

  // at half of the window's height, the focused element is not covered by what is fixed to the edge
  await page.goto(`/testPage/${sat}`);
  const bar = page.getByRole('button', { name: 'Submit' }).locator('xpath=..');
  for (const option of await page.getByRole('radio').all()) {
    await option.focus();
    const [inFocus, edge] = [await option.boundingBox(), await bar.boundingBox()];
    expect((inFocus?.y ?? 0) + (inFocus?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
  }
});

/** The focused element, by its label or its text; it must be visible. */
async function inFocus(page: Page): Promise<string> {
  const { name, seen } = await page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const words = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
    // within a date or a player the browser shows which part is focused
    return {
      name: words.trim(),
      seen: !element.matches(':focus') || getComputedStyle(element).outlineStyle !== 'none',
    };
  });
  expect(seen, name).toBe(true);
  return name;
}

/** The elements that Tab focuses, in order, up to `last`; the parts of a date or a player count once. */
async function walkTo(page: Page, last: string): Promise<string[]> {
  const way: string[] = [];
  for (let steps = 0; way.at(-1) !== last; steps += 1) {
    expect(steps, `from ${way.join(', ')} to ${last}`).toBeLessThan(60);
    await page.keyboard.press('Tab');
    const name = await inFocus(page);
    if (name !== way.at(-1)) way.push(name);
  }
  return way;
}

async function skipToContent(page: Page) {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

// shows: states/test-complete
test('an incomplete profile, a film, and a test up to its score work by keyboard alone', async ({
  browser,
  academy,
  school,
}) => {
  const newcomer = await signedIn(browser, academy, await school.learner('Noor'));
  await newcomer.goto('/profile');
  await expect(newcomer.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await skipToContent(newcomer);
  const identity = [
    'Name in your own script',
    'Date of birth',
    'Phone',
    'Street address',
    'City',
    'State',
    'Country',
    'PIN code',
  ];
  const identityDocuments = [
    'Passport number',
    'Passport expiry',
    'CDC number',
    'CDC not issued',
    'CDC expiry',
    'INDoS number',
    'INDoS not issued',
    'Grade number',
    'Grade not issued',
  ];
  const documents = ['ID type', 'Profile picture', 'Signature', 'ID document'];
  expect(await walkTo(newcomer, 'Submit')).toEqual([...identity, ...identityDocuments, ...documents, 'Submit']);
  await newcomer.keyboard.press('Enter');
  await expect(newcomer.getByLabel('Date of birth')).toBeFocused();
  await expect(newcomer.getByLabel('Date of birth')).toHaveAttribute('aria-invalid', 'true');

  const mira = await school.learner('Mira', { profile: true });
  const course = await school.course('Cargo Care', { films: 2, played: true, test: true });
  await school.enrol(mira, course);
  const page = await signedIn(browser, academy, mira);
  await page.goto(`/training/${course}`);
  const film = page.locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  await skipToContent(page);
  // a locked film is skipped
  const first = await page.getByRole('button', { name: /^1\. Raft 1/ }).textContent();
  const way = await walkTo(page, first ?? '');
  expect(way.filter((name) => name !== 'Picture in picture')).toEqual([
    'Back to the course',
    'Raft 1',
    'Position',
    ...['Play', 'Back 10 seconds', 'Sound off', 'Speed', 'Quality', 'Wide view', 'Full screen'],
    'Keyboard shortcuts',
    first,
  ]);
  await film.focus();
  await page.keyboard.press('k');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false);
  await page.keyboard.press('k');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);

  await school.train(mira, course);
  await page.goto(`/courses/${course}/content`);
  await page.getByRole('link', { name: 'Give Test' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/testPage/${course}`);
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('button', { name: 'One at a time' })).toBeVisible();
  await page.keyboard.press('Tab');
  expect(await inFocus(page)).toBe('One at a time');
  await page.keyboard.press('Tab');
  expect(await inFocus(page)).toBe('To windward');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('To leeward')).toBeChecked();
  await page.keyboard.press('Tab');
  expect(await inFocus(page)).toBe('One long');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('One long', { exact: true })).toBeChecked();
  await page.keyboard.press('Tab');
  expect(await inFocus(page)).toBe('Submit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Not passed this time' })).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await inFocus(page)).toBe('Back to the videos');
});

test.describe('with pages cached on the device', () => {
  test.use({ serviceWorkers: 'allow' });
});
