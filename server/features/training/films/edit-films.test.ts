import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { tally } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addFilms, addWatching } from '../../../testing/factories.ts';
import { enrolledWithFilms, openTraining, reportWatched, submitTraining, watchFilm } from '../../../testing/journey.ts';

const program = await testApp();
const { call, person, db, clock, wait, auditActions } = program;
const [editor, registrar] = [await person('admin'), await person('registrar')];
const unknown = '00000000-0000-4000-8000-000000000000';

const fixture = (name: string) => readFile(join(import.meta.dirname, '../../../platform/films/fixtures', name));
const sound = await fixture('h264-aac-moov-first.mp4');
const filmForm = (content: Buffer | undefined, name = 'new.mp4') => {
  const form = new FormData();
  if (content) form.append('film', new Blob([new Uint8Array(content)]), name);
  return form;
};
const rename = (id: string | undefined, title: string, as: Person = editor) =>
  call(training.renameFilm, { params: { id: id ?? '' }, body: { title } }, as);
const remove = (id: string | undefined, as: Person = editor) =>
  call(training.removeFilm, { params: { id: id ?? '' } }, as);
const replace = (id: string | undefined, form = filmForm(sound), as: Person = editor) =>
  call(training.replaceFilm, { params: { id: id ?? '' }, form }, as);
const reorder = (trainingId: string, seen: string[], wanted: string[], as: Person = editor) =>
  call(training.reorderFilms, { body: { trainingId, seen, wanted } }, as);

const storedFilms = () => readdir(join(program.config.dataDir, 'files', 'trainingVideo'));
const live = async (setId: string) =>
  (
    await db
      .selectFrom('film')
      .select(['id', 'serial'])
      .where('setId', '=', setId)
      .where('removedAt', 'is', null)
      .orderBy('serial')
      .execute()
  ).map(({ id, serial }) => [serial, id]);

describe('a new title', () => {
  test('is saved, and audited once', async () => {
    const { course, films } = await enrolledWithFilms(program, [60, 60]);
    const answer = await rename(films[1], '  Entering the  tank ');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Renamed.',
        data: { trainingVideo: [{ title: 'Film 1' }, { title: 'Entering the tank' }] },
      },
    });
    expect((await rename(films[1], 'Entering the tank')).status).toBe(200);
    expect(await auditActions(course.id)).toEqual(['training.rename-film']);
  });

  test('must contain letters, and belong to an existing film', async () => {
    const { films } = await enrolledWithFilms(program, [60]);
    expect(await rename(films[0], '  ')).toMatchObject({
      status: 400,
      body: { fields: { title: 'Title is required' } },
    });
    expect((await rename(unknown, 'A tank')).status).toBe(404);
    await remove(films[0]);
    expect((await rename(films[0], 'A tank')).status).toBe(409);
  });
});

describe('another order', () => {
  test('renumbers the films, and keeps what learners proved', async () => {
    const { course, setId, films, learner } = await enrolledWithFilms(program, [60, 60, 60]);
    await watchFilm(program, { courseId: course.id, film: films[0], seconds: 60 }, learner);
    const [a = '', b = '', c = ''] = films;
    const answer = await reorder(setId, [a, b, c], [c, a, b]);
    expect(answer.body).toMatchObject({
      message: 'Order saved.',
      data: {
        trainingVideo: [
          { _id: c, serial: 1 },
          { _id: a, serial: 2 },
          { _id: b, serial: 3 },
        ],
      },
    });
    expect((await openTraining(program, course.id, learner))?.trainingVideo).toMatchObject([
      { _id: c, completed: false, locked: false },
      { _id: a, completed: true, locked: false },
      { _id: b, completed: false, locked: true },
    ]);
    expect(await auditActions(course.id)).toEqual(['training.reorder-films']);
  });

  test('by two people at once is accepted from one, and the other is notified', async () => {
    const { course, setId, films } = await enrolledWithFilms(program, [60, 60, 60]);
    const [a = '', b = '', c = ''] = films;
    const answers = await Promise.all([reorder(setId, films, [c, b, a]), reorder(setId, films, [b, a, c])]);
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Somebody has changed the videos of this course. Please reload the page.',
    });
    const won = answers[0]?.status === 200 ? [c, b, a] : [b, a, c];
    expect(await live(setId)).toEqual(won.map((id, i) => [i + 1, id]));
    // Sending the same request again, as a second click does, changes nothing.
    expect((await reorder(setId, films, won)).status).toBe(200);
    expect(await auditActions(course.id)).toEqual(['training.reorder-films']);
  });

  test('must contain the films that were read, each once, in an existing training', async () => {
    const { setId, films } = await enrolledWithFilms(program, [60, 60]);
    const [a = '', b = ''] = films;
    const strange = (await enrolledWithFilms(program, [60])).films[0] ?? '';
    for (const wanted of [[a], [a, a], [a, strange], [a, b, strange], []]) {
      expect((await reorder(setId, [a, b], wanted)).status).toBe(400);
    }
    expect((await reorder(setId, [a, strange], [strange, a])).status).toBe(409);
    expect((await reorder(unknown, [a, b], [b, a])).status).toBe(404);
    expect(await live(setId)).toEqual([
      [1, a],
      [2, b],
    ]);
  });
});

