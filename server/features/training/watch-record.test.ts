import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { enrolledWithFilms, openTraining, reportWatched } from '../../testing/journey.ts';

const program = await testApp();
const { call, person, wait } = program;
const editor = await person('admin');
const recordOf = (enrolmentId: string, as = editor) =>
  call(training.getWatchRecord, { params: { id: enrolmentId } }, as);

test('staff see which stretches were credited, in which viewing sessions, and nobody else does', async () => {
  const { course, films, learner, enrolmentId } = await enrolledWithFilms(program, [600, 60]);
  const [film] = films;
  expect((await recordOf(enrolmentId)).body.data).toMatchObject({
    courseTitle: course.title,
    completion: null,
    films: [
      { serial: 1, openedAt: null, intervals: [], sittings: [] },
      { serial: 2, openedAt: null },
    ],
  });
  await openTraining(program, course.id, learner);
  const opened = program.clock().toISOString();
  wait(30);
  await reportWatched(program, film, [[0, 30]], learner);
  wait(30);
  await reportWatched(program, film, [[30, 60]], learner);
  const paused = program.clock().toISOString();
  wait(3600);
  // Nothing new: seconds that were credited before start no viewing session.
  await reportWatched(program, film, [[0, 60]], learner);
  wait(60);
  await reportWatched(program, film, [[120, 150]], learner);
  const later = program.clock().toISOString();
  const { body } = await recordOf(enrolmentId);
  expect(body.data.films[0]).toMatchObject({
    watchedSeconds: 90,
    intervals: [
      [0, 60],
      [120, 150],
    ],
    openedAt: opened,
    completedAt: null,
    sittings: [
      { lastAt: paused, seconds: 60 },
      { beganAt: later, lastAt: later, seconds: 30 },
    ],
  });
  expect((await recordOf(enrolmentId, learner)).status).toBe(403);
  expect((await recordOf(crypto.randomUUID())).status).toBe(404);
});

test('a film that was removed since still shows what was watched of it', async () => {
  const { course, films, learner, enrolmentId } = await enrolledWithFilms(program, [60, 60]);
  await openTraining(program, course.id, learner);
  wait(20);
  await reportWatched(program, films[0], [[0, 20]], learner);
  for (const id of films) await call(training.removeFilm, { params: { id } }, editor);
  expect((await recordOf(enrolmentId)).body.data.films).toMatchObject([
    { title: 'Film 1', removed: true, watchedSeconds: 20, sittings: [{ seconds: 20 }] },
  ]);
});
