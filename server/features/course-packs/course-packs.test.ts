import { createHash, randomBytes } from 'node:crypto';
import { coursePacks, digestBytes, pieceBytes } from '@fairlead/contract/course-packs/calls';
import { expect, test, vi } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import type { ContentType, Folder } from '../../platform/files/folders.ts';
import { insertStoredFile, markDeleted } from '../../platform/files/stored-files.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { enrolledWithFilms } from '../../testing/journey.ts';
import { addTest } from '../assessments/testing/assessments.ts';

const program = await testApp();
const { call, person, db, files, clock } = program;

/** Stores a file with this content. */
async function store(content: Buffer, contentType: ContentType = 'video/mp4', folder: Folder = 'trainingVideo') {
  const kept = await files.keep(await files.receiveOwn(content, contentType, 'a drill'), folder);
  return transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId: null }));
}

/** A learner of a course with films of a minute; the first has this content. */
async function aboard(content: Buffer, more = 0) {
  const enrolled = await enrolledWithFilms(program, [60, ...Array.from({ length: more }, () => 60)]);
  const file = await store(content);
  const filmId = enrolled.films[0] ?? '';
  await db.updateTable('film').set({ fileId: file.id }).where('id', '=', filmId).execute();
  return { ...enrolled, filmId, file };
}

const packOf = (id: string, as: Person) => call(coursePacks.get, { params: { id } }, as);
const digestsOf = (id: string, file: string, as: Person) => call(coursePacks.getDigests, { params: { id, file } }, as);

