import { practice } from '@fairlead/contract/assessments/practice';
import { coursePacks, type PackFile } from '@fairlead/contract/course-packs/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import { home } from '@fairlead/contract/overview/home';
import { training } from '@fairlead/contract/training/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../testing/courses.ts';
import { alertWith, button, expectNone, field, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { issuedPassOf } from '../../../testing/offline-records.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { personOf } from '../../../testing/people.ts';
import { enrolmentOf, filmOf, idOf, trainingOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { markAboard, markedAboard } from '../../lib/device/aboard/aboard-mark.ts';
import { aboardNow, changeAboard, forgetAboard, type Pack } from '../../lib/device/aboard/aboard-now.ts';
import { countPieces, listPeople, readPerson, writePack, writePiece } from '../../lib/device/aboard/aboard-store.ts';
import { encryptText, newEncryptionKey } from '../../lib/device/aboard/encryption.ts';
import type { KeepOutcome } from '../../lib/device/aboard/keep-outcome.ts';
import { closeAboard, openOrBegin, storePack } from '../../lib/device/aboard/open-aboard.ts';
import { keyWithoutPin, setPin, showAs } from '../../lib/device/aboard/person-key.ts';
import { initialsOf } from '../../lib/format/initials.ts';
import { clearSession, forgetPerson, getSession } from '../../lib/session/session.ts';
import { stopQueue } from './pack-queue.ts';
import { listOnBoard } from './pin.ts';
import { changeQueue } from './queue-now.ts';

const { _id: courseId, title } = courseOf();
const { _id: asha, name } = personOf('learner');
const content = `/courses/${courseId}/content`;
const mediaName = `${idOf('a1000000')}.mp4`;
const media = new Uint8Array(600_000).map((_, index) => index % 251);
const mediaFile: PackFile = { name: mediaName, bytes: media.length, type: 'video/mp4', url: `/film/${mediaName}` };

/** What the service worker says of the pages that it is to cache. */
let kept: KeepOutcome;

beforeEach(() => {
  // an answer of the test before would be fresh enough
  queryClient.clear();
  learnerAt([enrolmentOf()]);
  server.answer(training.getForCourse, { data: [trainingOf([filmOf(1)])] });
  server.answer(practice.get, { data: { courseId, courseTitle: title, questions: [] } });
  server.answer(ownFees.list, { data: [] });
  server.answer(wallet.own, { data: { documents: [], kinds: [] } });
  const worker = {
    postMessage: (message: object, ports?: MessagePort[]) =>
      ports?.[0]?.postMessage('keep' in message ? kept : undefined),
  };
  kept = { outcome: 'kept' };
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(worker as unknown as ServiceWorker);
});

afterEach(async () => {
  stopQueue();
  await closeAboard();
  forgetAboard();
  changeQueue({ current: undefined, loading: [], isLost: false, isFull: false, failures: {}, isAsking: false });
});

const digestsOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const pieces = [0, 1, 2].map((index) => bytes.slice(index * 262_144, (index + 1) * 262_144));
  const digests = await Promise.all(pieces.map((piece) => crypto.subtle.digest('SHA-256', piece)));
  return btoa(
    digests.flatMap((digest) => [...new Uint8Array(digest)].map((byte) => String.fromCharCode(byte))).join(''),
  );
};

/** The academy offers the course in two sizes, and sends its film in ranges. */
async function offer() {
  const large = { ...mediaFile, name: `${idOf('a1000000', 2)}.mp4`, bytes: 48_000_000 };
  const list = { ...mediaFile, name: `${idOf('a1000000', 3)}.m3u8`, bytes: 900 };
  const sizes = [
    { lines: null, media: mediaFile, playlist: null },
    { lines: 480, media: large, playlist: list },
  ];
  const film = { _id: filmOf(1)._id, title: 'Raft 1', sizes, poster: null, texts: [] };
  server.answer(coursePacks.get, { data: { courseId, courseTitle: title, films: [film], pictures: [] } });
  const pass = issuedPassOf([filmOf(1)._id]);
  server.answer(offlineRecords.issuePass, { data: pass });
  server.answer(offlineRecords.sync, {
    data: { head: pass.head, mustRenew: false, withdrawnAt: null, creditedSeconds: 0, refused: [] },
  });
  server.answer(coursePacks.getDigests, { data: { bytes: media.length, digests: await digestsOf(media) } });
  const before = window.fetch;
  const ranges: string[] = [];
  vi.stubGlobal('fetch', (input: RequestInfo, init: RequestInit = {}) => {
    if (!String(input).startsWith('/film/')) return before(input, init);
    const range = String((init.headers as Record<string, string>).range);
    ranges.push(range);
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(range) ?? [];
    return Promise.resolve(new Response(media.slice(Number(first), Number(last) + 1), { status: 206 }));
  });
  return ranges;
}

const pack = (part: Partial<Pack> = {}): Pack => ({
  courseId,
  courseTitle: title,
  lines: 480,
  pictures: [],
  source: 'link',
  courseKey: null,
  isPaused: true,
  build: '',
  addedAt: 1,
  films: [
    {
      id: filmOf(1)._id,
      title: 'Raft 1',
      playlist: null,
      poster: null,
      texts: [],
      media: { name: mediaName, bytes: media.length, type: 'video/mp4' },
    },
  ],
  ...part,
});

/** Opens the page with these courses aboard, of whose film two of three pieces are there. */
async function aboardWith(packs: readonly Pack[]) {
  const key = await openOrBegin(asha, name);
  if (key === 'locked') throw new Error('it is locked');
  for (const index of [0, 1]) await writePiece({ person: asha, file: mediaName, index, key }, new Uint8Array(1));
  for (const one of packs) await storePack(one);
  return openPage('/aboard');
}

test('a course is taken aboard in the size that was chosen, is listed with its state, and can be removed', async () => {
  const ranges = await offer();
  await openPage(content, { and: ['/aboard'] });
  await button('Take aboard').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByLabelText('480p · 48.0 MB')).toBeVisible();
  await expectSound('take aboard');
  await dialog.getByLabelText('Original · 600 kB').click();
  const release = server.hold(home.getHome);
  await dialog.getByRole('button', { name: 'Take aboard' }).click();
  // nor is it there while the first page could not be opened at sea
  await expect.poll(() => server.sent(home.getHome)).toHaveLength(1);
  await expectNone(main().getByText(/^This course is on this device/));
  release();
  await expect.element(main().getByText(/^This course is on this device \(Original, 600 kB\)/)).toBeVisible();
  expect([ranges, markedAboard(asha)]).toEqual([['bytes=0-599999'], [courseId]]);
  await expectSound('course aboard');
  await main().getByRole('link', { name: 'Courses Aboard' }).click();
  await expect.element(main().getByText('Aboard', { exact: true })).toBeVisible();
  await button('Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(main().getByText('No courses aboard')).toBeVisible();
  // with their last course, the key of the person is deleted too
  await expect.poll(listPeople).toEqual([]);
  expect([(await countPieces(asha)).size, markedAboard(asha)]).toEqual([0, []]);
});

test('a browser that asks the person before it keeps data is pointed out, while the course is taken aboard', async () => {
  await offer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  vi.spyOn(navigator.storage, 'persist').mockReturnValue(promise);
  const isSafe = vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
  await openPage(content, { and: ['/aboard'] });
  await button('Take aboard').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take aboard' }).click();
  await expect.element(main().getByText(/^Your browser asks, near the address/)).toBeVisible();
  await expect.element(main().getByText(/^This course is on this device/)).toBeVisible();
  await expectSound('take aboard, the browser asks');
  await main().getByRole('link', { name: 'Courses Aboard' }).click();
  await expect.element(main().getByText(/^This browser may delete your courses/)).toBeVisible();
  await expect.element(main().getByText(/^Your browser asks, near the address/)).toBeVisible();
  isSafe.mockResolvedValue(true);
  resolve(true);
  await expect.element(main().getByText(/^This browser has agreed to keep your courses/)).toBeVisible();
  await expectNone(main().getByText(/^Your browser asks, near the address/));
});

test('sizes that cannot be loaded say so, and are loaded again; a page without a service worker says what to do', async () => {
  server.fail(coursePacks.get, { status: 403, message: 'You are not approved for this course.' });
  await openPage(content);
  await button('Take aboard').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('You are not approved for this course.')).toBeVisible();
  await expectSound('take aboard, failed');
  await offer();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByLabelText('480p · 48.0 MB')).toBeVisible();
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(null);
  await openPage(content);
  await button('Take aboard').click();
  await expect.element(page.getByRole('dialog').getByText(/^This page is not ready to work without/)).toBeVisible();
});

