import { accounts } from '@fairlead/contract/accounts/calls';
import {
  offlineRecords,
  ProgressFile,
  type RecordPart,
  type SyncState,
} from '@fairlead/contract/offline-records/calls';
import {
  base64url,
  decodeLinks,
  firstHash,
  hashAfter,
  makeDeviceKey,
  verifyPart,
} from '@fairlead/contract/offline-records/offline-record-format';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test, vi } from 'vitest';
import { courseOf } from '../../../../testing/courses.ts';
import { alertWith, button, expectNone, main } from '../../../../testing/forms.ts';
import { learnerAt } from '../../../../testing/learner.ts';
import { issuedPassOf } from '../../../../testing/offline-records.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { enrolmentOf, filmOf, idOf, moment, trainingOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { getSession } from '../../../lib/session/session.ts';
import { hasUnsentRecord, obtainPass, recordPlayed, syncRecord } from '../../offline-records/api.ts';
import { storeDeviceKey } from '../../offline-records/record-store.ts';
import { keepPlace, keepTraining } from '../kept-training.ts';
import { trainingSetOf } from '../wire.ts';

const muster = new URL('../../../../../e2e/films/e2e-muster.webm', import.meta.url).href;
const courseId = courseOf()._id;
const state = { watchedSeconds: 1, duration: 6, completed: false, position: 1, due: null };
const pass = issuedPassOf([filmOf(1)._id]);
/** The academy's answer to what is sent: it has all of it. */
function taken(part: RecordPart | null | undefined, more: Partial<SyncState> = {}): { data: SyncState } {
  const links = part ? decodeLinks(base64url.decode(part.links)).map(({ bytes }) => bytes) : [];
  const hash = part ? hashAfter(base64url.decode(part.previous), links) : firstHash(pass._id);
  const head = { number: (part?.first ?? 1) + links.length - 1, hash: base64url.encode(hash) };
  return {
    data: { head, mustRenew: false, withdrawnAt: null, creditedSeconds: 0, refused: [], ...more },
  };
}

/** The device has a pass, and opens the film without a network. Returns its public key. */
async function openAboard(): Promise<Uint8Array> {
  learnerAt([enrolmentOf()]);
  server.answer(offlineRecords.issuePass, { data: pass });
  await obtainPass(courseId);
  server.fail(offlineRecords.sync, 'no link');
  server.fail(training.reportProgress, 'no link');
  server.answer(training.getForCourse, { data: [trainingOf([filmOf(1, { url: muster })])] });
  await openPage(`/training/${courseId}`);
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThan(0);
  const video = document.querySelector('video') as HTMLVideoElement;
  video.muted = true;
  await video.play();
  await expect.poll(() => video.currentTime).toBeGreaterThan(1.2);
  video.pause();
  return base64url.decode(server.sent(offlineRecords.issuePass)[0]?.body?.key ?? '');
}

const verified = (key: Uint8Array, { first, previous, links, signature }: RecordPart, passId = pass._id) =>
  verifyPart(key, {
    passId,
    first,
    previous: base64url.decode(previous),
    links: base64url.decode(links),
    signature: base64url.decode(signature),
  });

test('with an offline pass, what is played without a link is recorded, and sent with a signature', async () => {
  const key = await openAboard();
  await expect.element(main().getByText(/watched and not sent yet/)).toBeVisible();
  await expectSound('training, aboard');
  // the link is back
  server.answer(training.reportProgress, { data: state });
  server.answer(offlineRecords.sync, ({ body }) => taken(body?.part));
  window.dispatchEvent(new Event('online'));
  await expect.element(main().getByText('The academy has everything that you watched here.')).toBeVisible();
  const parts = server.sent(offlineRecords.sync).flatMap(({ body }) => body?.part ?? []);
  const [first] = parts.filter((part) => part.first === 1);
  if (!first) throw new Error('nothing was sent');
  const { links } = await verified(key, first);
  expect(links[0]?.link).toMatchObject({ kind: 'session', number: 1 });
  expect(links[1]?.link).toMatchObject({ kind: 'played', film: 0, from: 0, rate: 20, visible: true, muted: true });
  for (const part of parts) await verified(key, part);
  // the record first, then the report
  expect(server.sent(training.reportProgress).at(-1)?.body?.watched).toMatchObject([[0, expect.any(Number)]]);
});

