import { describe, expect, test } from 'vitest';
import { tally } from '../../../testing/answers.ts';
import { testApp } from '../../../testing/app.ts';
import { answersTo, singleChoice } from '../testing/assessments.ts';
import { sitting, unknown } from '../testing/sitting.ts';

const program = await testApp();
const { person, db } = program;
const editor = await person('admin');
const { ready, paperOf, open, save, submit, stored, staffView } = sitting(program, editor);

describe('an answer', () => {
  test('is saved at once for every device on which the test paper is opened; the latest one to a question counts', async () => {
    const one = await ready();
    const id = await open(one);
    const [first, second] = answersTo(one.sat);
    if (!first || !second) throw new Error('no questions');
    expect((await save(id, [{ ...first, selectedAnswer: 'Yellow' }], one.learner)).body.data).toEqual({
      secondsLeft: null,
      revision: 1,
    });
    await save(id, [first, second], one.learner);
    expect((await paperOf(one))?.attempt).toMatchObject({ _id: id, answers: [first, second] });
    expect(await stored(one.enrolmentId)).toMatchObject([{ submittedAt: null, score: null }]);
  });

  test('is refused for another learner’s attempt, if given twice, for a question that is not asked, and if it is none of the options', async () => {
    const [one, other] = [await ready(), await ready()];
    const id = await open(one);
    const [first] = answersTo(one.sat);
    if (!first) throw new Error('no questions');
    expect((await save(id, [first], other.learner)).status).toBe(404);
    expect((await save(unknown, [first], one.learner)).status).toBe(404);
    expect((await save(id, [first], editor)).status).toBe(403);
    expect((await save(id, [first, first], one.learner)).status).toBe(400);
    expect((await save(id, answersTo(other.sat).slice(0, 1), one.learner)).status).toBe(400);
    expect((await save(id, [{ ...first, selectedAnswer: 'Purple' }], one.learner)).status).toBe(400);
    expect((await save(id, [{ ...first, selectedAnswer: '' }], one.learner)).status).toBe(400);
    await db.updateTable('enrolment').set({ status: 'rejected' }).where('id', '=', one.enrolmentId).execute();
    expect((await save(id, [first], one.learner)).status).toBe(403);
    expect(await db.selectFrom('attemptAnswer').selectAll().where('attemptId', '=', id).execute()).toEqual([]);
  });

  test('is refused after the attempt was submitted, and changes nothing', async () => {
    const one = await ready();
    const id = await open(one);
    await submit(one, id, answersTo(one.sat, 3));
    expect(await save(id, answersTo(one.sat), one.learner)).toMatchObject({
      status: 409,
      body: { message: 'This attempt was already submitted.' },
    });
    expect((await staffView(id)).questions.map(singleChoice).every((q) => q.selectedAnswer !== q.correctAnswer)).toBe(
      true,
    );
  });

  test('of each of many learners in parallel is saved to their own attempt, and a refused one does not affect the others', async () => {
    const crew = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const one = await ready({ count: 12 });
        return { one, id: await open(one), given: answersTo(one.sat).slice(n, n + 1) };
      }),
    );
    const [another, purple, late, stranger, ...others] = crew;
    if (!another || !purple || !late || !stranger) throw new Error('there is no crew');
    await submit(late.one, late.id);
    const responses = await Promise.all([
      // Each of the two saves into the other's attempt: both attempts are locked, and neither belongs to its caller.
      save(another.id, another.given, stranger.one.learner),
      save(stranger.id, stranger.given, another.one.learner),
      save(
        purple.id,
        purple.given.map((answer) => ({ ...answer, selectedAnswer: 'Purple' })),
        purple.one.learner,
      ),
      save(late.id, late.given, late.one.learner),
      ...others.map(({ one, id, given }) => save(id, given, one.learner)),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 400, 409, ...others.map(() => 200)]);
    for (const { one } of [another, stranger, purple]) expect((await paperOf(one))?.attempt?.answers).toEqual([]);
    for (const { one, given } of others) expect((await paperOf(one))?.attempt?.answers).toEqual(given);
  });

  test('that is sent many times in parallel is saved once (races on the server engine)', async () => {
    const one = await ready();
    const id = await open(one);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(id, answersTo(one.sat), one.learner)));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect((await paperOf(one))?.attempt?.answers).toEqual(answersTo(one.sat));
  });
});