// the first is for a site that has used what it may; the others are what Chromium 156 reports of a full disk
test.each(['QuotaExceededError', 'UnknownError', 'DataError'])(
  'a disk that is full (%s) is said, keeps what is there, and goes on when it is tried again',
  async (name) => {
    const ranges = await offer();
    const put = IDBObjectStore.prototype.put;
    let pieces = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (this.name === 'pieces') pieces += 1;
      if (this.name === 'pieces' && pieces === 2) throw new DOMException('full', name);
      return put.call(this, value, key);
    });
    await openPage(content, { and: ['/aboard'] });
    await button('Take aboard').click();
    await page
      .getByRole('dialog')
      .getByLabelText(/^Original/)
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take aboard' }).click();
    await main().getByRole('link', { name: 'Courses Aboard' }).click();
    await expect.element(alertWith(/^This browser gives no more space/)).toBeVisible();
    await expectSound('aboard, full');
    expect((await countPieces(asha)).get(mediaName)).toBe(1);
    await button('Try again').click();
    await expect.element(main().getByText('Aboard', { exact: true })).toBeVisible();
    expect(ranges).toEqual(['bytes=0-599999', 'bytes=262144-599999']);
  },
);

test('a course is not aboard while the disk has no space for what its pages show', async () => {
  await offer();
  const put = IDBObjectStore.prototype.put;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (this.name === 'answers') throw new DOMException('full', 'QuotaExceededError');
    return put.call(this, value, key);
  });
  await openPage(content, { and: ['/aboard'] });
  await button('Take aboard').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take aboard' }).click();
  await main().getByRole('link', { name: 'Courses Aboard' }).click();
  await expect.element(alertWith(/^This browser gives no more space/)).toBeVisible();
  await expectNone(main().getByText('Aboard', { exact: true }));
  full.mockRestore();
  await button('Try again').click();
  await expect.element(main().getByText('Aboard', { exact: true })).toBeVisible();
});

