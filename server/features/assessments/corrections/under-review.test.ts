import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { register } from '@fairlead/contract/certificates/register';
import { describe, expect, test } from 'vitest';
import { tally } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { openPaper, passed, readyForTest, submitAnswers } from '../../../testing/journey.ts';
import { answersTo } from '../testing/assessments.ts';

const program = await testApp();
const { call, person, db } = program;
const [editor, instructor] = [await person('admin'), await person('instructor')];
const [registrar, learner] = [await person('registrar'), await person()];

type Passed = Awaited<ReturnType<typeof passed>>;
const correctKey = async ({ sat }: Pick<Passed, 'sat'>, answer = 0, place: 'wrong' | 'right' = 'wrong') => {
  const question = sat.questions[answer];
  const params = { id: question?.id ?? '' };
  const body = { correctAnswer: question?.[place] ?? '', reason: 'Typed wrongly' };
  return (await call(correctedKeys.correctKey, { params, body }, editor)).body.data;
};
const underReview = async (test: string) =>
  (await call(correctedKeys.listUnderReview, { query: { test } }, registrar)).body.data;
type Decision = { decision: 'revoke' | 'keep'; score?: number; reason?: string };
const decide = (
  { decision, score = 2, reason = 'The key was wrong' }: Decision,
  ids: string[],
  as: Person = registrar,
) => call(correctedKeys.decide, { body: { decision, reason, passes: ids.map((id) => ({ id, score })) } }, as);
const certificateOf = ({ accountId }: Person) =>
  db.selectFrom('certificate').selectAll().where('accountId', '=', accountId).executeTakeFirstOrThrow();

/** A learner who passed with all of three questions, and falls below the pass mark by one corrected answer key. */
async function below() {
  const one = await passed(program, { test: { passMark: 80 } });
  await correctKey(one);
  const [pass] = await underReview(one.sat.id);
  return { ...one, pass };
}

