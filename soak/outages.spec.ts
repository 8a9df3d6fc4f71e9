import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { accounts } from '@fairlead/contract/accounts/calls';
import { expect, test } from '@playwright/test';
import { type Academy, eventually, startAcademy } from '../e2e/academy.ts';
import { expectSoundStore } from '../e2e/crash/store.ts';
import { databaseAt, embedded } from '../e2e/engines.ts';
import { film } from '../e2e/films.ts';
import { startMailServer } from '../e2e/mail-server.ts';
import { cover } from '../e2e/pages/pictures.ts';
import { openSchool } from '../e2e/pages/school.ts';
import { complaintsOf, signedIn } from '../e2e/pages/states.ts';
import { announce, sendingOf } from '../e2e/tus.ts';
import { freePort } from '../server/testing/free-port.ts';
import { startPostgres } from '../server/testing/postgres-server.ts';
import { canMountDisks, mountSmallDisk } from '../server/testing/small-disk.ts';

// The real program with real outages: a full disk, a stopped database server, a mail server that is missing or does
// not respond.

const records = 'The academy’s records cannot be reached at the moment. Please try again in a minute.';
const noRoom = 'The server has no storage space left. Please try again later.';

type Answer = { status: number; body: { message?: string; code?: string }; retryAfter: string | null };

async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, init);
  return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get('retry-after') };
}

let people = 0;