test('a withdrawn pass is said, and what was watched before is sent all the same', async () => {
  await openAboard();
  server.answer(training.reportProgress, { data: state });
  server.answer(offlineRecords.sync, ({ body }) => taken(body?.part, { withdrawnAt: moment }));
  window.dispatchEvent(new Event('online'));
  await expect.element(main().getByText(/The academy withdrew the offline pass of this device/)).toBeVisible();
  await expectSound('training, pass withdrawn');
});

test('a login that ended at sea takes no film away at the first contact: it is asked for, and what is unsent stays', async () => {
  await openAboard();
  server.fail(training.reportProgress, { status: 401, message: 'Please log in again.' });
  server.fail(offlineRecords.sync, { status: 401, message: 'Please log in again.' });
  server.fail(accounts.refresh, { status: 401, message: 'Please log in again.' });
  window.dispatchEvent(new Event('online'));
  await expect.element(main().getByText(/^Your login has ended/)).toBeVisible();
  // one notice, and none that promises to send without a login
  await expect.element(main().getByText(/It is sent when you log in again/)).toBeVisible();
  await expectNone(main().getByText(/when you are connected again|Please log in again/));
  await expectSound('training, the login has ended');
  const asked = server.sent(accounts.refresh).length;
  window.dispatchEvent(new Event('online'));
  const video = document.querySelector('video') as HTMLVideoElement;
  const before = video.currentTime;
  await video.play();
  await expect.poll(() => video.currentTime).toBeGreaterThan(before);
  video.pause();
  // the server is not asked again for what it has refused
  expect(server.sent(accounts.refresh)).toHaveLength(asked);
  const person = getSession()?.user?._id ?? '';
  expect(person).not.toBe('');
  await button('Log in now').click();
  await expect.poll(() => getSession()).toBeNull();
  expect(await hasUnsentRecord({ person, courseId })).toBe(true);
});

test('progress is saved as a file that is signed by the device', async () => {
  const key = await openAboard();
  await expect.element(button('Save progress as a file')).toBeVisible();
  await expectSound('training, progress as a file');
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:none');
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await button('Save progress as a file').click();
  await expect.poll(() => clicked.mock.instances.length).toBe(1);
  expect((clicked.mock.instances[0] as unknown as HTMLAnchorElement).download).toMatch(
    /^\d{4}-\d\d-\d\d .+ \p{Lu}{1,2}\.fairlead-progress$/u,
  );
  const [[blob] = []] = saved.mock.calls;
  const file = ProgressFile.parse(JSON.parse(await new Response(blob as Blob).text()));
  expect(file.pass).toBe(pass.statement);
  expect((await verified(key, file.part)).last).toBeGreaterThan(1);
});

/** The device has a pass, and has recorded two seconds; returns whose record that is. */
async function recordedAboard() {
  learnerAt([enrolmentOf()]);
  server.answer(offlineRecords.issuePass, { data: pass });
  await obtainPass(courseId);
  const aboard = { person: getSession()?.user?._id ?? '', courseId };
  const part = { from: 0, to: 2, began: 10, ended: 12, wallClock: 1_795_000_000, rate: 1, visible: true, muted: false };
  await recordPlayed(aboard, { filmId: filmOf(1)._id, parts: [part], answers: {} });
  return aboard;
}

