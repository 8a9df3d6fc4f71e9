import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { enrol } from '../../../testing/factories.ts';
import { enrolledWithFilms, openTraining, reportWatched, watchFilm } from '../../../testing/journey.ts';
import { signAccessToken } from '../../accounts/sign-in/tokens.ts';

const program = await testApp();
const { call, person, wait, db, clock } = program;
const unknown = '00000000-0000-4000-8000-000000000000';

const enrolled = (durations: readonly number[], learner?: Person) => enrolledWithFilms(program, durations, learner);
const open = (courseId: string, as: Person) => openTraining(program, courseId, as);
const report = (film: string | undefined, watched: [number, number][], as: Person, position = 0) =>
  reportWatched(program, film, watched, as, position);
/** A report as a script sends it, with a body that a page could not send. */
const sendProgress = async (film: string | undefined, payload: string, as: Person) =>
  program.app.inject({
    method: 'PUT',
    url: `/api/trainingVideo/${film}/progress`,
    payload,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await signAccessToken(as, program.config.secrets.token, clock())}`,
    },
  });
const watch = (courseId: string, film: string | undefined, seconds: number, as: Person) =>
  watchFilm(program, { courseId, film, seconds }, as);

describe('progress', () => {
  // shows: threats/false-progress
  test('is credited as far as the clock allows, from the earliest second', async () => {
    const { course, films, learner } = await enrolled([600]);
    await open(course.id, learner);
    wait(60);
    expect(await report(films[0], [[0, 600]], learner, 600)).toMatchObject({
      status: 200,
      body: { data: { watchedSeconds: 125, duration: 600, completed: false, position: 600 } },
    });
    expect((await report(films[0], [[0, 600]], learner)).body.data.watchedSeconds).toBe(125);
    wait(10);
    expect((await report(films[0], [[0, 600]], learner)).body.data.watchedSeconds).toBe(145);
    const set = await open(course.id, learner);
    expect(set?.trainingVideo[0]).toMatchObject({
      watchedSeconds: 145,
      watched: [[0, 145]],
      position: 0,
      completed: false,
    });
  });

  test('is credited at the highest speed of the course, as it was when the film was opened', async () => {
    const { course, films, learner } = await enrolled([600]);
    const limit = (highestSpeed: number) =>
      db.updateTable('course').set({ highestSpeed }).where('id', '=', course.id).execute();
    await limit(1);
    expect((await open(course.id, learner))?.trainingVideo[0]).toMatchObject({ highestSpeed: 1 });
    wait(60);
    expect((await report(films[0], [[0, 600]], learner)).body.data.watchedSeconds).toBe(65);
    // a change is for films that are opened later: neither does it take back, nor does it give more
    await limit(2);
    wait(10);
    expect((await report(films[0], [[0, 600]], learner)).body.data.watchedSeconds).toBe(75);
    expect((await open(course.id, learner))?.trainingVideo[0]).toMatchObject({ highestSpeed: 1 });
    const other = await person();
    await enrol(program, other, course.id);
    await open(course.id, other);
    wait(60);
    expect((await report(films[0], [[0, 600]], other)).body.data.watchedSeconds).toBe(125);
  });

  test('of many at once is credited to each, and a refused one affects no other', async () => {
    const { course, films } = await enrolled([600]);
    const crew = await Promise.all(Array.from({ length: 12 }, () => person()));
    for (const one of crew.slice(1)) {
      await enrol(program, one, course.id);
      await open(course.id, one);
    }
    wait(100);
    const [stranger, ...approved] = await Promise.all(crew.map((one, i) => report(films[0], [[0, i]], one)));
    expect(stranger?.status).toBe(404);
    expect(approved.map(({ body }) => body.data.watchedSeconds)).toEqual(approved.map((_, i) => i + 1));
    await Promise.all(crew.map((one, i) => report(films[0], [[i, i + 3]], one)));
    const sittings = await db
      .selectFrom('watchSitting')
      .select('creditedSeconds')
      .where('filmId', '=', films[0] ?? '')
      .execute();
    expect(sittings.map(({ creditedSeconds }) => creditedSeconds).sort((a, b) => a - b)).toEqual(
      approved.map((_, i) => i + 4),
    );
  });

  // shows: states/training-order
  test('completes a film and unlocks the next, whose clock starts when it is opened', async () => {
    const { course, films, learner } = await enrolled([100, 100]);
    expect((await watch(course.id, films[0], 100, learner)).body.data).toMatchObject({ completed: true });
    expect(await report(films[1], [[0, 100]], learner)).toMatchObject({
      status: 409,
      body: { message: 'Please open this video before you report on it.' },
    });
    wait(1000);
    const set = await open(course.id, learner);
    expect(set?.trainingVideo.map(({ locked, url }) => [locked, url !== null])).toEqual([
      [false, true],
      [false, true],
    ]);
    expect((await report(films[1], [[0, 100]], learner)).body.data).toMatchObject({
      watchedSeconds: 5,
      completed: false,
    });
  });

  // shows: states/training-locks, asvs/2.3.1
  test('is refused for a film that is locked, and credits nothing', async () => {
    const { course, films, learner } = await enrolled([60, 60]);
    await open(course.id, learner);
    wait(600);
    expect(await report(films[1], [[0, 60]], learner)).toMatchObject({
      status: 409,
      body: { message: 'This video is locked. Please watch the videos before it first.' },
    });
    expect((await open(course.id, learner))?.trainingVideo[1]).toMatchObject({ watchedSeconds: 0, locked: true });
  });

  test('ignores case in an id: a locked film stays locked, an open one counts', async () => {
    const { course, films, learner } = await enrolled([60, 60]);
    await open(course.id, learner);
    wait(60);
    expect(await report(films[1]?.toUpperCase(), [[0, 60]], learner)).toMatchObject({
      status: 409,
      body: { message: 'This video is locked. Please watch the videos before it first.' },
    });
    expect((await report(films[0]?.toUpperCase(), [[0, 60]], learner)).body.data).toMatchObject({ completed: true });
  });

  test('stays complete, and keeps the position, whatever is reported later', async () => {
    const { course, films, learner } = await enrolled([60]);
    await watch(course.id, films[0], 60, learner);
    expect((await report(films[0], [], learner, 12)).body.data).toEqual({
      watchedSeconds: 60,
      due: null,
      duration: 60,
      completed: true,
      position: 12,
    });
    expect((await report(films[0], [], learner, 86_000)).body.data.position).toBe(60);
  });

  test('credits nothing for impossible stretches, and refuses an invalid report', async () => {
    const { course, films, learner } = await enrolled([600]);
    await open(course.id, learner);
    wait(1000);
    const nonsense: [number, number][] = [
      [50, 20],
      [7, 7],
      [700, 900],
    ];
    expect((await report(films[0], nonsense, learner)).body.data.watchedSeconds).toBe(0);
    expect((await report(films[0], [[-5, 5]], learner)).status).toBe(400);
    expect((await report(films[0], [[0, 1e12]], learner)).status).toBe(400);
    expect(
      (
        await report(
          films[0],
          Array.from({ length: 501 }, () => [0, 1]),
          learner,
        )
      ).status,
    ).toBe(400);
    const url = `/api/trainingVideo/${films[0]}/progress`;
    for (const body of [
      {},
      { watched: 'all', position: 0 },
      { watched: [[0]], position: 0 },
      { watched: [['0', '9']], position: 0 },
    ]) {
      expect((await program.request('PUT', url, { as: learner, body })).status).toBe(400);
    }
    expect((await report(unknown, [[0, 1]], learner)).status).toBe(404);
  });

  test.each([
    ['no number', '[[NaN, 5]]'],
    ['nothing', '[[null, 5]]'],
    ['words', '[["0", "600"]]'],
    ['truth', '[[true, 600]]'],
    ['an end beyond all numbers', '[[0, 1e400]]'],
    ['a beginning before the film', '[[-0.001, 600]]'],
    ['an end beyond a day', '[[0, 86400.001]]'],
    ['three ends', '[[0, 300, 600]]'],
    ['one end', '[[0]]'],
    ['lists of lists', '[[[0, 600]]]'],
    ['things that look like a list', '{"0": [0, 600], "length": 1}'],
  ])('with %s in it is refused', async (_, watched) => {
    const { course, films, learner } = await enrolled([600]);
    await open(course.id, learner);
    wait(1000);
    const response = await sendProgress(films[0], `{"watched": ${watched}, "position": 600}`, learner);
    expect(response).toMatchObject({ statusCode: 400 });
    expect((await open(course.id, learner))?.trainingVideo[0]).toMatchObject({ watchedSeconds: 0, position: 0 });
  });

  test.each(['-1', '1e400', 'NaN', '"5"', 'null'])('with the position %s is refused', async (position) => {
    const { course, films, learner } = await enrolled([600]);
    await open(course.id, learner);
    wait(1000);
    expect((await sendProgress(films[0], `{"watched": [[0, 5]], "position": ${position}}`, learner)).statusCode).toBe(
      400,
    );
    expect((await open(course.id, learner))?.trainingVideo[0]?.watchedSeconds).toBe(0);
  });

  test('in stretches that overlap, repeat, nest and run backwards counts each second once', async () => {
    const { course, films, learner } = await enrolled([600]);
    await open(course.id, learner);
    wait(1000);
    const response = await report(
      films[0],
      [
        [30, 60],
        [0, 40],
        [0, 40],
        [10, 20],
        [60, 30],
        [59.999, 60],
        [60, 60],
        [590, 700],
        [600, 86_400],
      ],
      learner,
    );
    expect(response.body.data).toMatchObject({ watchedSeconds: 70, completed: false });
    const all = await report(films[0], Array(500).fill([0, 86_400]), learner);
    expect(all.body.data).toMatchObject({ watchedSeconds: 600, completed: true });
  });

  test('of a removed film is refused, and what was proved of it remains', async () => {
    const { course, films, learner } = await enrolled([60, 60]);
    await open(course.id, learner);
    wait(60);
    await report(films[0], [[0, 20]], learner);
    const editor = await person('admin');
    await call(training.removeFilm, { params: { id: films[0] ?? '' } }, editor);
    wait(60);
    expect(await report(films[0], [[0, 60]], learner)).toMatchObject({
      status: 404,
      body: { message: 'There is no such video.' },
    });
    const row = db
      .selectFrom('watching')
      .select(['watchedSeconds', 'completedAt'])
      .where('filmId', '=', films[0] ?? '');
    expect(await row.execute()).toEqual([{ watchedSeconds: 20, completedAt: null }]);
  });

  // shows: threats/foreign-record
  test('of one learner is not credited to another', async () => {
    const { course, films, learner } = await enrolled([60, 60]);
    const other = await person();
    await enrol(program, other, course.id);
    await watch(course.id, films[0], 60, learner);
    const set = await open(course.id, other);
    expect(set?.trainingVideo.map(({ completed, locked }) => [completed, locked])).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  test('of two courses in parallel is credited as much as one', async () => {
    const one = await enrolled([600]);
    const two = await enrolled([600], one.learner);
    await open(one.course.id, one.learner);
    await open(two.course.id, one.learner);
    wait(100);
    const first = await report(one.films[0], [[0, 150]], one.learner);
    const second = await report(two.films[0], [[0, 150]], one.learner);
    expect([first.body.data.watchedSeconds, second.body.data.watchedSeconds]).toEqual([150, 55]);
  });

  // shows: threats/false-progress
  test('reported at once from many tabs and courses is credited once (races on the server engine)', async () => {
    const one = await enrolled([600]);
    const two = await enrolled([600], one.learner);
    await open(one.course.id, one.learner);
    await open(two.course.id, one.learner);
    const volley = () =>
      Promise.all(Array.from({ length: 20 }, (_, i) => report((i % 2 ? one : two).films[0], [[0, 600]], one.learner)));
    const stored = () =>
      db
        .selectFrom('watching')
        .select(['watchedSeconds', 'intervals'])
        .where('filmId', 'in', [...one.films, ...two.films])
        .execute();
    // Several rounds: in the first, the pool has yet to open its connections, so the requests run one by one.
    for (const round of [1, 2, 3, 4]) {
      wait(50);
      expect((await volley()).every(({ status }) => status === 200)).toBe(true);
      const total = (await stored()).reduce((sum, { watchedSeconds }) => sum + watchedSeconds, 0);
      expect(total).toBeCloseTo(round * 100 + 5, 6);
    }
    const rows = await stored();
    for (const { watchedSeconds, intervals } of rows) {
      const pieces = intervals as [number, number][];
      expect(pieces.reduce((sum, [from, to]) => sum + to - from, 0)).toBeCloseTo(watchedSeconds, 6);
    }
    expect(rows).toHaveLength(2);
  });
});