/** Registers somebody; returns the email and the response. */
async function register({ url }: Academy): Promise<{ email: string; answer: Answer }> {
  const email = `mate-${++people}@example.org`;
  const person = { tittle: 'Mr', firstName: 'Able', lastName: 'Seaman', mobile: '9876543210' };
  const answer = await send(`${url}/api${accounts.register.path}`, {
    method: 'POST',
    // each from another network: one network may not register so many
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${people >> 8}.${people & 255}.1` },
    body: JSON.stringify({ ...person, email, password: 'a lighthouse at sea' }),
  });
  return { email, answer };
}

const readiness = async ({ url }: Academy) => {
  const answer = await fetch(`${url}/readyz`);
  const { lacking } = (await answer.json()) as { lacking?: string[] };
  return { status: answer.status, lacking };
};

/** Waits until the program is ready again, and can store. */
const ready = (academy: Academy) =>
  eventually('the program is ready again', async () => {
    const { status, lacking = [] } = await readiness(academy);
    return (status === 200 && !lacking.includes('disk')) || undefined;
  });

/** Checks the response during an outage: a refusal in the usual form, with Retry-After. */
function expectUnavailable({ status, body, retryAfter }: Answer, ...sentences: string[]): void {
  expect([status, body.code]).toEqual([503, 'unavailable']);
  expect(sentences).toContain(body.message);
  expect(Number(retryAfter)).toBeGreaterThan(0);
}

/** Checks that each of these people has exactly one mail. */
async function expectOneMailEach(
  mails: () => Promise<{ to?: { address?: string | undefined }[] | undefined }[]>,
  emails: readonly string[],
) {
  const addresses = async () => (await mails()).map(({ to }) => to?.[0]?.address ?? '');
  await eventually('everybody has a mail', async () => {
    const there = await addresses();
    return emails.every((email) => there.includes(email)) || undefined;
  });
  const all = (await addresses()).filter((one) => emails.includes(one));
  expect(all.toSorted()).toEqual([...emails].toSorted());
}

// Mounting needs root; without it a message says that this is not tested.
if (!canMountDisks()) console.log('No disk can be mounted and filled here: what a full disk does is not tested.');
else {
  // shows: threats/lost-database-or-disk
  test('a full disk is reported, loses nothing, leaves nothing behind, and is over once there is space', async () => {
    test.setTimeout(600_000);
    const disk = mountSmallDisk(400);
    const academy = await startAcademy({
      engine: embedded,
      mail: 'smtp',
      within: disk.folder,
      env: { TRUST_PROXY: 'true' },
    });
    try {
      const school = await openSchool(academy);
      const courseId = await school.course('Life rafts', { films: 1, test: true });
      const asha = await school.trained('Asha', courseId);
      const ravi = await school.learner('Ravi');
      const token = school.principal.login.accessToken;
      const desk = { url: academy.url, token };
      const content = await readFile(film('e2e-raft'));
      const upload = sendingOf(desk, await announce(desk, 'raft.mp4', content.length));
      const half = await upload.send(0, content.subarray(0, content.length / 2));
      const drawing = await cover();
      const picture = new FormData();
      picture.append('picture', new Blob([new Uint8Array(drawing.buffer)], { type: drawing.mimeType }), drawing.name);

      // there is no space to render the certificate, or it was rendered before: in the end it is there, once
      await school.sit(asha, courseId, true);
      disk.fill();
      expect(await readiness(academy)).toMatchObject({ status: 200, lacking: expect.arrayContaining(['disk']) });
      await expect(school.profile(ravi)).rejects.toThrow(/: 503 .*"unavailable"/);
      const sendPicture = () => school.ask(school.principal, 'POST', '/tests/pictures', picture);
      await expect(sendPicture()).rejects.toThrow(/: 503 .*"unavailable"/);
      const form = new FormData();
      form.append('courseId', courseId);
      form.append('title', 'Drills');
      form.append('trainingVideo', new Blob([new Uint8Array(content)], { type: 'video/mp4' }), 'raft.mp4');
      const headers = { authorization: `Bearer ${token}` };
      const sent = await send(`${academy.url}/api/trainingVideo`, { method: 'POST', headers, body: form });
      expectUnavailable(sent, noRoom, records);
      await expect(upload.send(half, content.subarray(half))).rejects.toThrow(/: 503 .*"unavailable"/);
      await expect(announce(desk, 'other.mp4', content.length)).rejects.toThrow(/: 503 .*"unavailable"/);

      // for a while, small writes succeed in space that the database has allocated before
      const acknowledged: string[] = [];
      await eventually('a write is refused', async () => {
        const { email, answer } = await register(academy);
        if (answer.status < 300) acknowledged.push(email);
        else expectUnavailable(answer, noRoom, records);
        return answer.status === 503 || undefined;
      });

      disk.empty();
      await ready(academy);
      const after = await register(academy);
      expect(after.answer.status).toBeLessThan(300);
      await expectOneMailEach(academy.mails, [...acknowledged, after.email]);
      for (let offset = await upload.offset(); offset < content.length; )
        offset = await upload.send(offset, content.subarray(offset));
      await school.ask(school.principal, 'POST', '/trainingVideo/uploaded', {
        courseId,
        title: 'Drills',
        uploads: [upload.id],
      });
      await school.profile(ravi);
      await sendPicture();
      await eventually('the certificate is drawn', async () => {
        const path = `/certificate/${courseId}`;
        const { data } = await school.ask<{ data: { pdfPath: object | null } }>(asha, 'GET', path);
        return data.pdfPath ?? undefined;
      });
      expect(await academy.terminate()).toBe(0);
      const { files } = await expectSoundStore(academy);
      // the course's picture and first film, three identity documents each of two people, the film uploaded afterwards,
      // the question's picture, and the certificate; its own is drawn when it is first opened
      expect(files).toBe(1 + 1 + 6 + 1 + 1 + 1);
    } finally {
      disk.empty();
      await academy.stop();
      disk.unmount();
    }
  });
}

// shows: threats/lost-database-or-disk
test('a stopped database server is reported, also to people, and found again when it is back', async ({ browser }) => {
  test.setTimeout(600_000);
  const server = await startPostgres();
  test.fail(server === undefined, 'a PostgreSQL server is needed, which only root can install');
  if (!server) throw new Error('There is no PostgreSQL here.');
  const academy = await startAcademy({ mail: 'smtp', engine: databaseAt(server.url), env: { TRUST_PROXY: 'true' } });
  try {
    const school = await openSchool(academy);
    const asha = await school.learner('Asha', { profile: true });
    await school.course('Life rafts', { films: 0, test: false });
    const page = await signedIn(browser, academy, asha);
    await page.goto('/dashboard');
    const account = page.getByRole('link', { name: 'Account' });
    await expect(account).toBeVisible();
    const before = await register(academy);
    expect(before.answer.status).toBeLessThan(300);

    await server.halt();
    expect(await readiness(academy)).toMatchObject({ status: 503, lacking: ['database'] });
    expectUnavailable((await register(academy)).answer, records);
    const own = { headers: { authorization: `Bearer ${asha.login.accessToken}` } };
    expectUnavailable(await send(`${academy.url}/api/userCourses/user`, own), records);
    const complaints = complaintsOf(page);
    // otherwise the dashboard would show its cached data
    await account.click();
    await expect(page.getByText(records)).toBeVisible();
    const visitor = await (await browser.newContext({ baseURL: academy.url })).newPage();
    const complained = complaintsOf(visitor);
    const answer = await visitor.goto('/contact');
    expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '10']);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('The academy cannot answer at the moment');
    await expect(visitor.getByText(records)).toBeVisible();
    expect(await visitor.content()).not.toContain('ECONNREFUSED');
    // its style is inlined, and the policy permits it
    const ground = await visitor.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect([ground, complained]).toEqual(['rgb(246, 242, 232)', []]);

    await server.resume();
    await ready(academy);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(records)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await visitor.goto('/courses');
    await expect(visitor.getByRole('link', { name: 'Life rafts' }).first()).toBeVisible();
    expect(complaints).toEqual([]);
    const after = await register(academy);
    expect(after.answer.status).toBeLessThan(300);
    await expectOneMailEach(academy.mails, [before.email, after.email]);
    expect(await academy.terminate()).toBe(0);
  } finally {
    await academy.stop();
    await server.stop();
  }
});

// shows: threats/lost-mail-server
test('mails wait for a mail server that is away or does not respond, and are sent once each when it is back', async () => {
  test.setTimeout(600_000);
  const port = await freePort();
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, TRUST_PROXY: 'true' };
  const academy = await startAcademy({ mail: 'files', env });
  try {
    const emails: string[] = [];
    const registerOne = async () => {
      const { email, answer } = await register(academy);
      expect(answer.status).toBeLessThan(300);
      emails.push(email);
    };
    for (let i = 0; i < 5; i++) await registerOne();
    await eventually('the mail server is missed', async () => (await readiness(academy)).lacking);
    expect(await readiness(academy)).toEqual({ status: 200, lacking: ['mail server'] });

    const mute = createServer().listen(port, '127.0.0.1');
    const [socket] = await once(mute, 'connection');
    // calls do not wait for a mail server that does not respond
    await registerOne();
    const closed = once(mute, 'close');
    mute.close();
    socket.destroy();
    await closed;

    const server = await startMailServer(port);
    try {
      await expectOneMailEach(server.read, emails);
      expect(await readiness(academy)).toEqual({ status: 200 });
      expect(await academy.terminate()).toBe(0);
      expect(await server.read()).toHaveLength(emails.length);
    } finally {
      await server.close();
    }
  } finally {
    await academy.stop();
  }
});