/** The digests of a content's pieces, computed by cutting it. */
function digested(content: Buffer): string {
  const pieces = Array.from({ length: Math.ceil(content.length / pieceBytes) }, (_, index) =>
    content.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  return Buffer.concat(pieces.map((piece) => createHash('sha256').update(piece).digest())).toString('base64');
}

test('a pack has all films, those that are locked too, with links that open them, and starts no clock', async () => {
  const content = randomBytes(1000);
  const { course, films, file, learner, enrolmentId } = await aboard(content, 2);
  const { status, body } = await packOf(course.id, learner);
  expect([status, body.data.courseId, body.data.films.map(({ _id }) => _id)]).toEqual([200, course.id, films]);
  expect(body.data.films.every(({ sizes }) => sizes.length === 1)).toBe(true);
  const [size] = body.data.films[0]?.sizes ?? [];
  const media = { name: file.filename, bytes: 1000, type: 'video/mp4', url: expect.any(String) };
  expect(size).toEqual({ lines: null, media, playlist: null });
  const answer = await program.app.inject({ method: 'GET', url: size?.media.url ?? '' });
  expect(answer.rawPayload.equals(content)).toBe(true);
  const opened = db.selectFrom('watching').select('filmId').where('enrolmentId', '=', enrolmentId);
  expect(await opened.execute()).toEqual([]);
});

test('a pack names every size of a film with its playlist, poster and captions; of one that browsers do not play, only its versions', async () => {
  const { course, filmId, learner } = await aboard(randomBytes(10));
  const add = async (lines: number) => {
    const [media, list] = [
      await store(randomBytes(100 + lines)),
      await store(Buffer.from('#EXTM3U'), 'application/vnd.apple.mpegurl'),
    ];
    const version = { filmId, lines, fileId: media.id, playlistFileId: list.id };
    await db.insertInto('filmRendition').values(version).execute();
    return { media: media.filename, list: list.filename };
  };
  const [large, sound] = [await add(480), await add(0)];
  const text = await store(Buffer.from('WEBVTT\n'), 'text/vtt');
  await db.insertInto('filmText').values({ filmId, kind: 'captions', language: 'en', fileId: text.id }).execute();
  const sizes = async () => {
    const [film] = (await packOf(course.id, learner)).body.data.films;
    return film?.sizes.map(({ lines, media, playlist }) => [lines, media.name, playlist?.name]);
  };
  // versions are offered once there is a list of them
  expect(await sizes()).toEqual([[null, expect.any(String), undefined]]);
  const ladder = await store(Buffer.from('#EXTM3U'), 'application/vnd.apple.mpegurl');
  const poster = await store(randomBytes(5), 'image/jpeg');
  const change = { ladderFileId: ladder.id, posterFileId: poster.id, originalPlays: false };
  await db.updateTable('film').set(change).where('id', '=', filmId).execute();
  expect(await sizes()).toEqual([
    [480, large.media, large.list],
    [0, sound.media, sound.list],
  ]);
  const [film] = (await packOf(course.id, learner)).body.data.films;
  expect(film).toMatchObject({
    poster: { name: poster.filename, type: 'image/jpeg' },
    texts: [{ name: text.filename, kind: 'captions', language: 'en' }],
  });
});

test.each([
  ['less than a piece', 1],
  ['one piece', pieceBytes],
  ['several pieces and a remainder', 5 * pieceBytes + 17],
])('the digests of a file of %s are those of its pieces', async (_, bytes) => {
  const content = randomBytes(bytes);
  const { course, file, learner } = await aboard(content);
  const { body } = await digestsOf(course.id, file.filename, learner);
  expect(body.data).toEqual({ bytes, digests: digested(content) });
  expect(Buffer.from(body.data.digests, 'base64').length).toBe(Math.ceil(bytes / pieceBytes) * digestBytes);
});

test('a file is read once for its digests, no matter who asks, at once or later', async () => {
  const { course, file, learner } = await aboard(randomBytes(pieceBytes));
  const read = vi.spyOn(files, 'open');
  const asked = () => digestsOf(course.id, file.filename, learner);
  const answers = [...(await Promise.all([asked(), asked(), asked()])), await asked()];
  const { calls } = read.mock;
  read.mockRestore();
  expect(new Set(answers.map(({ body }) => body.data.digests)).size).toBe(1);
  expect(calls.filter(([, name]) => name === file.filename)).toHaveLength(1);
});

test('nobody gets a pack or its digests without an approval for the course, nor a file of another one', async () => {
  const { course, file, learner, enrolmentId } = await aboard(randomBytes(10));
  const other = await aboard(randomBytes(10));
  const statuses = async (as: Person) => [
    (await packOf(course.id, as)).status,
    (await digestsOf(course.id, file.filename, as)).status,
  ];
  expect(await statuses(other.learner)).toEqual([403, 403]);
  expect(await statuses(await person())).toEqual([403, 403]);
  expect(await statuses(await person('admin'))).toEqual([403, 403]);
  expect(await statuses(learner)).toEqual([200, 200]);
  expect((await digestsOf(course.id, other.file.filename, learner)).status).toBe(404);
  expect((await packOf(crypto.randomUUID(), learner)).status).toBe(404);
  const standing = { status: 'rejected' } as const;
  await db.updateTable('enrolment').set(standing).where('id', '=', enrolmentId).execute();
  expect(await statuses(learner)).toEqual([403, 403]);
});

test('a file that is missing on the disk, or that was removed, is not found', async () => {
  const { course, file, learner } = await aboard(randomBytes(10));
  await files.remove({ folder: 'trainingVideo', filename: file.filename });
  const status = async () => (await digestsOf(course.id, file.filename, learner)).status;
  expect(await status()).toBe(404);
  await transaction(db, (tx) => markDeleted(tx, file.id, clock()));
  expect(await status()).toBe(404);
  expect((await packOf(course.id, learner)).body.data.films[0]?.sizes).toEqual([]);
});

test('a pack has nothing of a test: no question, no option and no answer', async () => {
  const { course, learner } = await aboard(randomBytes(10));
  await addTest(program, course.id);
  const { body } = await packOf(course.id, learner);
  expect(Object.keys(body.data)).toEqual(['courseId', 'courseTitle', 'films', 'pictures']);
  expect(JSON.stringify(body)).not.toMatch(/Which light|Green/);
});
