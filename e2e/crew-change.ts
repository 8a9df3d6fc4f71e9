// What a crew change costs a registrar: 30 seafarers have asked for 10 courses each. Five requests are rejected one by
// one, all others accepted at once, in the real program and a real browser. Prints clicks and seconds of each step;
// ends with 1 when it took more clicks or seconds than it may, or left a request undecided.
//
//   node e2e/crew-change.ts

import { chromium, type Locator, type Page } from '@playwright/test';
import { installChromium } from '../tools/chromium.ts';
import { type Academy, startAcademy } from './academy.ts';
import { firstStart } from './engines.ts';
import { openSchool } from './pages/school.ts';

const [seafarers, courses, toReject] = [30, 10, 5];
const requests = seafarers * courses;
const limits = { clicks: 20, seconds: 60 };

/** Everybody has a profile with its identity documents, and has requested every course. */
async function fill(academy: Academy): Promise<string> {
  const school = await openSchool(academy);
  const offered: string[] = [];
  for (let n = 1; n <= courses; n++) offered.push(await school.course(`Course ${n}`, { films: 0, test: false }));
  for (let n = 1; n <= seafarers; n++) {
    const learner = await school.learner(`Seafarer${n}`, { profile: true });
    for (const course of offered) await school.request(learner, course);
  }
  return school.principal.login.accessToken;
}

/** A registrar at work: counts every click, and the time until the screen has reacted. */
function registrar(page: Page) {
  const steps: { step: string; clicks: number; seconds: number }[] = [];
  let clicks = 0;
  return {
    steps,
    click: async (what: Locator) => {
      clicks += 1;
      await what.click();
    },
    step: async (name: string, work: () => Promise<void>) => {
      const [before, begun] = [clicks, performance.now()];
      await work();
      steps.push({ step: name, clicks: clicks - before, seconds: (performance.now() - begun) / 1000 });
    },
    logIn: async ({ admin }: Academy) => {
      await page.goto('/ornate_backend');
      await page.getByLabel('Email').fill(admin.email);
      await page.getByLabel('Password', { exact: true }).fill(admin.password);
      await page.getByRole('button', { name: 'Login' }).click();
    },
  };
}

const requestsOf = (page: Page) =>
  page
    .getByRole('table', { name: 'Enrollment requests' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

async function decideAll(page: Page, academy: Academy) {
  const { logIn, click, step, steps } = registrar(page);
  await logIn(academy);
  const dialog = page.getByRole('dialog');
  await step('open the requests', async () => {
    await click(page.getByRole('link', { name: 'Decide on requests' }));
    await requestsOf(page).first().waitFor();
  });
  await step(`reject ${toReject}, one by one`, async () => {
    for (let n = 0; n < toReject; n++) {
      await click(requestsOf(page).first().getByRole('button', { name: 'Reject' }));
      await dialog.getByLabel('Reason').selectOption('Documents incomplete');
      await click(dialog.getByRole('button', { name: 'Yes, Reject' }));
      await dialog.waitFor({ state: 'hidden' });
    }
  });
  await step(`choose the other ${requests - toReject}`, async () => {
    await click(page.getByRole('checkbox', { name: /^Select all/ }));
    await click(page.getByRole('button', { name: `Select all ${requests - toReject}` }));
    await page.getByRole('button', { name: `Accept selected (${requests - toReject})` }).waitFor();
  });
  await step('accept them', async () => {
    await click(page.getByRole('button', { name: /^Accept selected/ }));
    await click(dialog.getByRole('button', { name: 'Yes, Accept' }));
    await page.getByText('No requests are pending.').waitFor({ timeout: 120_000 });
  });
  return steps;
}

async function countPending({ url }: Academy, token: string): Promise<number> {
  const answer = await fetch(`${url}/api/userCourses/inactive`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as unknown[]).length;
}

const { path: executablePath } = await installChromium();
const academy = await startAcademy({ engine: firstStart, mail: 'files' });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  console.log(`${seafarers} seafarers ask for ${courses} courses each …`);
  const token = await fill(academy);
  const page = await browser.newPage({ baseURL: academy.url, viewport: { width: 1280, height: 800 } });
  const steps = await decideAll(page, academy);
  const total = steps.reduce(
    (sum, { clicks, seconds }) => ({ clicks: sum.clicks + clicks, seconds: sum.seconds + seconds }),
    {
      clicks: 0,
      seconds: 0,
    },
  );
  for (const { step, clicks, seconds } of [...steps, { step: 'all of it', ...total }])
    console.log(`${step.padEnd(24)} ${String(clicks).padStart(3)} clicks ${seconds.toFixed(1).padStart(6)} s`);
  const undecided = await countPending(academy, token);
  console.log(`${undecided} of ${requests} undecided; at most ${limits.clicks} clicks and ${limits.seconds} s`);
  if (undecided > 0 || total.clicks > limits.clicks || total.seconds > limits.seconds) process.exitCode = 1;
} finally {
  await browser.close();
  await academy.stop();
}