describe('a removed film', () => {
  test('leaves no gap in the training, and its file is no longer served', async () => {
    const { course, setId, films, learner, enrolmentId } = await enrolledWithFilms(program, [60, 60, 60]);
    const [a = '', b = '', c = ''] = films;
    await addWatching(program, { enrolmentId, filmId: b, seconds: 60, completed: true });
    expect((await remove(b)).body).toMatchObject({
      message: 'Video removed.',
      data: {
        trainingVideo: [
          { _id: a, serial: 1 },
          { _id: c, serial: 2 },
        ],
      },
    });
    const { deletedAt } = await db
      .selectFrom('storedFile')
      .innerJoin('film', 'film.fileId', 'storedFile.id')
      .select('storedFile.deletedAt')
      .where('film.id', '=', b)
      .executeTakeFirstOrThrow();
    expect(deletedAt).toEqual(clock());
    // The record of what was watched is kept, though it no longer counts.
    expect(await db.selectFrom('watching').select('watchedSeconds').where('filmId', '=', b).execute()).toHaveLength(1);
    expect((await reportWatched(program, b, [[0, 1]], learner)).status).toBe(404);
    await addFilms(program, course.id, [60]);
    expect((await live(setId)).map(([serial]) => serial)).toEqual([1, 2, 3]);
    expect(await auditActions(course.id)).toEqual(['training.remove-film']);
  });

  test('leaves a submitted training submitted', async () => {
    const { course, setId, films, learner } = await enrolledWithFilms(program, [60, 60]);
    for (const film of films) await watchFilm(program, { courseId: course.id, film, seconds: 60 }, learner);
    await submitTraining(program, setId, learner);
    await remove(films[0]);
    expect(await openTraining(program, course.id, learner)).toMatchObject({
      submitted: true,
      trainingVideo: [{ completed: true, locked: false }],
    });
  });

  test('is removed once by two requests at once, and a neighbour removed at the same time leaves no gap', async () => {
    const { course, setId, films } = await enrolledWithFilms(program, [60, 60, 60, 60]);
    expect(tally(await Promise.all([remove(films[1]), remove(films[1])]))).toEqual({ 200: 1, 409: 1 });
    expect(tally(await Promise.all([remove(films[0]), remove(films[2])]))).toEqual({ 200: 2 });
    expect(await live(setId)).toEqual([[1, films[3]]]);
    expect(await auditActions(course.id)).toHaveLength(3);
    expect((await remove(unknown)).status).toBe(404);
  });
});

describe('a replaced film', () => {
  test('keeps its place and title, and must be watched again', async () => {
    const { course, setId, films, learner } = await enrolledWithFilms(program, [60, 60]);
    const [a = '', b = ''] = films;
    await watchFilm(program, { courseId: course.id, film: a, seconds: 60 }, learner);
    await rename(a, 'The tank');
    const answer = await replace(a);
    expect(answer.status).toBe(200);
    const [first, second] = answer.body.data.trainingVideo;
    expect(first).toMatchObject({ serial: 1, title: 'The tank' });
    expect(first?.duration).toBeCloseTo(2, 0);
    expect(first?._id).not.toBe(a);
    expect(second).toMatchObject({ _id: b, serial: 2 });
    expect((await program.request('GET', first?.url ?? '')).status).toBe(200);
    expect((await openTraining(program, course.id, learner))?.trainingVideo).toMatchObject([
      { completed: false, watchedSeconds: 0, locked: false },
      { locked: true },
    ]);
    expect((await reportWatched(program, a, [[0, 1]], learner)).status).toBe(404);
    expect(await submitTraining(program, setId, learner)).toMatchObject({ status: 409 });
    await openTraining(program, course.id, learner);
    wait(5);
    expect((await reportWatched(program, first?._id, [[0, 2]], learner)).body.data).toMatchObject({ completed: true });
    expect(await auditActions(course.id)).toEqual(['training.rename-film', 'training.replace-film']);
    const old = await program.db.selectFrom('film').select('successorId').where('id', '=', a).executeTakeFirst();
    expect(old?.successorId).toBe(first?._id);
  });

  test('requires nothing of learners who submitted the training', async () => {
    const { course, setId, films, learner } = await enrolledWithFilms(program, [60]);
    await watchFilm(program, { courseId: course.id, film: films[0], seconds: 60 }, learner);
    await submitTraining(program, setId, learner);
    await replace(films[0]);
    expect((await openTraining(program, course.id, learner))?.submitted).toBe(true);
  });

  test('remains as it was if the new one is broken, missing, or too late, which leaves no file', async () => {
    const { setId, films } = await enrolledWithFilms(program, [60, 60]);
    const before = await storedFilms();
    expect(await replace(films[0], filmForm(sound.subarray(0, sound.length / 2)))).toMatchObject({
      status: 400,
      body: { code: 'bad-file' },
    });
    expect(await replace(films[0], filmForm(undefined))).toMatchObject({
      status: 400,
      body: { fields: { film: 'Please choose a video.' } },
    });
    expect((await replace(unknown)).status).toBe(404);
    expect(await storedFilms()).toEqual(before);
    expect((await live(setId)).map(([, id]) => id)).toEqual(films);

    // Both are validated before either is written; on one connection the second may find the first already done.
    const answers = await Promise.all([replace(films[0]), replace(films[0])]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([404, 409]).toContain(answers.find(({ status }) => status !== 200)?.status);
    expect(await storedFilms()).toHaveLength(before.length + 1);
    expect((await live(setId)).map(([serial]) => serial)).toEqual([1, 2]);
  });
});

test('films are changed only by people who may edit trainings', async () => {
  const { setId, films, learner } = await enrolledWithFilms(program, [60, 60]);
  const [a = '', b = ''] = films;
  for (const as of [registrar, learner]) {
    const answers = await Promise.all([
      rename(a, 'Mine', as),
      remove(a, as),
      replace(a, filmForm(sound), as),
      reorder(setId, [a, b], [b, a], as),
    ]);
    expect(tally(answers)).toEqual({ 403: 4 });
  }
  expect((await live(setId)).map(([, id]) => id)).toEqual(films);
});