test('what the server refuses is said beside the course, and can be tried again', async () => {
  server.fail(coursePacks.get, { status: 403, message: 'You are not approved for this course.' });
  await aboardWith([pack({ isPaused: false })]);
  await expect.element(alertWith('You are not approved for this course.')).toBeVisible();
  await expect.element(main().getByText('Failed', { exact: true })).toBeVisible();
  await expectSound('aboard, failed');
});

test.each<[string, () => void, RegExp]>([
  [
    'a page whose answer the academy refuses',
    () => server.fail(wallet.own, { status: 500, message: 'Please try again later.' }),
    /^‘My Documents’ could not be saved for use without internet\. Please try again later\.$/,
  ],
  [
    'a page that the academy does not give',
    () => {
      kept = { outcome: 'refused', path: '/fees' };
    },
    /^‘Fees’ could not be saved for use without internet\. Reload this page and try again\.$/,
  ],
  [
    'a browser without space for pages',
    () => {
      kept = { outcome: 'full' };
    },
    /^This browser gives no more space/,
  ],
])('%s is named, after the videos have come', async (_, fault, words) => {
  await offer();
  const [film] = pack().films;
  fault();
  await aboardWith([pack({ isPaused: false, build: null, films: film ? [film] : [] })]);
  await expect.element(alertWith(words)).toBeVisible();
  await expectNone(main().getByText('No connection', { exact: true }));
  server.answer(wallet.own, { data: { documents: [], kinds: [] } });
  kept = { outcome: 'kept' };
  await button('Try again').click();
  await expect.element(main().getByText('Aboard', { exact: true })).toBeVisible();
});

test('a server that restarts is waited for, as a lost network is', async () => {
  await offer();
  server.fail(wallet.own, { status: 503, message: 'The server is starting.' });
  await aboardWith([pack({ isPaused: false, build: null, films: [] })]);
  await expect.element(main().getByText('No connection', { exact: true })).toBeVisible();
  server.answer(wallet.own, { data: { documents: [], kinds: [] } });
  await expect.element(main().getByText('Aboard', { exact: true })).toBeVisible();
});

