import type { OpenPackage } from '@fairlead/contract/packages/calls';
import { expect } from '@playwright/test';
import { manifestOf, scormPackage } from '../server/features/packages/testing/scorm-package.ts';
import { rawZip } from '../server/platform/archives/testing/raw-zip.ts';
import { addPackage, played } from './pages/packages.ts';
import { logInAsStaff } from './pages/staff.ts';
import { complaintsOf, expectSound, failing, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

test('a package is looked at, added and played; what it stores survives a dead link, a kill and another device', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Mooring', { films: 0, test: true });
  const staff = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await logInAsStaff(staff, academy);
  await addPackage(staff, course, scormPackage('2004 3rd Edition'), { title: 'Mooring safely' });
  await expectSound(staff, 'package-list');

  const asha = await school.learner('Asha', { profile: true });
  await school.enrol(asha, course);
  const page = await signedIn(browser, academy, asha);
  const complaints = complaintsOf(page);
  await page.goto(`/training/${course}`);
  await expect(played(page).getByText('Bookmark: none')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('The package has not reported that you completed it.')).toBeVisible();
  await expectSound(page, 'package-played');

  // without a link what it stores waits on the device, over a reload
  const restore = await failing(page, '/trainingVideo/packages/*/state', 'no link');
  await played(page).getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText('There is no connection.')).toBeVisible({ timeout: 30_000 });
  await restore();
  await page.reload();
  const stateOf = async () =>
    (await school.ask<{ data: OpenPackage }>(asha, 'POST', `/trainingVideo/packages/${await idOf()}/open`, {})).data;
  const idOf = async () => {
    const { data } = await school.ask<{ data: { trainingVideo: { _id: string }[] }[] }>(
      asha,
      'GET',
      `/trainingVideo/${course}`,
    );
    return data[0]?.trainingVideo[0]?._id ?? '';
  };
  await expect.poll(async () => (await stateOf()).values.lesson?.['cmi.location'], { timeout: 30_000 }).toBe('page 2');

  // the program is killed, and another device goes on
  await academy.crash();
  await academy.restart();
  const phone = await signedIn(browser, academy, asha);
  await phone.goto(`/training/${course}`);
  await expect(played(phone).getByText('Bookmark: page 2; seen=page 2')).toBeVisible({ timeout: 30_000 });
  await played(phone).getByRole('button', { name: 'Complete' }).click();
  await phone.getByRole('button', { name: 'Notes' }).click();
  await expect(played(phone).getByText('Keep clear of the bight.')).toBeVisible();
  await expect(phone.getByText('Reported by the package: complete.')).toBeVisible({ timeout: 30_000 });
  // by the report alone it does not count: the time is missing
  expect(await stateOf()).toMatchObject({ isReported: true, isComplete: false });
  await expectSound(phone, 'package-reported');
  expect(complaints).toEqual([]);
});

/** What a hostile package tries; it writes what it got into its page. */
const attack = (
  academy: string,
) => `<!doctype html><meta charset="utf-8"><title>Attack</title><body><pre id="out">…</pre>
<script>
  const attempt = async (work) => { try { return String(await work()); } catch (error) { return 'refused'; } };
  (async () => {
    const out = {};
    out.document = await attempt(() => top.document.title);
    out.storage = await attempt(() => top.localStorage.length);
    out.session = await attempt(() => Object.keys(localStorage).concat(Object.keys(sessionStorage), document.cookie || []).join());
    out.api = await attempt(async () => (await fetch('${academy}/api/trainingVideo')).status);
    out.call = await attempt(async () => (await fetch('/api/user/own')).status);
    out.other = await attempt(async () => (await fetch('/p/' + 'A'.repeat(150) + '/content/a.html')).status);
    out.worker = await attempt(async () => (await navigator.serviceWorker.register('a.js')).scope);
    out.image = await attempt(() => new Promise((yes, no) => { const i = new Image(); i.onload = () => yes('loaded'); i.onerror = no; i.src = '${academy}/favicon.ico'; }));
    out.frame = await attempt(() => new Promise((yes) => { const f = document.createElement('iframe'); f.onload = () => yes(attempt(() => f.contentDocument ? 'empty' : 'elsewhere')); f.src = '${academy}/login'; document.body.append(f); setTimeout(() => yes('nothing'), 1500); }).then((got) => got));
    out.window = await attempt(() => open('${academy}/login') ? 'opened' : 'refused');
    // documents of this origin that are no pages: a script, an error, and what is no request
    const framed = (src) => attempt(() => new Promise((yes, no) => { const f = document.createElement('iframe'); f.onload = async () => { try { await f.contentWindow.fetch('${academy}/favicon.ico', { mode: 'no-cors' }); yes('sent'); } catch (error) { no(error); } }; f.src = src; document.body.append(f); setTimeout(no, 3000); }));
    out.framed = (await Promise.all(['/player/player.css', '/nothing', '/' + 'x'.repeat(20000)].map(framed))).join();
    out.player = await attempt(() => { parent.location.href = '${academy}/login'; return 'led away'; });
    out.top = await attempt(() => { top.location = 'https://evil.example/'; return 'led away'; });
    parent.parent.postMessage({ fairlead: 'package', kind: 'stored', item: 'a', values: { 'cmi.core.lesson_status': 'passed' } }, '*');
    const api = parent.API;
    api.LMSInitialize('');
    api.LMSSetValue('cmi.core.lesson_status', 'completed');
    api.LMSSetValue('cmi.core.score.raw', '100');
    api.LMSSetValue('cmi.core.session_time', '99:00:00');
    api.LMSCommit('');
    document.querySelector('#out').textContent = JSON.stringify(out);
  })();
</script>`;

