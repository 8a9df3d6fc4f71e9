import { expect, type Page } from '@playwright/test';
import { codeIn } from './pages/approved-seafarer.ts';
import { test } from './pages/learner-test.ts';
import { enterLogin } from './pages/seafarer.ts';
import { complaintsOf, endSession, failing, holding, signedIn } from './pages/states.ts';

// What the passing of time does to a session, a call and a notice. The page's clock is the test's.

const tokensIn = (page: Page) =>
  page.evaluate(() => ['accessToken', 'refreshToken', 'user', 'token'].filter((key) => localStorage.getItem(key)));

/** Stops the page's clock where it stands; it goes on as far as it is told to. */
async function stopClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
}

test('a forgotten password: the code leads on with the address, and the new password logs in', async ({
  page,
  academy,
  school,
}) => {
  const asha = await school.learner('Asha');
  const complaints = complaintsOf(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // the login has a field of the same name
  await expect(page).toHaveURL('/forgot-password');
  await page.getByLabel('Email').fill(asha.email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByLabel('Email')).toHaveValue(asha.email);
  const code = codeIn((await academy.mailTo(asha.email, 'password')).text);
  await page.getByLabel('OTP').fill(code);
  await page.getByLabel('New password').fill('fair winds and following seas');
  await page.getByLabel('Confirm password').fill('fair winds and following seas');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL('/login');
  await enterLogin(page, asha);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await enterLogin(page, { ...asha, password: 'fair winds and following seas' });
  await expect(page).toHaveURL('/dashboard');
  expect(complaints).toEqual([]);
});

test('a refused refresh leaves nothing of the person behind, and leads to the login', async ({
  browser,
  academy,
  school,
}) => {
  const ravi = await school.learner('Ravi', { profile: true });
  const course = await school.course('Life Rafts', { films: 1, played: true, test: false });
  await school.enrol(ravi, course);
  const page = await signedIn(browser, academy, ravi);
  await page.goto(`/training/${course}`);
  await expect(page.getByText('0 of 1 films watched')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await endSession(page, academy);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  await page.goto('/EnrollmentRequest');
  await expect(page).toHaveURL('/login');
  expect(refused).toEqual(['/api/userCourses/user', '/api/user/refresh-token']);
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => key !== 'letters')).toEqual(['theme']);
});

test('the expiry of the token is looked at once a minute', async ({ browser, academy, school }) => {
  const mira = await school.learner('Mira', { profile: true });
  const page = await signedIn(browser, academy, mira);
  await page.clock.install();
  // a page that asks for nothing by itself: what is seen here is the look at the token alone
  await page.goto('/profile');
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
  await stopClock(page);
  const refreshes: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/user/refresh-token')) refreshes.push(response.status());
  });
  const expire = () =>
    page.evaluate(() => {
      const part = (content: object) => btoa(JSON.stringify(content)).replaceAll('=', '');
      const claims = { role: 'learner', exp: Math.floor(Date.now() / 1000) - 1 };
      localStorage.setItem('accessToken', `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmVk`);
    });

  // one that can be renewed is, and the page stays
  await expire();
  await page.clock.runFor(45_000);
  expect(refreshes).toEqual([]);
  const renewed = page.waitForResponse('**/user/refresh-token');
  await page.clock.runFor(20_000);
  await renewed;
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();

  // while the link is down nothing ends
  await expire();
  const mend = await failing(page, '/user/refresh-token', 'no link');
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/user/refresh-token'));
  await page.clock.runFor(60_000);
  await lost;
  expect(await tokensIn(page)).toEqual(['accessToken', 'refreshToken', 'user']);
  await expect(page).toHaveURL('/profile');
  await mend();

  // one that cannot be renewed ends here
  await expire();
  await page.evaluate(() => localStorage.setItem('refreshToken', 'none-of-yours'));
  await page.clock.runFor(60_000);
  await expect(page).toHaveURL('/login');
  expect(refreshes).toEqual([200, 401]);
  expect(await tokensIn(page)).toEqual([]);
});

test('a call is waited for as long as it takes, whether it reads, sends or uploads', async ({
  browser,
  academy,
  school,
}) => {
  const page = await signedIn(browser, academy, await school.learner('Noor', { profile: true }));
  // what no clock of ours can reach is looked at where it would be set
  await page.addInitScript(() => {
    const kept: string[] = [];
    Object.assign(window, { kept });
    AbortSignal.timeout = () => {
      kept.push('AbortSignal.timeout');
      return new AbortController().signal;
    };
    Object.defineProperty(XMLHttpRequest.prototype, 'timeout', { set: () => kept.push('XMLHttpRequest.timeout') });
  });
  await page.clock.install();
  const hours = async () => {
    await page.clock.runFor(1000);
    await page.clock.fastForward('03:00:00');
  };

  await page.goto('/contact');
  await page.getByRole('main').getByLabel('Name').fill('Noor');
  await page.getByRole('main').getByLabel('Email').fill('noor@example.org');
  await page.getByRole('main').getByLabel('Message').fill('When is the next course?');
  const answerMessage = await holding(page, '/contact');
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  await hours();
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  answerMessage();
  await expect(send).toBeEnabled();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);

  await page.clock.setSystemTime(Date.now());
  const answerList = await holding(page, '/userCourses/user');
  await page.goto('/UserCource');
  await expect(page.getByRole('status').getByText('Loading')).toBeAttached();
  await page.clock.fastForward('10:00');
  await expect(page.getByRole('status').getByText('Loading')).toBeAttached();
  answerList();
  await expect(page.getByText('No courses found.')).toBeVisible();

  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  const answerUpload = await holding(page, '/userProfile/update');
  await page.getByLabel('City').fill('Chennai');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await page.clock.fastForward('10:00');
  await expect(page.getByRole('button', { name: 'Update Profile' })).toHaveAttribute('aria-busy', 'true');
  answerUpload();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('Chennai')).toBeVisible();
  expect(await page.evaluate('window.kept')).toEqual([]);
});

test('a notice stands 4 seconds after a change of the profile, and 6 where it is to be acted on', async ({
  browser,
  academy,
  school,
}) => {
  const dev = await school.learner('Dev', { profile: true });
  const page = await signedIn(browser, academy, dev);
  await page.clock.install();
  const notice = page.locator('[aria-live=polite]').getByRole('button', { name: 'Close' });
  /** Stands to just before its time, and no longer; the page's clock has stood still since it came. */
  const expectSeconds = async (seconds: number) => {
    await expect(notice).toHaveCount(1);
    await page.clock.runFor(seconds * 1000 - 100);
    await expect(notice).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(notice).toHaveCount(0);
  };

  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByLabel('City').fill('Chennai');
  await stopClock(page);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expectSeconds(4);
  await page.clock.resume();

  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await endSession(page, academy);
  await stopClock(page);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('You are not logged in. Please log in again.')).toBeVisible();
  await expectSeconds(6);
});