test('courses are listed with what is there, the one that is paused too', async () => {
  const other = pack({
    courseId: idOf('c1000000', 2),
    courseTitle: 'Tanker Familiarization, Oil and Chemical',
    addedAt: 2,
  });
  const done = pack({ courseId: idOf('c1000000', 3), courseTitle: 'Lights', lines: 0, films: [], addedAt: 3 });
  await aboardWith([pack(), other, done]);
  await expect.element(main().getByText('524 kB of 600 kB (480p)').first()).toBeVisible();
  await expect.element(main().getByText('Aboard', { exact: true })).toBeVisible();
  await expectSound('aboard');
});

test.each([
  ['nothing', 'No courses aboard'],
  ['gone', /^This browser has deleted the courses/],
  ['locked', /^Your courses on this device are locked/],
] as const)('%s aboard is said in words', async (state, words) => {
  sessionStorage.setItem('aboardSkipped', 'yes');
  changeAboard({ person: asha, state });
  await openPage('/aboard');
  await expect.element(main().getByText(words)).toBeVisible();
  await expectSound(`aboard, ${state}`);
});

test('a PIN is set, and opens the courses again, also for somebody who has logged out', async () => {
  await aboardWith([pack()]);
  markAboard(asha, [courseId]);
  await button('Set a PIN').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('New PIN', { exact: true }).fill('48291');
  await dialog.getByLabelText('New PIN again').fill('4829');
  await dialog.getByRole('button', { name: 'Save PIN' }).click();
  await expect.element(dialog.getByText('A PIN has 6 to 12 digits.')).toBeVisible();
  await expect.element(dialog.getByText('The two PINs are not the same.')).toBeVisible();
  await expectSound('set a PIN');
  await dialog.getByLabelText('New PIN', { exact: true }).fill('482913');
  await dialog.getByLabelText('New PIN again').fill('482913');
  await dialog.getByRole('button', { name: 'Save PIN' }).click();
  await expect.element(button('Change PIN')).toBeVisible();
  expect((await readPerson(asha))?.pin).toMatchObject({ failures: 0, iterations: 600_000 });

  clearSession();
  await expect.poll(() => aboardNow().key).toBeUndefined();
  const opened = await openPage('/aboard/open', { and: ['/aboard'] });
  // others see the initials, as long as she chose no other name
  await expect.element(main().getByText(initialsOf(name), { exact: true })).toBeVisible();
  await expectNone(main().getByText(name));
  await field('PIN').fill('000000');
  await button('Open').click();
  await expect.element(main().getByText('This PIN is wrong.')).toBeVisible();
  await expectSound('open courses aboard');
  await field('PIN').fill('482913');
  await button('Open').click();
  // where she was when the session ended
  await expect.poll(opened.path).toBe('/aboard');
  expect(aboardNow()).toMatchObject({ person: asha, state: 'open' });
});

test('a second person on the device has to set a PIN before the first course comes aboard', async () => {
  await keyWithoutPin(idOf('10000000', 9), 'Ravi Kumar');
  await offer();
  await openPage(content);
  await button('Take aboard').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^Somebody else has courses on this device too/)).toBeVisible();
  await expectSound('take aboard, shared');
  await dialog.getByLabelText('New PIN', { exact: true }).fill('482913');
  await dialog.getByLabelText('New PIN again').fill('482913');
  await dialog.getByRole('button', { name: 'Save PIN' }).click();
  await expect.element(dialog.getByLabelText('480p · 48.0 MB')).toBeVisible();
  expect((await readPerson(asha))?.pin).not.toBeNull();
});

test('a second person on the device is asked for a PIN, and neither sees the courses of the other', async () => {
  await keyWithoutPin(idOf('10000000', 9), 'Ravi Kumar');
  await setPin(idOf('10000000', 9), { before: '', pin: '111111', session: '{}' });
  await aboardWith([pack()]);
  await expect.element(alertWith(/^Somebody else has courses on this device too/)).toBeVisible();
  await expectSound('aboard, shared');
  await setPin(asha, { before: '', pin: '222222', session: '{}' });
  clearSession();
  await openPage('/aboard/open');
  await expect.element(main().getByLabelText('RK')).toBeVisible();
  await expectNone(main().getByText(title));
  await expectSound('open courses aboard, shared');
  await button('Open').click();
  await expect.element(main().getByText('Please choose your name.')).toBeVisible();
});

