import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { certificates } from '@fairlead/contract/certificates/calls';
import { coursePacks, pieceBytes } from '@fairlead/contract/course-packs/calls';
import {
  courseKeyId,
  layoutOf,
  prefixBytes,
  readManifest,
  readPrefix,
} from '@fairlead/contract/course-packs/course-file';
import { expect, test, vi } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import type { ContentType, Folder } from '../../platform/files/folders.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { enrolledWithFilms } from '../../testing/journey.ts';
import { addTest } from '../assessments/testing/assessments.ts';
import { deviceAboard } from '../offline-records/testing/offline-device.ts';

const program = await testApp();
const { app, call, person, db, files } = program;
const staff = await person('admin');

async function store(content: Buffer, contentType: ContentType = 'video/mp4', folder: Folder = 'trainingVideo') {
  const kept = await files.keep(await files.receiveOwn(content, contentType, 'a drill'), folder);
  return transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId: null }));
}

/** A learner of a course with a film of this content, which has captions, and the course's test. */
async function course(content: Buffer) {
  const enrolled = await enrolledWithFilms(program, [60]);
  const file = await store(content);
  const filmId = enrolled.films[0] ?? '';
  await db.updateTable('film').set({ fileId: file.id }).where('id', '=', filmId).execute();
  const text = await store(Buffer.from('WEBVTT\n'), 'text/vtt');
  await db.insertInto('filmText').values({ filmId, kind: 'captions', language: 'en', fileId: text.id }).execute();
  await addTest(program, enrolled.course.id);
  return { ...enrolled, courseId: enrolled.course.id, filmId, file };
}

const listed = (id: string, as: Person) => call(coursePacks.listFiles, { params: { id } }, as);
async function linkOf(id: string, as: Person): Promise<string> {
  return (await listed(id, as)).body.data[0]?.url ?? '';
}
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });
const keysOf = async () => (await call(certificates.keys)).body;

test('a course file has the signed list of its films and files, and the same bytes for everybody, today and later', async () => {
  const content = randomBytes(2 * pieceBytes + 17);
  const { courseId, filmId, learner } = await course(content);
  const { body } = await listed(courseId, learner);
  expect(body.data.map(({ lines, bytes }) => [lines, bytes])).toEqual([[null, content.length + 7]]);
  const answer = await get(await linkOf(courseId, learner));
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/octet-stream']);
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[^"]+ original\.fairlead"/);
  const bytes = Uint8Array.from(answer.rawPayload);
  const length = readPrefix(bytes.slice(0, prefixBytes));
  const statement = Buffer.from(bytes.subarray(prefixBytes, prefixBytes + length)).toString();
  const manifest = await readManifest(statement, (await keysOf()).data.keys);
  expect(manifest).toMatchObject({ course: courseId, lines: null, pictures: [] });
  expect(manifest.films).toMatchObject([{ id: filmId, media: 1, texts: [{ file: 0, kind: 'captions' }] }]);
  expect(manifest.files.map(({ bytes: size }) => size)).toEqual([7, content.length]);
  expect(layoutOf(length, manifest.files).size).toBe(bytes.length);
  // nothing of a film or a test can be read in it
  for (const secret of [content.subarray(0, 32), Buffer.from('WEBVTT'), Buffer.from('Which light')])
    expect(answer.rawPayload.includes(secret)).toBe(false);
  expect(Buffer.from(JSON.stringify(manifest))).not.toContain('Green');
  program.wait(30 * 86_400);
  const again = await get(await linkOf(courseId, staff));
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
  expect(again.headers.etag).toBe(answer.headers.etag);
  expect(bytes.length - content.length - 7).toBeLessThan(2000);
  await db.updateTable('film').set({ title: 'Another title' }).where('id', '=', filmId).execute();
  const changed = await get(await linkOf(courseId, staff));
  expect(changed.headers.etag).not.toBe(answer.headers.etag);
  // what is encrypted stays as it is, so that rsync sends little
  const tail = content.length + 4 * 16 + 7;
  expect(changed.rawPayload.subarray(-tail).equals(answer.rawPayload.subarray(-tail))).toBe(true);
});

