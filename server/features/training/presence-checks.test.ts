import { training } from '@fairlead/contract/training/calls';
import type { FilmCheck } from '@fairlead/contract/training/presence-checks';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { enrolledWithFilms, openTraining, reportWatched } from '../../testing/journey.ts';

const program = await testApp();
const { call, person, wait, db } = program;
const editor = await person('admin');

const thereAt = (at: number): FilmCheck => ({ at, every: null, question: null });
const everyMinute: FilmCheck = { at: null, every: 60, question: null };
const asksAt = (at: number): FilmCheck => ({
  ...thereAt(at),
  question: { text: 'Which signal was that?', options: ['A bell', 'Seven short, one long'], answer: 1 },
});

const set = (film: string | undefined, checks: FilmCheck[], as = editor) =>
  call(training.saveChecks, { params: { id: film ?? '' }, body: { checks } }, as);
const answer = (id: string | undefined, choice: number | null, as: Person) =>
  call(training.answerCheck, { params: { id: id ?? '' }, body: { choice } }, as);

async function asked(checks: FilmCheck[], duration = 600) {
  const { course, films, learner, enrolmentId } = await enrolledWithFilms(program, [duration]);
  expect((await set(films[0], checks)).status).toBe(200);
  const open = async () => (await openTraining(program, course.id, learner))?.trainingVideo[0];
  const report = async (from: number, to: number) =>
    (await reportWatched(program, films[0], [[from, to]], learner)).body.data;
  return { film: films[0] ?? '', learner, enrolmentId, open, report };
}

describe('a presence check', () => {
  test('stops the credit of a film until it is answered, and is noted with the server’s time', async () => {
    const { learner, open, report, enrolmentId } = await asked([thereAt(120), thereAt(60)]);
    const checks = (await open())?.checks;
    expect(checks?.map(({ at, answered }) => [at, answered])).toEqual([
      [60, false],
      [120, false],
    ]);
    const [first, second] = checks?.map(({ _id }) => _id) ?? [];
    wait(50);
    expect(await report(0, 50)).toMatchObject({ watchedSeconds: 50, due: null });
    expect((await answer(first, null, learner)).body).toMatchObject({ message: 'This question is not due yet.' });
    wait(50);
    expect(await report(0, 100)).toMatchObject({ watchedSeconds: 60, due: first });
    const askedAt = program.clock().toISOString();
    wait(90);
    expect((await answer(first, null, learner)).body.data).toEqual({ right: true, againFrom: 60 });
    // seconds that were played offline meanwhile are credited now, up to the next check
    expect(await report(0, 600)).toMatchObject({ watchedSeconds: 120, due: second });
    wait(10);
    expect((await answer(second, null, learner)).status).toBe(200);
    expect((await answer(second, null, learner)).body.data.right).toBe(true);
    wait(300);
    expect(await report(0, 600)).toMatchObject({ watchedSeconds: 600, completed: true, due: null });
    expect((await open())?.checks).toEqual([]);
    const record = await call(training.getWatchRecord, { params: { id: enrolmentId } }, editor);
    expect(record.body.data.films[0]?.checks).toMatchObject([
      { at: 60, question: null, askedAt, late: true, wrongAnswers: 0 },
      { at: 120, question: null, late: false },
    ]);
  });

  test('that is skipped is due as well, and holds up the completion of the film', async () => {
    const { open, report, learner } = await asked([thereAt(598)]);
    const [check] = (await open())?.checks ?? [];
    wait(600);
    expect(await report(0, 597)).toMatchObject({ completed: false, due: null });
    expect(await report(599, 600)).toMatchObject({ completed: false, due: check?._id });
    expect((await answer(check?._id, null, learner)).status).toBe(200);
    expect(await report(0, 600)).toMatchObject({ completed: true });
  });

  test('is not answered ahead by a report of what cannot have been watched', async () => {
    const { open, report, learner } = await asked([thereAt(200), thereAt(400)]);
    const [first, second] = (await open())?.checks.map(({ _id }) => _id) ?? [];
    expect(await report(0, 600)).toMatchObject({ due: null });
    expect(await report(199, 200)).toMatchObject({ due: null });
    expect((await answer(first, null, learner)).status).toBe(409);
    wait(100);
    expect(await report(0, 600)).toMatchObject({ watchedSeconds: 200, due: first });
    expect((await answer(first, null, learner)).status).toBe(200);
    expect(await report(0, 600)).toMatchObject({ due: null });
    expect((await answer(second, null, learner)).status).toBe(409);
  });

  test('with a question is open until the right answer, and is not to be guessed', async () => {
    const { open, report, learner, enrolmentId } = await asked([asksAt(100)]);
    const [check] = (await open())?.checks ?? [];
    expect(check).toEqual({
      _id: check?._id,
      at: 100,
      answered: false,
      question: { text: 'Which signal was that?', options: ['A bell', 'Seven short, one long'] },
    });
    wait(100);
    await report(0, 100);
    expect((await answer(check?._id, 0, learner)).body.data).toEqual({ right: false, againFrom: 0 });
    expect((await answer(check?._id, 1, learner)).body.data).toEqual({ right: false, againFrom: 0 });
    expect(await report(0, 200)).toMatchObject({ watchedSeconds: 100, due: check?._id });
    wait(60);
    expect((await answer(check?._id, 1, learner)).body.data.right).toBe(true);
    expect(await report(0, 200)).toMatchObject({ watchedSeconds: 200, due: null });
    const record = await call(training.getWatchRecord, { params: { id: enrolmentId } }, editor);
    expect(record.body.data.films[0]?.checks).toMatchObject([
      { question: 'Which signal was that?', wrongAnswers: 1, late: false },
    ]);
  });

  test('at random moments is drawn once for each learner', async () => {
    const { open } = await asked([everyMinute]);
    const moments = (await open())?.checks.map(({ at }) => at);
    expect(moments).toHaveLength(10);
    expect((await open())?.checks.map(({ at }) => at)).toEqual(moments);
  });

  test('is nobody else’s to answer', async () => {
    const { open, report } = await asked([thereAt(1)]);
    const [check] = (await open())?.checks ?? [];
    wait(10);
    await report(0, 10);
    expect((await answer(check?._id, null, await person())).status).toBe(404);
    expect((await answer(check?._id, null, editor)).status).toBe(403);
  });
});

