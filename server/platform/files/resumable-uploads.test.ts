import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { training } from '@fairlead/contract/training/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { signAccessToken } from '../../features/accounts/sign-in/tokens.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse, addFilms } from '../../testing/factories.ts';
import { createResumableUploads } from './resumable-uploads.ts';
import { sweepFiles } from './sweep.ts';
import { openUploads } from './uploads/open-uploads.ts';

const program = await testApp({ MAX_FILM_MB: '2' }, undefined, { uploadBytes: 4 * 2 ** 20 });
const { call, person, db, config } = program;
const editor = await person('admin');
const colleague = await person('admin');
const film = await readFile(join(import.meta.dirname, '../films/fixtures/h264-aac-moov-last.mp4'));
const named = (name: string) => `filename ${Buffer.from(name).toString('base64')}`;

let origin = '';
beforeAll(async () => {
  origin = await program.app.listen({ host: '127.0.0.1', port: 0 });
});

async function tus(
  method: string,
  path: string,
  { as, headers = {}, body }: { as?: Person; headers?: Record<string, string>; body?: Uint8Array } = {},
) {
  const token = as && (await signAccessToken(as, config.secrets.token, program.clock()));
  return fetch(new URL(path, origin), {
    method,
    headers: { 'tus-resumable': '1.0.0', ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: body ? new Uint8Array(body) : null,
  });
}

const announce = (size: number, { as = editor, name = 'drill.mp4' }: { as?: Person; name?: string } = {}) =>
  tus('POST', '/api/trainingVideo/uploads', {
    as,
    headers: { 'upload-length': String(size), 'upload-metadata': named(name) },
  });

const piece = (at: string, offset: number, body: Uint8Array, as = editor) =>
  tus('PATCH', at, {
    as,
    body,
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
  });

/** Makes a complete upload in two chunks, and returns its id. */
async function uploaded(content: Buffer, options: { as?: Person; name?: string } = {}): Promise<string> {
  const at = (await announce(content.length, options)).headers.get('location') ?? '';
  const middle = Math.floor(content.length / 2);
  expect((await piece(at, 0, content.subarray(0, middle), options.as)).status).toBe(204);
  expect((await piece(at, middle, content.subarray(middle), options.as)).status).toBe(204);
  return at.split('/').at(-1) ?? '';
}

const add = (courseId: string, uploads: string[], as = editor) =>
  call(training.addUploaded, { body: { courseId, title: 'Drills', uploads } }, as);
const store = openUploads(db, program.files);
/** The uploads that are there, and nothing else of them. */
const lying = async () => (await store.list()).map(({ id }) => id);
/** Lets uploads seem to have been announced so many minutes ago. */
async function age(minutes: number): Promise<void> {
  const then = new Date(program.clock().getTime() - minutes * 60_000);
  if (program.files.bucket) await db.updateTable('resumableUpload').set({ changedAt: then }).execute();
  else
    for (const name of await readdir(program.files.uploads))
      await utimes(join(program.files.uploads, name), then, then);
}
const failure = async (response: Response) => ({ status: response.status, ...((await response.json()) as object) });

describe('an upload in pieces', () => {
  test('continues where it stopped, and becomes a film once, in the chosen order', async () => {
    const course = await addCourse(program);
    const at = (await announce(film.length, { name: '../../02_the-raft.mp4' })).headers.get('location') ?? '';
    expect((await piece(at, 0, film.subarray(0, 1000))).headers.get('upload-offset')).toBe('1000');
    expect((await failure(await piece(at, 0, film))).status).toBe(409);
    expect((await tus('HEAD', at, { as: editor })).headers.get('upload-offset')).toBe('1000');
    const early = await add(course.id, [at.split('/').at(-1) ?? '']);
    expect(early).toMatchObject({ status: 409, body: { message: 'This upload is not finished yet.' } });
    expect((await piece(at, 1000, film.subarray(1000))).status).toBe(204);
    const second = at.split('/').at(-1) ?? '';
    const first = await uploaded(film, { name: '01 muster.mp4' });
    const answer = await add(course.id, [first, second]);
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { trainingVideo: [{ title: '01 muster' }, { title: '02 the raft' }] } },
    });
    expect(await lying()).toEqual([]);
    expect(await readdir(program.files.incoming)).toEqual([]);
    const again = await add(course.id, [first, second]);
    expect(again.body.data.trainingVideo).toHaveLength(2);
    expect((await add((await addCourse(program)).id, [first, second])).status).toBe(409);
  });

  test('of several parts and of pieces of every size is put together again', async () => {
    const other = createResumableUploads(db, program.files, { maxFileBytes: 2 ** 30, maxBytesInAll: 2 ** 30 });
    const uri = 'http://self/api/trainingVideo/uploads';
    const protocol = { 'tus-resumable': '1.0.0' };
    const content = randomBytes(27_000_000);
    const headers = { ...protocol, 'upload-length': String(content.length), 'upload-metadata': named('long.mp4') };
    const begun = await other.answer(new Request(uri, { method: 'POST', headers }), editor.accountId);
    const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
    const send = (offset: number, end: number, by = other) => {
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      const body = content.subarray(offset, end);
      return by.answer(
        new Request(`${uri}/${id}`, { method: 'PATCH', headers: { ...protocol, ...type }, body }),
        editor.accountId,
      );
    };
    const again = createResumableUploads(db, program.files, { maxFileBytes: 2 ** 30, maxBytesInAll: 2 ** 30 });
    let at = 0;
    // two instances receive the same piece at once: at least one has it
    const both = await Promise.allSettled([send(0, 6_000_000), send(0, 6_000_000, again)]);
    expect(both.some((one) => one.status === 'fulfilled' && one.value.status === 204)).toBe(true);
    at = 6_000_000;
    // another instance takes each further piece
    for (const [i, size] of [1, 999, 3_000_000, 6_000_000, 9_000_000, 1, content.length].entries()) {
      const response = await send(at, at + size, i % 2 ? again : other);
      expect(response.status).toBe(204);
      at = Math.min(content.length, at + size);
      expect(response.headers.get('upload-offset')).toBe(String(at));
    }
    const { path, sha256, size } = await again.open(id, editor.accountId, 'film');
    expect([size, sha256]).toEqual([content.length, createHash('sha256').update(content).digest('hex')]);
    expect((await readFile(path)).equals(content)).toBe(true);
    await program.files.discard({ path });
    await again.remove(id);
    expect(await lying()).toEqual([]);
  });

  test('claimed by two calls at once makes one film', async () => {
    const course = await addCourse(program);
    const id = await uploaded(film);
    const answers = await Promise.all([add(course.id, [id]), add(course.id, [id])]);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    const { body } = await call(training.getForCourse, { params: { courseId: course.id } }, editor);
    expect(body.data[0]?.trainingVideo).toHaveLength(1);
  });

  test('that is refused is kept, so that the other films are not sent again', async () => {
    const course = await addCourse(program);
    const [sound, broken] = [await uploaded(film), await uploaded(film.subarray(0, film.length - 500))];
    const answer = await add(course.id, [sound, broken]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-file' } });
    expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual(['uploads.1']);
    expect(await readdir(program.files.incoming)).toEqual([]);
    expect((await add(course.id, [sound])).status).toBe(201);
    expect((await tus('DELETE', `/api/trainingVideo/uploads/${broken}`, { as: editor })).status).toBe(204);
    expect(await lying()).toEqual([]);
  });

  test('can replace a film, once', async () => {
    const course = await addCourse(program);
    const { films } = await addFilms(program, course.id, [60]);
    const body = { upload: await uploaded(film) };
    const replace = () => call(training.replaceFilmByUploaded, { params: { id: films[0] ?? '' }, body }, editor);
    const first = await replace();
    expect(first).toMatchObject({ status: 200, body: { data: { trainingVideo: [{ title: 'Film 1' }] } } });
    expect((await replace()).body.data).toEqual(first.body.data);
  });

  test('belongs only to its owner', async () => {
    const at = (await announce(film.length)).headers.get('location') ?? '';
    const id = at.split('/').at(-1) ?? '';
    for (const response of [
      await tus('HEAD', at, { as: colleague }),
      await piece(at, 0, film, colleague),
      await tus('DELETE', at, { as: colleague }),
    ]) {
      expect(response.status).toBe(404);
      // by which a sender tells it from a proxy's own answer
      expect(response.headers.get('tus-resumable')).toBe('1.0.0');
    }
    expect((await add((await addCourse(program)).id, [id], colleague)).status).toBe(404);
    expect((await tus('HEAD', at)).status).toBe(401);
    expect((await announce(10, { as: await person() })).status).toBe(403);
    expect((await announce(10, { as: await person('registrar') })).status).toBe(403);
    expect((await tus('HEAD', at, { as: editor })).headers.get('upload-offset')).toBe('0');
    await tus('DELETE', at, { as: editor });
  });

  test('has limits for each person and for all, which are announced beforehand', async () => {
    const bounds = async () => (await call(training.getUploadBounds, editor)).body.data;
    expect(await bounds()).toEqual({ maxFileBytes: 2 * 2 ** 20, freeBytes: 4 * 2 ** 20, keptHours: 24 });
    expect(await failure(await announce(2 * 2 ** 20 + 1))).toMatchObject({
      status: 413,
      code: 'too-large',
      message: 'This file is too large. The limit is 2 MB.',
    });
    const both = [editor, colleague];
    const begun = [await announce(2 * 2 ** 20), await announce(2 * 2 ** 20, { as: colleague })];
    const at = begun.map(({ headers }) => headers.get('location') ?? '');
    expect((await bounds()).freeBytes).toBe(0);
    const another = await announce(10, { as: await person('admin') });
    expect(await failure(another)).toMatchObject({ status: 413, code: 'too-large' });
    const tooMuch = await piece(at[0] ?? '', 0, Buffer.alloc(2 * 2 ** 20 + 1));
    expect(tooMuch.status).toBe(413);
    for (const [i, one] of at.entries()) await tus('DELETE', one, { as: both[i] ?? editor });
    expect((await bounds()).freeBytes).toBe(4 * 2 ** 20);
  });

  // shows: threats/announced-uploads
  test('reserves space for one announced film of a person at most, and for minutes', async () => {
    const free = async () => (await call(training.getUploadBounds, colleague)).body.data.freeBytes;
    const first = (await announce(1.5 * 2 ** 20)).headers.get('location') ?? '';
    expect(await failure(await announce(2 ** 20))).toMatchObject({ status: 413, code: 'too-large' });
    expect((await piece(first, 0, film.subarray(0, 1))).status).toBe(204);
    const second = (await announce(2 ** 20)).headers.get('location') ?? '';
    expect(await free()).toBe(1.5 * 2 ** 20);
    await age(11);
    expect(await free()).toBe(2.5 * 2 ** 20);
    expect((await piece(second, 0, film.subarray(0, 1))).status).toBe(404);
    expect((await piece(first, 1, film.subarray(1, 2))).status).toBe(204);
    await tus('DELETE', first, { as: editor });
    for (const id of await lying()) await store.discard(id);
  });

  test('begins only while there is space, even if many begin at once in two programs on one folder', async () => {
    const bounds = { maxFileBytes: 2 * 2 ** 20, maxBytesInAll: 4 * 2 ** 20 };
    const programs = [1, 2].map(() => createResumableUploads(db, program.files, bounds));
    const people: Person[] = [];
    while (people.length < 12) people.push(await person('admin'));
    const begin = (i: number) => {
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(2 ** 20) };
      const request = new Request('http://self/api/trainingVideo/uploads', { method: 'POST', headers });
      return programs[i % 2]?.answer(request, people[i]?.accountId ?? '');
    };
    const begun = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => begin(i)));
    const outcomes = begun.map((one) => (one.status === 'fulfilled' ? one.value?.status : one.reason.code));
    expect(outcomes.toSorted()).toEqual([...Array(4).fill(201), ...Array(8).fill('too-large')]);
    expect(await programs[0]?.freeBytes()).toBe(0);
    for (const id of await lying()) await programs[1]?.remove(id);
  });

  test.each([
    ['no length', { 'upload-metadata': named('a.mp4') }],
    ['nothing', { 'upload-length': '0' }],
    ['less than nothing', { 'upload-length': '-5' }],
    ['no number', { 'upload-length': 'NaN' }],
    ['a length to be told later', { 'upload-defer-length': '1' }],
  ])('with %s is refused', async (_, headers) => {
    const response = await tus('POST', '/api/trainingVideo/uploads', { as: editor, headers });
    expect(response.status).toBe(400);
    expect(await lying()).toEqual([]);
  });

  test.each(['../secrets/token', '..%2f..%2fsecrets%2ftoken', 'x', '%00', `${crypto.randomUUID()}.json`])(
    'is not found by the name %s',
    async (name) => {
      const response = await tus('HEAD', `/api/trainingVideo/uploads/${name}`, { as: editor });
      expect(response.status).toBe(404);
    },
  );

  test('is deleted a day after its last piece, and not before', async () => {
    const at = (await announce(film.length)).headers.get('location') ?? '';
    await piece(at, 0, film.subarray(0, 1000));
    // The files of a folder were moved or written just now, whatever their mtime says.
    await age(program.files.bucket ? 23 * 60 : 30 * 60);
    expect((await sweepFiles(db, program.files)).uploads).toBe(0);
    program.wait(Math.ceil((Date.now() - program.clock().getTime()) / 1000) + 24 * 3600 + 5);
    expect((await sweepFiles(db, program.files)).uploads).toBe(1);
    expect(await lying()).toEqual([]);
    expect((await failure(await piece(at, 1000, film.subarray(1000)))).status).toBe(404);
  });
});