describe('what is not sent goes on under another pass', () => {
  const next = issuedPassOf([filmOf(2)._id, filmOf(1)._id], idOf('80000000', 2));

  /** What was sent last is the record, under the other pass and signed with the key that it was asked for. */
  async function expectGoneOn() {
    const key = base64url.decode(server.sent(offlineRecords.issuePass).at(-1)?.body?.key ?? '');
    const { params, body } = server.sent(offlineRecords.sync).at(-1) ?? {};
    expect(params?.id).toBe(next._id);
    if (!body?.part) throw new Error('nothing was sent');
    const { links } = await verified(key, body.part, next._id);
    expect(links.at(-1)?.link).toMatchObject({ kind: 'played', film: 1, from: 0, to: 200 });
  }

  const over = { status: 409, code: 'over', message: 'This offline pass belongs to an enrollment that is over.' };

  test('after the person was enrolled again, with another key, though the link breaks meanwhile', async () => {
    const aboard = await recordedAboard();
    server.fail(offlineRecords.sync, over);
    server.fail(offlineRecords.issuePass, 'no link');
    await expect(syncRecord(aboard)).rejects.toThrow();
    expect(await hasUnsentRecord(aboard)).toBe(true);
    server.answer(offlineRecords.issuePass, () => {
      server.answer(offlineRecords.sync, ({ body }) => taken(body?.part));
      return { data: next };
    });
    await syncRecord(aboard);
    expect(await hasUnsentRecord(aboard)).toBe(false);
    await expectGoneOn();
    const keys = server.sent(offlineRecords.issuePass).map(({ body }) => body?.key);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  test('when the page was closed after the key of that pass was stored', async () => {
    const aboard = await recordedAboard();
    await storeDeviceKey(aboard, { passId: next._id, pair: await makeDeviceKey() });
    server.answer(offlineRecords.issuePass, { data: next });
    server.answer(offlineRecords.sync, ({ body }) => taken(body?.part));
    await syncRecord(aboard);
    await expectGoneOn();
  });

  test('and it stays as it is when the academy refuses that one too', async () => {
    const aboard = await recordedAboard();
    server.fail(offlineRecords.sync, over);
    server.answer(offlineRecords.issuePass, { data: next });
    await syncRecord(aboard);
    expect(server.sent(offlineRecords.sync)).toHaveLength(2);
    expect(await hasUnsentRecord(aboard)).toBe(true);
  });
});

test('a record is not sent when somebody else has signed in', async () => {
  const aboard = await recordedAboard();
  localStorage.setItem('user', JSON.stringify({ ...getSession()?.user, _id: idOf('10000000', 99) }));
  await syncRecord(aboard);
  expect(server.sent(offlineRecords.sync)).toEqual([]);
});

test('a training that is opened again without a link opens the film that was begun, not one that was watched', async () => {
  learnerAt([enrolmentOf()]);
  const ids = [filmOf(1)._id, filmOf(2)._id];
  server.answer(offlineRecords.issuePass, { data: issuedPassOf(ids) });
  await obtainPass(courseId);
  const person = getSession()?.user?._id ?? '';
  const base = { wallClock: 1_795_000_000, rate: 1, visible: true, muted: false };
  const played = (filmId: string | undefined, to: number, began: number) =>
    recordPlayed(
      { person, courseId },
      { filmId: filmId ?? '', parts: [{ ...base, from: 0, to, began, ended: began + to }], answers: {} },
    );
  await played(ids[0], 6, 10);
  await played(ids[1], 2, 20);
  const open = { duration: 6, watched: [], watchedSeconds: 0, completed: false };
  keepTraining(
    person,
    trainingSetOf(trainingOf([filmOf(1, { ...open, locked: false }), filmOf(2, { ...open, locked: true })])),
  );
  keepPlace(person, courseId, 1);
  server.fail(training.getForCourse, 'no link');
  server.fail(offlineRecords.sync, 'no link');
  await openPage(`/training/${courseId}`);
  const title = filmOf(2).title;
  await expect.element(main().getByRole('heading', { level: 2, name: new RegExp(title) })).toBeVisible();
  await expect.element(main().getByText('8 s watched and not sent yet.', { exact: false })).toBeVisible();
});

test('a record that the device does not give back is said, and is not taken for nothing to send', async () => {
  await openAboard();
  await expect.element(main().getByText(/watched and not sent yet/)).toBeVisible();
  // the browser loses its database, as it can after the device has slept
  const lost = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('lost', 'InvalidStateError');
  });
  server.answer(offlineRecords.sync, ({ body }) => taken(body?.part));
  const parts = () => server.sent(offlineRecords.sync).filter(({ body }) => body?.part).length;
  const before = parts();
  await openPage(`/training/${courseId}`);
  await expect.element(alertWith(/^What you watched on this device without a connection cannot be read/)).toBeVisible();
  await expectSound('training, record unreadable');
  expect(parts()).toBe(before);
  lost.mockRestore();
  await expect.element(main().getByText(/not sent yet|has everything that you watched here/)).toBeVisible();
  await expectNone(main().getByText(/cannot be read at the moment/));
});

test('a training that is left with an ended login leads to the login, and nothing stays of the session', async () => {
  await openAboard();
  const refusal = { status: 401, message: 'Please log in again.' };
  for (const one of [training.reportProgress, offlineRecords.sync, accounts.refresh]) server.fail(one, refusal);
  window.dispatchEvent(new Event('online'));
  await expect.element(main().getByText(/^Your login has ended/)).toBeVisible();
  const opened = await openPage('/dashboard', { and: ['/login'] });
  await expect.poll(opened.path).toBe('/login');
  expect(getSession()).toBeNull();
});
