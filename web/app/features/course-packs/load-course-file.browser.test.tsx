import { practice } from '@fairlead/contract/assessments/practice';
import { certificates } from '@fairlead/contract/certificates/calls';
import { coursePacks, pieceBytes } from '@fairlead/contract/course-packs/calls';
import {
  courseKeyId,
  digestOfFile,
  encryptPiece,
  keyOfFile,
  layoutOf,
  type Manifest,
  writePrefix,
} from '@fairlead/contract/course-packs/course-file';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import { base64url } from '@fairlead/contract/offline-records/offline-record-format';
import { training } from '@fairlead/contract/training/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import { getPublicKeyAsync, signAsync } from '@noble/ed25519';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { courseOf } from '../../../testing/courses.ts';
import { button, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { issuedPassOf } from '../../../testing/offline-records.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { personOf } from '../../../testing/people.ts';
import { enrolmentOf, filmOf, idOf, trainingOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { ApiError } from '../../lib/calls/api-client.ts';
import { aboardNow, forgetAboard, type Pack } from '../../lib/device/aboard/aboard-now.ts';
import { countPieces, readPiece } from '../../lib/device/aboard/aboard-store.ts';
import { closeAboard, openOrBegin, storePack } from '../../lib/device/aboard/open-aboard.ts';
import { loadCourseFile, stopLoading } from './load-course-file.ts';
import { stopQueue } from './pack-queue.ts';
import { changeQueue, queueNow } from './queue-now.ts';

const { _id: courseId, title } = courseOf();
const { _id: asha, name } = personOf('learner');
const academy = new Uint8Array(32).fill(1);
const courseKey = new Uint8Array(32).fill(2);
const mediaName = `${idOf('a1000000')}.mp4`;
const media = new Uint8Array(5 * pieceBytes + 17).map((_, index) => index % 251);
const captions = new TextEncoder().encode('WEBVTT\n');

beforeEach(async () => {
  learnerAt([enrolmentOf()]);
  server.answer(training.getForCourse, { data: [trainingOf([filmOf(1)])] });
  server.answer(practice.get, { data: { courseId, courseTitle: title, questions: [] } });
  server.answer(ownFees.list, { data: [] });
  server.answer(wallet.own, { data: { documents: [], kinds: [] } });
  const key = base64url.encode(await getPublicKeyAsync(academy));
  const keys = [{ id: 'key-1', key, validFrom: '2026-01-01T00:00:00.000Z', validUntil: null }];
  server.answer(certificates.keys, { data: { asOf: '2026-11-20T00:00:00.000Z', keys } });
  const pass = { ...issuedPassOf([filmOf(1)._id]), courseKey: base64url.encode(courseKey) };
  server.answer(offlineRecords.issuePass, { data: pass });
  const film = { _id: filmOf(1)._id, title: 'Raft 1', poster: null, texts: [] };
  const file = { name: mediaName, bytes: media.length, type: 'video/mp4', url: `/film/${mediaName}` };
  const sizes = [{ lines: null, media: file, playlist: null }];
  server.answer(coursePacks.get, { data: { courseId, courseTitle: title, films: [{ ...film, sizes }], pictures: [] } });
  const worker = {
    postMessage: (message: object, ports?: MessagePort[]) =>
      ports?.[0]?.postMessage('keep' in message ? { outcome: 'kept' } : undefined),
  };
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(worker as unknown as ServiceWorker);
});

afterEach(async () => {
  for (const id of queueNow().loading) await stopLoading(id);
  stopQueue();
  await closeAboard();
  forgetAboard();
  changeQueue({ current: undefined, loading: [], isLost: false, isFull: false, failures: {} });
});

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const json = (value: unknown) => base64url.encode(new TextEncoder().encode(JSON.stringify(value)));
const cut = (bytes: Uint8Array<ArrayBuffer>) =>
  Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.slice(index * pieceBytes, (index + 1) * pieceBytes),
  );

/** A course file as the academy makes it, or changed before it is signed. */
async function courseFile(
  change: Partial<Manifest> = {},
  by: { key?: Uint8Array; kid?: string; encryptedBy?: Uint8Array<ArrayBuffer>; film?: string } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { key = academy, kid = 'key-1', encryptedBy = courseKey, film: ofFilm = mediaName } = by;
  const contents = [
    { name: `${idOf('a1000000', 2)}.vtt`, type: 'text/vtt', content: captions },
    { name: ofFilm, type: 'video/mp4', content: media },
  ];
  const files: Manifest['files'] = [];
  const digests: Uint8Array[] = [];
  const pieces: Uint8Array[] = [];
  for (const { content, ...file } of contents) {
    const joined = (await Promise.all(cut(content).map(sha256))).flatMap((digest) => [...digest]);
    const digest = await digestOfFile(Uint8Array.from(joined));
    const fileKey = await keyOfFile(encryptedBy, digest);
    files.push({ ...file, bytes: content.length, digest });
    digests.push(Uint8Array.from(joined));
    for (const [index, piece] of cut(content).entries()) pieces.push(await encryptPiece(fileKey, index, piece));
  }
  const texts = [{ file: 0, kind: 'captions' as const, language: 'en' }];
  const film = { id: filmOf(1)._id, title: 'Raft 1', media: 1, playlist: null, poster: null, texts };
  const manifest: Manifest = {
    course: courseId,
    title,
    lines: null,
    key: await courseKeyId(encryptedBy),
    films: [film],
    pictures: [],
    files,
    iat: 1_795_156_200,
    ...change,
  };
  const signed = `${json({ alg: 'EdDSA', kid, typ: 'fairlead-course-file+jws' })}.${json(manifest)}`;
  const text = new TextEncoder().encode(signed);
  const statement = new TextEncoder().encode(`${signed}.${base64url.encode(await signAsync(text, key))}`);
  return new Uint8Array(
    await new Blob([writePrefix(statement.length), statement, ...digests, ...pieces] as BlobPart[]).arrayBuffer(),
  );
}

const asFile = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'course.fairlead');
const damaged = (bytes: Uint8Array<ArrayBuffer>, at: number) =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

