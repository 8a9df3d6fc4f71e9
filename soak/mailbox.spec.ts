import type { Args } from '@fairlead/contract/call';
import { training } from '@fairlead/contract/training';
import { expect, test } from '@playwright/test';
import { type Academy, eventually, startAcademy } from '../e2e/academy.ts';
import { ask } from '../e2e/ask.ts';
import { type Learner, openSchool, type School } from '../e2e/pages/school.ts';
import { checkMailbox } from '../server/doctor/check-mailbox.ts';
import { mostEmailBytes } from '../server/features/offline-records/progress-in-email.ts';
import { countWaiting, mailFolders } from '../server/platform/mail/mailbox.ts';
import { missingForImap, startImapServer } from '../server/testing/imap-server.ts';
import { type Ashore, deviceAboard } from '../server/testing/offline-device.ts';

// Progress files that ships send by email, through a real IMAP server. The program looks every two minutes.

const missing = missingForImap();
let imap: Awaited<ReturnType<typeof startImapServer>>;
let academy: Academy;
let school: School;

test.beforeAll(async () => {
  if (missing) throw new Error(missing);
  imap = await startImapServer();
  academy = await startAcademy({ mail: 'files', env: { MAILBOX_URL: imap.url } });
  school = await openSchool(academy);
});
test.afterAll(async () => {
  await academy?.stop();
  await imap?.end();
});

/** A learner’s device that has played two seconds without a link, and the file that it saves. */
async function atSea(name: string) {
  const learner = await school.learner(name, { profile: true });
  const courseId = await school.course(`${name}’s course`, { films: 1, test: false });
  await school.enrol(learner, courseId);
  const own = { url: academy.url, token: learner.login.accessToken };
  const program: Ashore<Learner> = {
    call: async (call, ...args) => ({
      status: 200,
      body: await ask(own, call, ...(args as unknown as Args<typeof call>)),
    }),
    clock: () => new Date(),
    wait: () => undefined,
  };
  const device = await deviceAboard(program, courseId, learner);
  const issuedAt = Date.parse(device.pass.issuedAt);
  // no more is credited than the academy’s clock allows since the pass
  await eventually('two seconds since the pass', async () => Date.now() - issuedAt > 2000 || undefined);
  device.play(0, 0, 2, { wait: 2 });
  return { learner, courseId, file: await device.file() };
}

const emailWith = (file: string, headers = '') =>
  `From: master@ship.example\r\n${headers}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="a.fairlead-progress"\r\n\r\n${Buffer.from(file).toString('base64')}\r\n--b--\r\n`;

const inboxIsEmpty = () =>
  eventually('the mailbox is read', async () => (await imap.countIn('INBOX')).all === 0 || undefined, 300);

const watchedOf = async (courseId: string, { login }: Learner) => {
  const own = { url: academy.url, token: login.accessToken };
  const { data } = await ask(own, training.getForCourse, { params: { courseId } });
  return data[0]?.trainingVideo.map(({ watchedSeconds }) => watchedSeconds);
};
const mailsOn = async ({ email }: Learner, words: string) =>
  (await academy.mails()).filter(({ to, subject }) => to?.[0]?.address === email && subject?.includes(words));

test('a file that a ship sends counts once; what is not counted is left unread for staff', async () => {
  const { learner, courseId, file } = await atSea('Asha');
  await imap.deliver(emailWith(file));
  await imap.deliver(emailWith(file, 'Auto-Submitted: auto-generated\r\n'));
  await imap.deliver(emailWith('{}'));
  await imap.deliver('From: crew@ship.example\r\nSubject: When is my test?\r\n\r\nGood day.\r\n');
  await imap.deliver(
    `Subject: films\r\n\r\n${'A'
      .repeat(76)
      .concat('\r\n')
      .repeat(Math.ceil(mostEmailBytes / 78) + 1)}`,
  );
  await inboxIsEmpty();
  expect(await imap.countIn(mailFolders.taken)).toEqual({ all: 2, seen: 2 });
  expect(await imap.countIn(mailFolders.left)).toEqual({ all: 3, seen: 0 });
  expect(await watchedOf(courseId, learner)).toEqual([2]);
  await academy.mailTo(learner.email, 'has arrived');
  expect(await mailsOn(learner, 'progress')).toHaveLength(1);
  expect((await academy.mails()).filter(({ to }) => to?.[0]?.address?.endsWith('ship.example'))).toEqual([]);
});

test('a program that is killed while it reads a hundred emails counts each, and once', async () => {
  const { learner, courseId, file } = await atSea('Bina');
  const taken = (await imap.countIn(mailFolders.taken)).all;
  await imap.stop();
  await imap.start();
  for (let count = 0; count < 100; count++) await imap.deliver(emailWith(file));
  await eventually('some are read', async () => (await imap.countIn(mailFolders.taken)).all > taken || undefined, 300);
  await academy.crash();
  await inboxIsEmpty();
  // what was moved by the killed program and was not deleted from the inbox yet is moved again
  expect((await imap.countIn(mailFolders.taken)).all).toBeGreaterThanOrEqual(taken + 100);
  expect(await watchedOf(courseId, learner)).toEqual([2]);
  await academy.mailTo(learner.email, 'has arrived');
  expect(await mailsOn(learner, 'has arrived')).toHaveLength(1);
});

test('a mailbox that is away loses nothing, and is in the log and in the doctor’s findings', async () => {
  const { learner, courseId, file } = await atSea('Chandra');
  await imap.deliver(emailWith(file));
  await imap.stop();
  const troubles = () => academy.output().split('the mailbox for progress files could not be read').length - 1;
  const before = troubles();
  await eventually('the trouble is logged', async () => troubles() > before || undefined, 300);
  const mailbox = { url: imap.url, address: imap.address };
  expect(await checkMailbox({ mailbox })).toMatchObject([
    { state: 'wrong', says: expect.stringContaining('ECONNREFUSED') },
  ]);
  // two further looks are not logged
  await new Promise((passed) => setTimeout(passed, 250_000));
  expect(troubles()).toBe(before + 1);
  await imap.start();
  await eventually(
    'that is over',
    async () => academy.output().includes('could not be read: that is over') || undefined,
    300,
  );
  await inboxIsEmpty();
  expect(await watchedOf(courseId, learner)).toEqual([2]);
  expect(await checkMailbox({ mailbox })).toMatchObject([
    { state: 'fine', says: expect.stringContaining('0 emails wait') },
  ]);
});

test('a wrong password and a certificate that nobody vouches for are outages, and nothing is sent', async () => {
  for (const [url, why] of [
    [imap.wrongUrl, /Authentication failed/],
    [imap.tlsUrl, /self-signed certificate/],
  ] as const)
    await expect(countWaiting({ url, address: imap.address })).rejects.toThrow(why);
});
