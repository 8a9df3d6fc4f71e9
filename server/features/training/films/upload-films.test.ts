import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, addFilms } from '../../../testing/factories.ts';
import { enrolledWithFilms, reportWatched, submitTraining } from '../../../testing/journey.ts';

const program = await testApp();
const { call, person, db } = program;
const editor = await person('admin');
const registrar = await person('registrar');
const unknown = '00000000-0000-4000-8000-000000000000';

const fixtures = join(import.meta.dirname, '../../../platform/films/fixtures');
const fixture = (name: string) => readFile(join(fixtures, name));
type Named = [filename: string, content: Buffer];
function filmForm(courseId: string, title: string, films: Named[]): FormData {
  const form = new FormData();
  form.set('courseId', courseId);
  form.set('title', title);
  for (const [filename, content] of films) form.append('trainingVideo', new Blob([new Uint8Array(content)]), filename);
  return form;
}
const upload = (courseId: string, title: string, films: Named[], as: Person = editor) =>
  call(training.upload, { form: filmForm(courseId, title, films) }, as);
async function storedIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { filename } of program.files.store.list(folder)) names.push(filename);
  return names;
}
const rowsOfFilms = async () =>
  (await db.selectFrom('storedFile').select('filename').where('folder', '=', 'trainingVideo').execute()).map(
    ({ filename }) => filename,
  );