describe('an older view of a test, in another tab or on another device,', () => {
  /** A learner’s open test of three questions, its right answers, and wrong ones. */
  async function opened() {
    const one = await ready();
    const id = await open(one);
    const right = answersTo(one.sat);
    const wrong = right.map((answer) => ({ ...answer, selectedAnswer: 'Yellow' }));
    const answers = async () => (await paperOf(one))?.attempt;
    return { one, id, right, wrong, answers };
  }

  test('does not replace an answer that a newer view has saved, and reads it with the test paper', async () => {
    const { one, id, right, wrong, answers } = await opened();
    expect(await answers()).toMatchObject({ revision: 0, answers: [] });
    expect((await save(id, right, one.learner, { revision: 0 })).body.data.revision).toBe(1);
    const stale = await save(id, wrong.slice(0, 2), one.learner, {
      revision: 0,
      absences: [{ fromSecond: 1, seconds: 2 }],
    });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale', message: expect.stringMatching(/another tab or on another device.*not saved.*Reload/) },
    });
    expect(await answers()).toMatchObject({ revision: 1, answers: right });
    expect(await db.selectFrom('attemptAbsence').selectAll().where('attemptId', '=', id).execute()).toEqual([]);
    expect((await save(id, wrong.slice(0, 2), one.learner, { revision: 1 })).body.data.revision).toBe(2);
    expect(await answers()).toMatchObject({ revision: 2, answers: [...wrong.slice(0, 2), ...right.slice(2)] });
  });

  test('cannot submit over answers that it does not show; nothing is graded', async () => {
    const { one, id, right, wrong, answers } = await opened();
    await save(id, right, one.learner, { revision: 0 });
    expect(await submit(one, id, wrong, 0)).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect(await answers()).toMatchObject({ answers: right });
    expect((await submit(one, id, right, 1)).body.data).toMatchObject({ score: 3, passed: true });
  });

  test('adds answers to other questions, and learns that it has not seen everything', async () => {
    const { one, id, right, wrong, answers } = await opened();
    await save(id, right.slice(0, 1), one.learner, { revision: 0 });
    // more than one above what the view has seen
    expect((await save(id, right.slice(1, 2), one.learner, { revision: 0 })).body.data.revision).toBe(2);
    expect((await save(id, wrong.slice(0, 1), one.learner, { revision: 0 })).status).toBe(409);
    expect(await answers()).toMatchObject({ answers: right.slice(0, 2) });
  });

  test('sends the same answer again after its response was lost, without making the others stale', async () => {
    const { one, id, right, wrong, answers } = await opened();
    const lost = await save(id, right, one.learner, { revision: 0 });
    expect((await save(id, right, one.learner, { revision: 0 })).status).toBe(200);
    expect((await save(id, wrong.slice(0, 1), one.learner, { revision: lost.body.data.revision })).status).toBe(200);
    expect(await answers()).toMatchObject({ answers: [wrong[0], ...right.slice(1)] });
  });

  test('that says no revision replaces answers, as clients of the specification do', async () => {
    const { one, id, right, wrong } = await opened();
    await save(id, right, one.learner, { revision: 0 });
    expect((await save(id, wrong, one.learner)).status).toBe(200);
    expect((await submit(one, id, right)).body.data).toMatchObject({ score: 3 });
  });

  test('loses to one other of many that save at the same moment; what is stored is of one of them (races on the server engine)', async () => {
    const { one, id, right, wrong, answers } = await opened();
    const given = [right, wrong, right, wrong, right, wrong];
    const responses = await Promise.all(given.map((some) => save(id, some, one.learner, { revision: 0 })));
    const winner = given[responses.findIndex(({ status }) => status === 200)];
    expect(responses.map(({ status }) => status)).toEqual(given.map((some) => (some === winner ? 200 : 409)));
    expect(await answers()).toMatchObject({ answers: winner });
  });
});

describe('a second submission', () => {
  test('of the same attempt returns the result of the first, also from many tabs in parallel', async () => {
    const one = await ready();
    const id = await open(one);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => submit(one, id, answersTo(one.sat, i % 2 === 0 ? 0 : 3))),
    );
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => JSON.stringify([body.data._id, body.data.score]))).size).toBe(1);
    expect(await stored(one.enrolmentId)).toHaveLength(1);
  });

  test('of another learner’s attempt, or of one that does not exist, is refused without a result', async () => {
    const [one, other] = [await ready(), await ready()];
    const [id, foreign] = [await open(one), await open(other)];
    await submit(other, foreign);
    expect((await submit(one, foreign)).status).toBe(409);
    expect((await submit(one, unknown)).status).toBe(409);
    expect((await submit(one, id)).status).toBe(201);
  });
});

describe('a drawn test paper', () => {
  const topics = ['fire', 'fire', 'fire', 'rafts', 'rafts', 'rafts'];
  const settings = { shuffleQuestions: true, shuffleOptions: true, draws: [{ topic: 'fire', count: 1 }] };

  test('is the same each time it is opened, and is graded as it was drawn', async () => {
    const one = await ready({ count: 6, topics, settings });
    const paper = await paperOf(one);
    expect(paper?.questions).toHaveLength(4);
    for (let again = 0; again < 5; again++) expect((await paperOf(one))?.questions).toEqual(paper?.questions);
    const asked = new Set(paper?.questions.map(({ _id }) => _id));
    const [inside, outside] = [
      answersTo(one.sat).filter(({ questionId }) => asked.has(questionId)),
      answersTo(one.sat).filter(({ questionId }) => !asked.has(questionId)),
    ];
    const id = paper?.attempt?._id ?? unknown;
    expect((await submit(one, id, answersTo(one.sat))).status).toBe(400);
    expect((await save(id, outside.slice(0, 1), one.learner)).status).toBe(400);
    expect((await submit(one, id, inside)).body.data).toMatchObject({ score: 4, totalQuestions: 4, passed: true });
    expect((await staffView(id)).questions.map(({ _id, options }) => ({ _id, options }))).toEqual(
      paper?.questions.map(({ _id, options }) => ({ _id, options })),
    );
  });
});