test('everybody who is aboard is listed as they chose; who has no PIN has to log in, and nobody else opens them', async () => {
  const [ravi, other] = [idOf('10000000', 8), idOf('10000000', 9)];
  for (const [person, called] of [
    [ravi, 'Ravi Kumar'],
    [other, 'Rita Khan'],
  ] as const) {
    await keyWithoutPin(person, called);
    await setPin(person, { before: '', pin: '111111', session: '{}' });
  }
  await showAs(ravi, 'Second cook');
  await keyWithoutPin(idOf('10000000', 7), 'Omar Said');
  await aboardWith([pack()]);
  clearSession();
  await openPage('/aboard/open', { and: ['/login'] });
  await expect.element(main().getByLabelText('RK')).toBeVisible();
  await expect.element(main().getByLabelText('Second cook')).toBeVisible();
  const without = main().getByRole('list', { name: 'Without a PIN' });
  await expect.element(without.getByText('OS', { exact: true })).toBeVisible();
  await expect.element(without.getByText(initialsOf(name), { exact: true })).toBeVisible();
  await expectNone(without.getByRole('radio'));
  await expectNone(without.getByRole('button'));
  await expectNone(main().getByText(/Ravi Kumar|Omar Said/));
  await expectSound('open courses aboard, a crew');
  expect(main().getByRole('radio').elements()).toHaveLength(2);
  await expect.element(main().getByRole('link', { name: 'Somebody else' })).toHaveAttribute('href', '/login');
});

test('two people with the same initials are told apart, and a name is chosen with the PIN', async () => {
  await keyWithoutPin(idOf('10000000', 8), 'Ravi Kumar');
  await keyWithoutPin(idOf('10000000', 9), 'Rita Khan');
  expect((await listOnBoard()).map((one) => one.name)).toEqual(['RK', 'RK (2)']);
  await aboardWith([pack()]);
  await button('Set a PIN').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('New PIN', { exact: true }).fill('482913');
  await dialog.getByLabelText('New PIN again').fill('482913');
  await dialog.getByLabelText('Your name for others on this device').fill(' Asha, galley ');
  await expectSound('set a PIN and a name');
  await dialog.getByRole('button', { name: 'Save PIN' }).click();
  await expect.element(button('Change PIN')).toBeVisible();
  expect((await listOnBoard()).find(({ person }) => person === asha)).toMatchObject({
    name: 'Asha, galley',
    hasPin: true,
  });
});

test('somebody else logs out who is logged in, and what is aboard stays', async () => {
  await aboardWith([pack()]);
  await openPage('/aboard/open');
  await expect.element(main().getByText('(logged in)')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Go on' })).toHaveAttribute('href', '/dashboard');
  await expect.element(button('Somebody else')).toBeVisible();
  await expectSound('open courses aboard, logged in without a PIN');
});

test('a logout has the service worker forget all keys, from a page that knows of no courses too', async () => {
  const postMessage = vi.fn();
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue({ postMessage } as unknown as ServiceWorker);
  await forgetPerson();
  expect(postMessage.mock.calls).toEqual([[{ forgetKeys: true }]]);
});

test('a course that another tab has stored with a key of before is said, and the others open', async () => {
  await openOrBegin(asha, name);
  await storePack(pack());
  await writePack(asha, idOf('20000000', 9), await encryptText(await newEncryptionKey(), '{}', 'x'));
  await closeAboard();
  await openPage('/aboard');
  await expect.element(main().getByRole('heading', { level: 2, name: title })).toBeVisible();
  expect(aboardNow()).toMatchObject({ packs: [{ courseId }], unreadable: [idOf('20000000', 9)] });
});

test('a PIN of somebody else leaves nothing of the person who was logged in', async () => {
  const [ravi, session] = [idOf('10000000', 8), getSession()];
  await keyWithoutPin(ravi, 'Ravi Kumar');
  const ravis = JSON.stringify({ ...session, user: { ...session?.user, _id: ravi, name: 'Ravi Kumar' } });
  await setPin(ravi, { before: '', pin: '111111', session: ravis });
  await aboardWith([pack()]);
  queryClient.setQueryData(['own answers'], 'of Asha');
  const opened = await openPage('/aboard/open', { and: ['/aboard', '/dashboard'] });
  await field('PIN').fill('111111');
  await button('Open').click();
  await expect.poll(() => getSession()?.user?._id).toBe(ravi);
  await expect.poll(opened.path).not.toBe('/aboard/open');
  expect(queryClient.getQueryData(['own answers'])).toBeUndefined();
  expect(aboardNow()).toMatchObject({ person: ravi, packs: [] });
});