test('any range of it is sent alone, and a download goes on after a cut while the course is the same', async () => {
  const { courseId, learner } = await course(randomBytes(2 * pieceBytes + 17));
  const url = await linkOf(courseId, learner);
  const whole = await get(url);
  const size = whole.rawPayload.length;
  for (const [first, last] of [
    [0, 0],
    [5, 1500],
    [size - 1, size - 1],
    [size - 100, size - 1],
    [size - pieceBytes - 100, size - 50],
    [size - 2 * pieceBytes - 70, size - pieceBytes + 3],
    [1, size - 1],
  ] as const) {
    const part = await get(url, { range: `bytes=${first}-${last}`, 'if-range': String(whole.headers.etag) });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes ${first}-${last}/${size}`]);
    expect([first, part.rawPayload.equals(whole.rawPayload.subarray(first, last + 1))]).toEqual([first, true]);
  }
  const other = await get(url, { range: 'bytes=5-9', 'if-range': '"another"' });
  expect([other.statusCode, other.rawPayload.length]).toEqual([200, size]);
  expect((await get(url, { range: `bytes=${size}-` })).statusCode).toBe(416);
  expect((await get(url, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);
  const head = await get(url, {}, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(size), 0]);
});

test('of a large film, little more is read than was sent, and its file is closed when somebody leaves', async () => {
  const { courseId, file, learner } = await course(Buffer.alloc(40_000_000, 'film'));
  const url = await linkOf(courseId, learner);
  await get(url, {}, 'HEAD');
  const { open } = files.store;
  const reads: { bytes: number; isClosed: boolean }[] = [];
  const spy = vi.spyOn(files.store, 'open').mockImplementation(async (name) => {
    const stored = await open(name);
    if (!name.endsWith(file.filename)) return stored;
    const seen = { bytes: 0, isClosed: false };
    reads.push(seen);
    return {
      ...stored,
      read: async (buffer, at) => {
        const count = await stored.read(buffer, at);
        seen.bytes += count;
        return count;
      },
      close: async () => {
        await stored.close();
        seen.isClosed = true;
      },
    };
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const reader = (await fetch(origin + url)).body?.getReader();
  for (let read = 0; read < 2_000_000; ) read += (await reader?.read())?.value?.length ?? Number.POSITIVE_INFINITY;
  expect(reads.map(({ bytes }) => bytes < 30_000_000)).toEqual([true]);
  await reader?.cancel();
  await expect.poll(() => reads.map(({ isClosed }) => isClosed)).toEqual([true]);
  spy.mockRestore();
});

test('nobody gets it without an approval for the course, or as staff outside of their courses', async () => {
  const { courseId, learner, enrolmentId } = await course(randomBytes(10));
  const other = await course(randomBytes(10));
  const [instructor, theirs] = [await person('instructor'), await linkOf(other.courseId, other.learner)];
  const status = async (as: Person) => (await listed(courseId, as)).status;
  expect([await status(other.learner), await status(await person()), await status(instructor)]).toEqual([
    403, 403, 404,
  ]);
  const url = await linkOf(courseId, learner);
  const path = url.replace(/\?.*/, '');
  expect((await get(path)).statusCode).toBe(401);
  // the signature of another course, of another size, for somebody else, and one that has expired
  expect((await get(path + theirs.replace(/^[^?]*/, ''))).statusCode).toBe(401);
  expect((await get(url.replace('/original?', '/480?'))).statusCode).toBe(401);
  expect((await get(url.replace(learner.accountId, other.learner.accountId))).statusCode).toBe(401);
  expect((await program.request('GET', path, { as: other.learner })).status).toBe(403);
  expect((await program.request('GET', path, { as: instructor })).status).toBe(404);
  expect((await get(url)).statusCode).toBe(200);
  // a link gives what its holder has now
  await db.updateTable('enrolment').set({ status: 'rejected' }).where('id', '=', enrolmentId).execute();
  expect((await get(url)).statusCode).toBe(403);
  program.wait(86_400);
  expect((await get(theirs)).statusCode).toBe(401);
  expect((await program.request('GET', path.replace('original', '480'), { as: staff })).status).toBe(404);
  expect((await program.request('GET', path.replace('original', '../x'), { as: staff })).status).toBe(404);
  expect((await program.request('GET', '/api/courses/none/course-file/480', { as: staff })).status).toBe(404);
});

test('a download by staff is audited once, however often it goes on; one by a learner is not', async () => {
  const { courseId, learner } = await course(randomBytes(3000));
  await get(await linkOf(courseId, learner));
  const url = await linkOf(courseId, staff);
  await get(url, {}, 'HEAD');
  await get(url);
  await get(url, { range: 'bytes=1000-' });
  const audited = await db
    .selectFrom('auditEvent')
    .select(['actorId', 'details'])
    .where('action', '=', 'course-file.download')
    .where('subjectId', '=', courseId)
    .execute();
  const entry = { actorId: staff.accountId, details: { size: 'original' } };
  expect(audited).toEqual([entry]);
});

test('a download by staff is audited too that leaves out the first byte', async () => {
  const { courseId } = await course(randomBytes(3000));
  const url = await linkOf(courseId, staff);
  for (const first of [1, 2000]) await get(url, { range: `bytes=${first}-` });
  const audited = db.selectFrom('auditEvent').select('details').where('action', '=', 'course-file.download');
  expect(await audited.where('subjectId', '=', courseId).execute()).toEqual([{ details: { size: 'original' } }]);
});

test('ranges of it are limited to 600 in a quarter of an hour, for each person', async () => {
  const { courseId, learner } = await course(randomBytes(10));
  const url = await linkOf(courseId, learner);
  await consume(db, { key: `course-file:${learner.accountId}`, max: 600, seconds: 900, amount: 599 }, program.clock());
  expect([(await get(url)).statusCode, (await get(url)).statusCode]).toEqual([200, 429]);
  expect((await get(await linkOf(courseId, staff))).statusCode).toBe(200);
});

test('a film that is damaged is neither signed nor sent as what it was', async () => {
  const content = randomBytes(2 * pieceBytes + 17);
  const flipped = Buffer.from(content);
  flipped[pieceBytes + 5] = (flipped[pieceBytes + 5] ?? 0) ^ 1;
  const damage = async (filename: string) => {
    const path = join(program.config.dataDir, 'damaged');
    await writeFile(path, flipped);
    await program.files.store.put(`trainingVideo/${filename}`, path);
  };
  const before = await course(content);
  await damage(before.file.filename);
  expect((await get(await linkOf(before.courseId, before.learner))).statusCode).toBe(500);
  // damaged after its digests were computed
  const later = await course(content);
  const url = await linkOf(later.courseId, later.learner);
  const whole = (await get(url)).rawPayload;
  await damage(later.file.filename);
  await expect(get(url)).rejects.toThrow();
  const range = { range: `bytes=${whole.length - 30}-` };
  await expect(get(url, range).then(({ rawPayload }) => rawPayload.equals(whole.subarray(-30)))).resolves.toBe(true);
});

test('it has the pictures of all questions for practice, as what is taken aboard has', async () => {
  const { courseId, learner } = await course(randomBytes(10));
  const picture = await store(randomBytes(100), 'image/webp', 'question_pictures');
  const ofCourse = db
    .selectFrom('assessment')
    .innerJoin('assessmentVersion', 'assessmentVersion.assessmentId', 'assessment.id')
    .select('assessmentVersion.id')
    .where('courseId', '=', courseId);
  const shown = { fileId: picture.id, width: 10, height: 10, createdAt: program.clock() };
  await db.insertInto('questionPicture').values(shown).execute();
  const change = { forPractice: true, pictureId: picture.id, pictureText: 'A light' };
  await db.updateTable('question').set(change).where('versionId', 'in', ofCourse).execute();
  const bytes = Uint8Array.from((await get(await linkOf(courseId, learner))).rawPayload);
  const length = readPrefix(bytes.slice(0, prefixBytes));
  const statement = Buffer.from(bytes.subarray(prefixBytes, prefixBytes + length)).toString();
  const { pictures, files: listedFiles } = await readManifest(statement, (await keysOf()).data.keys);
  expect(pictures.map((index) => listedFiles[index]?.name)).toEqual([picture.filename]);
  const pack = (await call(coursePacks.get, { params: { id: courseId } }, learner)).body.data;
  expect(pack.pictures.map(({ name }) => name)).toEqual([picture.filename]);
});

test('only an offline pass brings the course key, one for each course', async () => {
  const [one, two] = [await course(randomBytes(10)), await course(randomBytes(10))];
  const keyOf = async ({ courseId, learner }: typeof one) =>
    Uint8Array.from(Buffer.from((await deviceAboard(program, courseId, learner)).pass.courseKey, 'base64url'));
  const [first, again, second] = [await keyOf(one), await keyOf(one), await keyOf(two)];
  expect([first.length, Buffer.from(first).equals(again), Buffer.from(first).equals(second)]).toEqual([
    32,
    true,
    false,
  ]);
  const file = (await get(await linkOf(one.courseId, one.learner))).rawPayload;
  expect(file.includes(Buffer.from(first))).toBe(false);
  expect(await courseKeyId(first)).not.toBe(await courseKeyId(second));
  await db.updateTable('enrolment').set({ status: 'rejected' }).where('id', '=', one.enrolmentId).execute();
  await expect(keyOf(one)).rejects.toThrow('no pass');
});

const python = '/usr/bin/python3';
test.skipIf(!existsSync(python))('a course file is verified, and opened with its key, in Python', async () => {
  const content = randomBytes(2 * pieceBytes + 17);
  const { courseId, file, learner } = await course(content);
  const folder = await mkdtemp(join(tmpdir(), 'course-file-'));
  const at = (name: string) => join(folder, name);
  const bytes = (await get(await linkOf(courseId, learner))).rawPayload;
  await writeFile(at('course.fairlead'), bytes);
  await writeFile(at('keys.json'), JSON.stringify(await keysOf()));
  const { pass } = await deviceAboard(program, courseId, learner);
  const script = join(import.meta.dirname, '../../../transparency/verify_course_file.py');
  const verify = (...more: string[]) =>
    promisify(execFile)(python, [script, at('course.fairlead'), at('keys.json'), ...more]);
  const { stdout } = await verify(pass.courseKey, folder);
  expect(stdout).toContain('2 files, 4 pieces');
  expect(stdout).toContain('every piece is right');
  const sha256 = (buffer: Buffer) => createHash('sha256').update(buffer).digest('hex');
  expect(sha256(await readFile(at(file.filename)))).toBe(sha256(content));
  const says = async (change: (copy: Buffer) => Buffer, ...more: string[]) => {
    await writeFile(at('course.fairlead'), change(Buffer.from(bytes)));
    return verify(...more).then(
      () => 'verified',
      ({ stdout: said }: { stdout: string }) => said.split('\n').at(-2),
    );
  };
  const flipped = (index: number) => (copy: Buffer) => {
    copy[index] = (copy[index] ?? 0) ^ 1;
    return copy;
  };
  expect(await says((copy) => copy.subarray(0, -1))).toMatch(/^not verified: it has \d+ bytes in place of/);
  expect(await says(flipped(bytes.length - 1), pass.courseKey)).toMatch(/^not verified: piece 2 is damaged/);
  expect(await says(flipped(bytes.length - content.length - 150))).toMatch(/^not verified: the digests of/);
  expect(await says(flipped(150))).toMatch(/^not verified/);
});