describe('staff', () => {
  test('set the checks of a film; what stays the same keeps its answers, and what is gone asks nobody', async () => {
    const { film, open, report, learner, enrolmentId } = await asked([thereAt(10), asksAt(20)]);
    const [first, second] = (await open())?.checks ?? [];
    wait(30);
    await report(0, 30);
    await answer(first?._id, null, learner);
    await report(0, 30);
    await answer(second?._id, 0, learner);
    const { body } = await set(film, [thereAt(10), thereAt(40)]);
    expect(body.data).toEqual([thereAt(10), thereAt(40)]);
    expect((await call(training.listChecks, { params: { id: film } }, editor)).body.data).toEqual(body.data);
    wait(30);
    // the new one is asked once the film was sent again
    expect(await report(0, 50)).toMatchObject({ watchedSeconds: 50, due: null });
    expect((await open())?.checks.map(({ _id, at, answered }) => [_id === first?._id, at, answered])).toEqual([
      [true, 10, true],
      [false, 40, false],
    ]);
    expect(await report(0, 60)).toMatchObject({ watchedSeconds: 50 });
    const record = await call(training.getWatchRecord, { params: { id: enrolmentId } }, editor);
    expect(record.body.data.films[0]?.checks.map(({ at, wrongAnswers }) => [at, wrongAnswers])).toEqual([
      [10, 0],
      [20, 1],
      [40, 0],
    ]);
    const audit = await db
      .selectFrom('auditEvent')
      .select('details')
      .where('action', '=', 'training.set-checks')
      .orderBy('at', 'desc')
      .limit(1)
      .execute();
    expect(audit).toMatchObject([{ details: { filmId: film, added: 1, removed: 1 } }]);
  });

  test('are refused a check that could never be asked, and learners any setting', async () => {
    const { film, learner } = await asked([]);
    expect(await set(film, [thereAt(10), thereAt(600)])).toMatchObject({
      status: 400,
      body: { fields: { 'checks.1': 'The video ends before this time.' } },
    });
    expect((await set(film, [], learner)).status).toBe(403);
    expect((await call(training.listChecks, { params: { id: film } }, learner)).status).toBe(403);
    expect((await set(crypto.randomUUID(), [])).status).toBe(404);
  });
});
