import { assessments } from '@fairlead/contract/assessments/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { answersTo } from '../testing/assessments.ts';
import { attemptDesk } from '../testing/attempt-desk.ts';

const program = await testApp();
const { call, person, db } = program;
const editor = await person('admin');
const registrar = await person('registrar');

const { ready, paper, submit } = attemptDesk(program);

describe('the list of results', () => {
  // shows: staff/user-results, entities/submission-person, roles/staff-results, calls/results
  test('is searched by name, email and course, and omits open attempts', async () => {
    const { course, sat, learner } = await ready();
    await db
      .updateTable('account')
      .set({ firstName: 'Zubin', lastName: 'Irani' })
      .where('id', '=', learner.accountId)
      .execute();
    await paper(course.id, learner);
    const find = async (q: string) => (await call(assessments.listSubmitted, { query: { q } }, editor)).body.data;
    expect(await find('zubin')).toEqual([]);
    await submit(course.id, sat, learner, answersTo(sat, 3));
    await paper(course.id, learner);
    for (const q of ['zubin ira', learner.email, course.title]) {
      expect(await find(q)).toMatchObject([
        {
          userId: learner.accountId,
          userName: 'Zubin Irani',
          userEmail: learner.email,
          testTitle: 'Final test',
          score: 0,
          percentage: 0,
          passed: false,
        },
      ]);
    }
    expect(await find('nobody of this name')).toEqual([]);
    expect((await call(assessments.listSubmitted, {}, registrar)).status).toBe(403);
    expect((await call(assessments.listSubmitted, {}, learner)).status).toBe(403);
  });

  // shows: entities/submission
  test('shows the answers, and a blank for an answer that was none of the options', async () => {
    const { course, sat, learner } = await ready();
    await paper(course.id, learner);
    const [first, ...others] = answersTo(sat, 1);
    const answers = [...others, { questionId: first?.questionId ?? '', selectedAnswer: 'Purple' }];
    expect((await submit(course.id, sat, learner, answers)).status).toBe(201);
    const { body } = await call(assessments.listSubmitted, { query: { q: learner.email } }, editor);
    expect(body.data.map((one) => one.answers)).toEqual([[{ ...first, selectedAnswer: '' }, ...others]]);
  });
});