// shows: threats/package-script, threats/package-report
test('a package that attacks reads nothing of the academy, leads nowhere, and completes nothing by a script', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Attack', { films: 0, test: true });
  const staff = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await logInAsStaff(staff, academy);
  const zip = rawZip([
    { name: 'imsmanifest.xml', content: manifestOf('1.2', [{ id: 'a', title: 'Attack', href: 'a.html' }]) },
    { name: 'a.html', content: attack(academy.url) },
  ]);
  await addPackage(staff, course, zip, { title: 'Attack course' });
  const asha = await school.learner('Asha', { profile: true });
  await school.enrol(asha, course);
  const page = await signedIn(browser, academy, asha);
  await page.goto(`/training/${course}`);
  const out = played(page).locator('#out');
  await expect(out).toContainText('{', { timeout: 30_000 });
  expect(JSON.parse((await out.textContent()) ?? '')).toEqual({
    document: 'refused',
    storage: 'refused',
    session: '',
    api: 'refused',
    call: '404',
    image: 'refused',
    other: '404',
    worker: 'refused',
    framed: 'refused,refused,refused',
    frame: expect.stringMatching(/elsewhere|nothing|refused/),
    window: 'refused',
    player: 'refused',
    top: 'refused',
  });
  await expect(page.getByText('Reported by the package: complete.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Minimum time: 1 min\./)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/training/${course}`);
  await expect(page.getByRole('button', { name: 'Give Test' })).toBeDisabled();
});

/** A page that shows the cookies it finds, sets one, and on request as many as no server reads. */
const cookiePage = `<!doctype html><meta charset="utf-8"><title>Cookies</title>
<body><p id="found"></p><button>Fill</button>
<script>
  parent.API.LMSInitialize('');
  document.querySelector('#found').textContent = 'Found: ' + (document.cookie || 'none');
  document.cookie = 'learner=Asha Kumar; path=/; max-age=86400';
  document.querySelector('button').onclick = () => {
    for (let i = 0; i < 40; i++) document.cookie = 'c' + i + '=' + 'x'.repeat(3000) + '; path=/; max-age=86400';
  };
</script>`;

// shows: threats/package-script
test('cookies of a package are not there for the next learner on the device, and do not keep the academy from answering', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Cookies', { films: 0, test: true });
  const staff = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await logInAsStaff(staff, academy);
  const zip = rawZip([
    { name: 'imsmanifest.xml', content: manifestOf('1.2', [{ id: 'a', title: 'Cookies', href: 'a.html' }]) },
    { name: 'a.html', content: cookiePage },
  ]);
  await addPackage(staff, course, zip, { title: 'Cookie course' });
  const [asha, ravi] = [
    await school.learner('Asha', { profile: true }),
    await school.learner('Ravi', { profile: true }),
  ];
  for (const one of [asha, ravi]) await school.enrol(one, course);

  const page = await signedIn(browser, academy, asha);
  const context = page.context();
  await page.goto(`/training/${course}`);
  await expect(played(page).getByText('Found: none')).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual(['learner']);
  await page.evaluate(({ accessToken, refreshToken, user }) => {
    const session = { accessToken, refreshToken, user: JSON.stringify(user) };
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  }, ravi.login);
  await page.goto(`/training/${course}`);
  await expect(played(page).getByText('Found: none')).toBeVisible({ timeout: 30_000 });

  await played(page).getByRole('button', { name: 'Fill' }).click();
  await page.goto('/about');
  await expect(async () => {
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  expect(await context.cookies()).toEqual([]);
});