describe('an upload', () => {
  // shows: staff/upload-training, entities/training-set, calls/upload-training
  test('appends films to the course’s one training, under the title of the last upload', async () => {
    const course = await addCourse(program);
    const first = await upload(course.id, 'Enclosed spaces', [
      ['01_the-tank.mp4', await fixture('h264-aac-moov-last.mp4')],
      ['02 Testing the air.webm', await fixture('vp9-opus.webm')],
    ]);
    expect(first).toMatchObject({
      status: 201,
      body: { message: 'Training videos uploaded successfully.', data: { title: 'Enclosed spaces', submitted: false } },
    });
    const second = await upload(course.id, 'Entering enclosed spaces', [['03.mov', await fixture('h264-aac.mov')]]);
    expect(second.body.data).toMatchObject({
      _id: first.body.data._id,
      courseTitle: course.title,
      title: 'Entering enclosed spaces',
      trainingVideo: [
        { serial: 1, title: '01 the tank', locked: false, completed: false, watchedSeconds: 0, position: 0 },
        { serial: 2, title: '02 Testing the air', preparation: null },
        { serial: 3, title: '03' },
      ],
    });
    for (const { duration, sizeBytes, url } of second.body.data.trainingVideo) {
      expect(duration).toBeCloseTo(2, 0);
      expect(sizeBytes).toBeGreaterThan(1000);
      expect((await program.request('GET', url ?? '')).status).toBe(200);
    }
  });

  test('with a broken film among valid ones stores none, and reports which and why', async () => {
    const course = await addCourse(program);
    const [filesBefore, rowsBefore] = [await storedIn('trainingVideo'), await rowsOfFilms()];
    const sound = await fixture('h264-aac-moov-first.mp4');
    const answer = await upload(course.id, 'Drills', [
      ['one.mp4', sound],
      ['two.mp4', await fixture('h264-aac-moov-last.mp4')],
      ['three.mp4', sound.subarray(0, sound.length / 2)],
    ]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-file' } });
    const { message } = answer.body as { message: string };
    expect(message).toMatch(/^three\.mp4: [A-Z].+\.$/);
    expect(answer.body).toMatchObject({ fields: { trainingVideo: message } });
    expect(await storedIn('trainingVideo')).toEqual(filesBefore);
    expect(await rowsOfFilms()).toEqual(rowsBefore);
    expect(await readdir(program.files.incoming)).toEqual([]);
    const sets = await db.selectFrom('trainingSet').select('id').where('courseId', '=', course.id).execute();
    expect(sets).toEqual([]);
  });

  // shows: rules/upload-video-files, messages/upload-failure
  test.each([
    ['film.mp4', 'hevc-aac.mp4'],
    ['film.mp4', 'h264-aac.mkv'],
    ['film.mp4', 'h264-ac3.mp4'],
    ['film.webm', 'endless.webm'],
  ])('of a format that browsers cannot play is refused with a reason: %s from %s', async (filename, name) => {
    const course = await addCourse(program);
    const answer = await upload(course.id, 'Drills', [[filename, await fixture(name)]]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-file' } });
    expect((answer.body as { message: string }).message).toContain(filename);
  });

  test.each([
    ['../../../../etc/cron.d/drill.mp4', 'drill'],
    ['C:\\films\\muster.mp4', 'muster'],
    ['<img src=x onerror=alert(1)>.mp4', '<img src=x onerror=alert(1)>'],
    ['\u202e4pm.drill', '4pm'],
    ["=cmd|' C'!A0.mp4", "=cmd|' C'!A0"],
    ['drill.mp4\u0000.exe', 'drill mp4'],
    ['.mp4', 'Video 1'],
    [`${'x'.repeat(4000)}.mp4`, 'x'.repeat(200)],
  ])('of a film named %j is stored under a generated name and shown by its title', async (filename, title) => {
    const course = await addCourse(program);
    const answer = await upload(course.id, 'Drills', [[filename, await fixture('h264-aac-moov-first.mp4')]]);
    expect(answer.status).toBe(201);
    const [film] = answer.body.data.trainingVideo;
    expect(film?.title).toBe(title);
    expect(film?.url).toMatch(/^\/api\/uploads\/trainingVideo\/[0-9a-f-]{36}\.mp4\?/);
    const sent = await program.app.inject({ method: 'GET', url: film?.url ?? '' });
    expect(sent.headers['content-type']).toBe('video/mp4');
    expect(String(sent.headers['content-disposition'])).toMatch(
      /^inline; filename="[^"\\]*"; filename\*=UTF-8''[\w.%~!-]+$/,
    );
  });

  test.each([
    ['a WebM film that says it is MP4', 'drill.mp4', 'vp9-opus.webm', /\.webm\?/],
    ['an MP4 film that says it is WebM', 'drill.webm', 'h264-aac-moov-first.mp4', /\.mp4\?/],
    ['a film that says it is a picture', 'drill.jpg', 'h264-aac-moov-first.mp4', /\.mp4\?/],
  ])('of %s is treated as what it is', async (_, filename, name, url) => {
    const course = await addCourse(program);
    const answer = await upload(course.id, 'Drills', [[filename, await fixture(name)]]);
    expect(answer.body.data.trainingVideo[0]?.url).toMatch(url);
  });

  // shows: rules/upload-required, rules/upload-one-video, roles/staff-training
  test('requires a film, a title, an existing course, and a permitted person', async () => {
    const course = await addCourse(program);
    const film: Named[] = [['a.mp4', await fixture('h264-aac-moov-first.mp4')]];
    expect(await upload(course.id, 'Drills', [])).toMatchObject({
      status: 400,
      body: { fields: { trainingVideo: 'Please choose at least one video.' } },
    });
    expect(await upload(course.id, ' ', film)).toMatchObject({
      status: 400,
      body: { fields: { title: 'Title is required' } },
    });
    expect((await upload(unknown, 'Drills', film)).status).toBe(404);
    expect((await upload(course.id, 'Drills', film, registrar)).status).toBe(403);
    expect((await upload(course.id, 'Drills', film, await person())).status).toBe(403);
    expect(await readdir(program.files.incoming)).toEqual([]);
  });

  test('at the same time as others keeps every film, numbered consecutively', async () => {
    const course = await addCourse(program);
    const film = await fixture('h264-aac-moov-first.mp4');
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        upload(course.id, `Set ${n}`, [
          [`${n}a.mp4`, film],
          [`${n}b.mp4`, film],
        ]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { body } = await call(training.getForCourse, { params: { courseId: course.id } }, editor);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]?.trainingVideo.map(({ serial }) => serial)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('leaves each file with a row and each row with a file', async () => {
    const uploaded = await db
      .selectFrom('storedFile')
      .select('filename')
      .where('folder', '=', 'trainingVideo')
      .where('originalName', '!=', 'made-by-a-test')
      .execute();
    expect(uploaded.length).toBeGreaterThan(0);
    expect(uploaded.map(({ filename }) => filename).sort()).toEqual((await storedIn('trainingVideo')).sort());
  });
});

describe('staff', () => {
  // shows: staff/training-videos, calls/training-sets
  test('list all trainings with every film’s link, page by page, and search them', async () => {
    const course = await addCourse(program, { title: 'Ballast Water Management' });
    await addFilms(program, course.id, [60, 60]);
    const { body, headers } = await call(training.list, { query: { q: 'ballast' } }, editor);
    expect(headers['x-total-count']).toBe('1');
    expect(body.data).toMatchObject([{ courseId: course.id, trainingVideo: [{ locked: false }, { locked: false }] }]);
    expect(body.data[0]?.trainingVideo.every(({ url }) => url?.includes('signature='))).toBe(true);
    const page = await call(training.list, { query: { limit: 1 } }, editor);
    expect(page.body.data).toHaveLength(1);
    expect(String(page.headers.link)).toContain('rel="next"');
    expect((await call(training.list, {}, await person())).status).toBe(403);
  });

  test('filter the trainings by a course, or by active courses, and reverse them', async () => {
    const [offered, closed] = [await addCourse(program), await addCourse(program, { isActive: false })];
    for (const { id } of [offered, closed]) await addFilms(program, id, [60]);
    const found = async (query: object) =>
      (await call(training.list, { query }, editor)).body.data.map(({ courseId }) => courseId);
    expect(await found({ course: offered.id })).toEqual([offered.id]);
    expect(await found({ course: closed.id, state: 'active' })).toEqual([]);
    expect(await found({ state: 'inactive' })).toEqual([closed.id]);
    const newest = await found({});
    expect(newest.indexOf(closed.id)).toBeLessThan(newest.indexOf(offered.id));
    expect(await found({ sort: 'oldest' })).toEqual(newest.toReversed());
  });

  // shows: calls/course-training
  test('see a course’s training without anybody’s progress, and start no clock', async () => {
    const { course, films } = await enrolledWithFilms(program, [60, 60]);
    const { body } = await call(training.getForCourse, { params: { courseId: course.id } }, editor);
    expect(body.data[0]?.trainingVideo.map(({ url }) => typeof url)).toEqual(['string', 'string']);
    expect(await db.selectFrom('watching').selectAll().where('filmId', 'in', films).execute()).toEqual([]);
    const empty = await addCourse(program);
    expect((await call(training.getForCourse, { params: { courseId: empty.id } }, editor)).body.data).toEqual([]);
  });

  test('cannot report or submit for anybody', async () => {
    const { setId, films } = await enrolledWithFilms(program, [60]);
    expect((await reportWatched(program, films[0], [[0, 10]], editor)).status).toBe(403);
    expect((await submitTraining(program, setId, editor)).status).toBe(403);
  });
});