/** The course with its pages and its offline pass, as it waits for a file. */
async function readyForFile(change: Partial<Pack> = {}) {
  await openOrBegin(asha, name);
  await storePack({
    courseId,
    courseTitle: title,
    source: 'file',
    courseKey: base64url.encode(courseKey),
    lines: null,
    films: [],
    pictures: [],
    isPaused: false,
    build: '',
    addedAt: 1,
    ...change,
  });
}

/** What a file is refused with; undefined when it is taken. */
const refusal = (bytes: Uint8Array<ArrayBuffer>) =>
  loadCourseFile(asFile(bytes)).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.fields.file : Promise.reject(error)),
  );
const loaded = () => expect.poll(() => queueNow().loading).toEqual([]);
async function storedMedia() {
  const { key } = aboardNow();
  const pieces = await Promise.all(
    cut(media).map((_, index) => key && readPiece({ person: asha, file: mediaName, index, key })),
  );
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

test('the pages are taken aboard in port, and the course is loaded from a file without a network', async () => {
  await openPage(`/courses/${courseId}/content`, { and: ['/aboard'] });
  await button('Take aboard').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Only the pages; the videos come from a file').click();
  await dialog.getByRole('button', { name: 'Take aboard' }).click();
  await expect.element(main().getByText(/^The pages of this course are on this device/)).toBeVisible();
  expect(server.sent(coursePacks.getDigests)).toEqual([]);
  await main().getByRole('link', { name: 'Courses Aboard' }).click();
  await expect.element(main().getByText('Ready for a file', { exact: true })).toBeVisible();
  await expectSound('aboard, ready for a file');
  // only the service worker's cache answers from here on
  for (const one of [training.getForCourse, offlineRecords.issuePass, coursePacks.get]) server.fail(one, 'no link');
  await button('Load from a file').first().click();
  const chosen = page.getByRole('dialog').getByLabelText('Course file');
  await userEvent.upload(chosen, asFile((await courseFile()).slice(0, 300_000)));
  await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
  await expect
    .element(page.getByRole('dialog').getByText(/^This course file is not complete: it has 300 kB/))
    .toBeVisible();
  await expectSound('load from a file, refused');
  await userEvent.upload(chosen, asFile(await courseFile()));
  await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
  await expect.element(main().getByText('Aboard', { exact: true })).toBeVisible();
  expect(await storedMedia()).toEqual(media);
  expect(aboardNow().packs).toMatchObject([{ source: 'file', films: [{ texts: [{ kind: 'captions' }] }] }]);
});

test('a damaged file keeps what was right, says so, and a new copy goes on where it was', async () => {
  await readyForFile();
  const good = await courseFile();
  // in the last piece, which is taken after the first four
  await loadCourseFile(asFile(damaged(good, good.length - 20)));
  await expect.poll(() => queueNow().failures[courseId]).toMatch(/^This course file is damaged/);
  expect((await countPieces(asha)).get(mediaName)).toBeGreaterThanOrEqual(4);
  await openPage('/aboard');
  await expect.element(main().getByText(/^This course file is damaged/)).toBeVisible();
  await expect.element(main().getByText('Failed', { exact: true })).toBeVisible();
  await expectSound('aboard, damaged file');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await loadCourseFile(asFile(good));
  await loaded();
  await expect.element(main().getByText('Aboard', { exact: true })).toBeVisible();
  const pieces = put.mock.contexts.filter((one) => (one as IDBObjectStore).name === 'pieces');
  expect(pieces.length).toBeLessThanOrEqual(2);
  expect(await storedMedia()).toEqual(media);
  expect(queueNow().failures).toEqual({});
});

test('a course that is removed while it is loaded leaves nothing behind', async () => {
  await readyForFile();
  await loadCourseFile(asFile(await courseFile()));
  const { removePack } = await import('./take-aboard.ts');
  const [pack] = aboardNow().packs;
  if (pack) await removePack(pack);
  expect([(await countPieces(asha)).size, queueNow().loading, queueNow().failures]).toEqual([0, [], {}]);
});

/** A course file of which no piece can be read before `until`. */
function heldFile(bytes: Uint8Array<ArrayBuffer>, until: Promise<void>): File {
  const file = asFile(bytes);
  const slice = file.slice.bind(file);
  file.slice = (from, to) => {
    const part = slice(from, to);
    const read = part.arrayBuffer.bind(part);
    if (part.size > pieceBytes) part.arrayBuffer = () => until.then(read);
    return part;
  };
  return file;
}

test('two courses are loaded at the same time, and one of them is removed', async () => {
  const [other, otherMedia] = [idOf('c1000000', 8), `${idOf('a1000000', 9)}.mp4`];
  await readyForFile();
  const [shown] = aboardNow().packs;
  await readyForFile({ courseId: other, courseTitle: 'Fire' });
  const held = Promise.withResolvers<void>();
  await loadCourseFile(heldFile(await courseFile(), held.promise));
  const second = await courseFile({ course: other, title: 'Fire' }, { film: otherMedia });
  await loadCourseFile(heldFile(second, held.promise));
  expect(queueNow().loading).toEqual([courseId, other]);
  const { removePack } = await import('./take-aboard.ts');
  const removed = shown && removePack(shown);
  held.resolve();
  await removed;
  await loaded();
  const pieces = await countPieces(asha);
  expect([pieces.get(mediaName), pieces.get(otherMedia)]).toEqual([undefined, 6]);
  expect(queueNow().failures).toEqual({});
});

test('a failure of the program while pieces are loaded is said', async () => {
  await readyForFile();
  const broken = Promise.reject(new Error('broken'));
  broken.catch(() => undefined);
  await loadCourseFile(heldFile(await courseFile(), broken));
  await loaded();
  expect(queueNow().failures).toEqual({ [courseId]: 'The course file could not be loaded. Choose it again.' });
});

test.each([
  ['without an offline pass for its course', {}, { courseId: idOf('c1000000', 9) }, /^You have no offline pass for/],
  ['before the pass has arrived', {}, { courseKey: null }, /^Your offline pass .* is not on this device yet/],
  ['of another course', { course: idOf('c1000000', 8), title: 'Fire' }, {}, /^You have no offline pass for Fire/],
] as const)('a file %s is refused', async (_, change, pack, words) => {
  await readyForFile(pack);
  expect(await refusal(await courseFile(change))).toMatch(words);
  expect((await countPieces(asha)).size).toBe(0);
});

const good = await courseFile();
const start = layoutOf(0, []).size;
test.each([
  ['that is something else', new TextEncoder().encode('%PDF-1.7 and more than enough'), /^This is not a course file/],
  ['of a newer version', good.map((byte, at) => (at === 11 ? 2 : byte)), /newer version of this site/],
  ['of which the end is missing', good.slice(0, -1), /^This course file is not complete: it has/],
  ['of which only the beginning is there', good.slice(0, 500), /^This course file is not complete/],
  ['that has become longer', new Uint8Array([...good, 0]), /^This course file is damaged/],
  ['that was changed', damaged(good, start + 300), /^(This course file was changed|This is not a course file)/],
  ['that another academy signed', await courseFile({}, { kid: 'key-2' }), /^This course file is from another academy/],
  [
    'that somebody signed in the academy’s name',
    await courseFile({}, { key: courseKey }),
    /^This course file was changed/,
  ],
  [
    'that was encrypted with another key',
    await courseFile({}, { encryptedBy: academy }),
    /does not fit your offline pass/,
  ],
] as const)('a file %s is refused', async (_, bytes, words) => {
  await readyForFile();
  expect(await refusal(Uint8Array.from(bytes))).toMatch(words);
  expect((await countPieces(asha)).size).toBe(0);
});

test('a device that never had the academy’s keys says so', async () => {
  await readyForFile();
  server.fail(certificates.keys, 'no link');
  expect(await refusal(good)).toMatch(/^This device does not have the keys/);
});