describe('a pass that falls below the pass mark by a corrected answer key', () => {
  test('keeps its certificate, and is shown to staff until they decide', async () => {
    const { learner: who, pass, sat, course } = await below();
    expect(await certificateOf(who)).toMatchObject({ status: 'issued' });
    expect(pass).toMatchObject({
      userEmail: who.email,
      testId: sat.id,
      courseTitle: course.title,
      score: 2,
      totalQuestions: 3,
      passMark: 80,
      certNo: (await certificateOf(who)).number,
      certificateStatus: 'issued',
      correctedBecause: 'Typed wrongly',
    });
    for (const query of [{ q: who.email }, { course: course.id }])
      expect((await call(correctedKeys.listUnderReview, { query }, registrar)).body.data).toHaveLength(1);
  });

  test('can be revoked, with a reason that is emailed to the holder, and is not decided again', async () => {
    const { learner: who, pass, sat } = await below();
    const { body } = await decide({ decision: 'revoke', reason: 'Graded again, 2 of 3' }, [pass?._id ?? '']);
    expect(body.data).toEqual([{ id: pass?._id, ok: true, message: 'Certificate revoked.' }]);
    expect(await certificateOf(who)).toMatchObject({
      status: 'revoked',
      revokedBy: registrar.accountId,
      revocationReason: 'Graded again, 2 of 3',
    });
    const mails = (await program.mailsTo(who.email)).filter(({ text }) => text?.includes('Graded again, 2 of 3'));
    expect(mails).toHaveLength(1);
    expect(await underReview(sat.id)).toEqual([]);
    const [again] = (await decide({ decision: 'revoke' }, [pass?._id ?? ''])).body.data;
    expect(again).toMatchObject({ ok: false, message: expect.stringContaining('already been decided') });
  });

  test('can be kept, with a reason, until its score changes again', async () => {
    const { learner: who, pass, sat } = await below();
    await decide({ decision: 'keep', reason: 'The examiner heard her' }, [pass?._id ?? '']);
    expect(await underReview(sat.id)).toEqual([]);
    expect(await certificateOf(who)).toMatchObject({ status: 'issued' });
    const audited = await db
      .selectFrom('auditEvent')
      .select('details')
      .where('action', '=', 'assessment.keep-pass')
      .where('subjectId', '=', pass?._id ?? '')
      .execute();
    expect(audited).toMatchObject([{ details: { score: 2, note: 'The examiner heard her' } }]);
    await correctKey({ sat }, 1);
    expect(await underReview(sat.id)).toMatchObject([{ score: 1 }]);
  });

  test('is no longer under review once the answer key is corrected back, or another attempt reaches the pass mark', async () => {
    const { sat } = await below();
    await correctKey({ sat }, 0, 'right');
    expect(await underReview(sat.id)).toEqual([]);

    const one = await readyForTest(program, { test: { passMark: 100 } });
    const sit = async (answers: ReturnType<typeof answersTo>) => {
      await openPaper(program, one.course.id, one.learner);
      await submitAnswers(program, { courseId: one.course.id, sat: one.sat, answers }, one.learner);
      program.wait(60);
    };
    await sit(answersTo(one.sat, 1));
    await sit(answersTo(one.sat));
    await correctKey(one);
    expect(await certificateOf(one.learner)).toMatchObject({ status: 'issued' });
    expect(await underReview(one.sat.id)).toEqual([]);
  });

  test('is decided once, by the first person, with the score that they saw, and with the permission', async () => {
    const { learner: who, pass } = await below();
    const ids = [pass?._id ?? ''];
    expect((await decide({ decision: 'revoke', score: 3 }, ids)).body.data).toMatchObject([{ ok: false }]);
    for (const as of [instructor, learner]) expect((await decide({ decision: 'revoke' }, ids, as)).status).toBe(403);
    expect((await decide({ decision: 'revoke', reason: ' ' }, ids)).status).toBe(400);
    for (const as of [instructor, learner])
      expect((await call(correctedKeys.listUnderReview, { query: {} }, as)).status).toBe(403);
    const rivals = await Promise.all([1, 2, 3].map(() => decide({ decision: 'revoke' }, ids)));
    expect(rivals.flatMap(({ body }) => body.data.map(({ ok }) => ok)).sort()).toEqual([false, false, true]);
    expect(tally(rivals)).toEqual({ 200: 3 });
    const { body } = await call(register.list, { query: { q: who.email } }, registrar);
    expect(body.data).toMatchObject([{ status: 'revoked' }]);
  });

  test('that was revoked in the certificate register, or was never a pass, is not listed', async () => {
    const { pass, sat } = await below();
    const body = { reason: 'Lost at sea' };
    await call(register.revoke, { params: { id: pass?.certificateId ?? '' }, body }, registrar);
    expect(await underReview(sat.id)).toEqual([]);
    const failing = await readyForTest(program, { test: { passMark: 80 } });
    await openPaper(program, failing.course.id, failing.learner);
    const answers = answersTo(failing.sat).map((answer, i) => (i > 0 ? { ...answer, selectedAnswer: 'None' } : answer));
    await submitAnswers(program, { courseId: failing.course.id, sat: failing.sat, answers }, failing.learner);
    await correctKey(failing);
    expect(await underReview(failing.sat.id)).toEqual([]);
  });
});

describe('the corrected answer keys of an assessment', () => {
  test('are listed with the results that each of them changed', async () => {
    const one = await passed(program, { test: { passMark: 80 } });
    const change = await correctKey(one);
    expect(change).toMatchObject({ regraded: 1, gained: 0, below: 1, oldAnswer: 'Red', newAnswer: 'Green' });
    const { body } = await call(correctedKeys.list, { params: { id: one.sat.id } }, editor);
    expect(body.data).toEqual([change]);
    const results = (query: { outcome?: 'gained' | 'below' } = {}) =>
      call(correctedKeys.listResults, { params: { id: change._id }, query }, editor);
    const expected = { userEmail: one.learner.email, oldScore: 3, newScore: 2, totalQuestions: 3, outcome: 'below' };
    for (const query of [{}, { outcome: 'below' as const }])
      expect((await results(query)).body.data).toMatchObject([expected]);
    expect((await results({ outcome: 'gained' })).body.data).toEqual([]);
    const { data } = (await call(assessments.listSubmitted, { query: { q: one.learner.email } }, editor)).body;
    expect((await results()).body.data[0]?._id).toBe(data[0]?._id);
  });

  test('are shown only to those who may see results', async () => {
    const change = await correctKey(await passed(program));
    for (const as of [registrar, learner]) {
      expect((await call(correctedKeys.listResults, { params: { id: change._id }, query: {} }, as)).status).toBe(403);
      expect((await call(correctedKeys.list, { params: { id: change._id } }, as)).status).toBe(403);
    }
    const unknown = { params: { id: learner.accountId } };
    expect((await call(correctedKeys.listResults, { ...unknown, query: {} }, editor)).status).toBe(404);
    expect((await call(correctedKeys.list, unknown, editor)).status).toBe(404);
  });
});
