import { attempts } from '@fairlead/contract/assessments/attempts';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { answersTo, singleChoice } from '../testing/assessments.ts';
import { sitting } from '../testing/sitting.ts';

const program = await testApp();
const { call, person, wait, clock } = program;
const [editor, registrar] = [await person('admin'), await person('registrar')];
const { ready, open, save, submit, staffView } = sitting(program, editor);

describe('after submission', () => {
  const reviewed = async (review: 'score' | 'answers' | 'correct') => {
    const one = await ready({ settings: { review } });
    const id = await open(one);
    const look = (as = one.learner) => call(attempts.review, { params: { id } }, as);
    expect((await look()).status).toBe(409);
    await submit(one, id, answersTo(one.sat, 1));
    return { one, look, seen: (await look()).body.data };
  };

  test('the learner sees what the review setting allows, and nobody else sees it', async () => {
    expect((await reviewed('score')).seen.questions).toEqual([]);
    const answers = await reviewed('answers');
    expect(answers.seen.questions).toMatchObject([
      { selectedAnswer: answers.one.sat.questions[0]?.wrong, correctAnswer: null },
      { selectedAnswer: answers.one.sat.questions[1]?.right, correctAnswer: null },
      { correctAnswer: null },
    ]);
    expect(
      (await reviewed('correct')).seen.questions.map(singleChoice).map(({ correctAnswer }) => correctAnswer),
    ).toEqual(answers.one.sat.questions.map(({ right }) => right));
    expect((await answers.look(await person())).status).toBe(404);
    expect((await answers.look(editor)).status).toBe(403);
  });

  test('staff see each absence from the window once, if the assessment records them', async () => {
    const noted = await ready({ settings: { noteLeaving: true } });
    const id = await open(noted);
    await save(id, [], noted.learner, { absences: [{ fromSecond: 12, seconds: 3 }] });
    await save(id, [], noted.learner, {
      absences: [
        { fromSecond: 12, seconds: 8 },
        { fromSecond: 40, seconds: 2 },
        { fromSecond: 40, seconds: 1 },
      ],
    });
    await submit(noted, id);
    expect((await staffView(id)).absences).toEqual([
      { fromSecond: 12, seconds: 8 },
      { fromSecond: 40, seconds: 2 },
    ]);
    const quiet = await ready();
    const other = await open(quiet);
    await save(other, [], quiet.learner, { absences: [{ fromSecond: 12, seconds: 3 }] });
    await submit(quiet, other);
    expect((await staffView(other)).absences).toEqual([]);
  });

  test('staff see the test paper with every answer and when it was saved', async () => {
    const one = await ready();
    const id = await open(one);
    wait(20);
    await save(id, answersTo(one.sat).slice(0, 1), one.learner);
    const savedAt = clock().toISOString();
    wait(20);
    await submit(one, id);
    expect(await staffView(id)).toMatchObject({
      version: 1,
      deadline: null,
      timeTaken: 40,
      userEmail: one.learner.email,
      questions: [{ answeredAt: savedAt }, { answeredAt: null }, { answeredAt: null }],
    });
    expect((await call(attempts.get, { params: { id } }, registrar)).status).toBe(403);
  });
});
