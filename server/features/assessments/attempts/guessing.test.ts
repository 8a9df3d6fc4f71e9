import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { recommendedSettings } from '@fairlead/contract/assessments/test-settings';
import { ownCopy } from '@fairlead/contract/personal-data/calls';
import { describe, expect, test } from 'vitest';
import { unzip } from '../../../platform/archives/testing/unzip.ts';
import { tally } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, addProfile, completeTraining, enrol } from '../../../testing/factories.ts';
import { signAccessToken } from '../../accounts/sign-in/tokens.ts';
import { givePassword, password } from '../../accounts/testing/owners.ts';
import { answersTo, singleChoice } from '../testing/assessments.ts';
import { sitting } from '../testing/sitting.ts';

const program = await testApp();
const { app, call, clock, config, person, wait } = program;
const editor = await person('admin');
const { ready, paperOf, start, begin, open, save, submit, stored } = sitting(program, editor);

type Ready = Awaited<ReturnType<typeof ready>>;
/** Twenty questions, all of which must be correct. */
const hard = { count: 20, passMark: 100 };
const recommended = (changes: object = {}) => ready({ ...hard, settings: { ...recommendedSettings, ...changes } });
/** Opens the test paper, and submits it with the given number of wrong answers. */
const sit = async (one: Ready, wrong: number) => submit(one, await open(one), answersTo(one.sat, wrong));

describe('an assessment that is created without settings', () => {
  const questions = Array.from({ length: 20 }, (_, i) => ({
    questionText: `Question ${i}`,
    options: ['Red', 'Green', 'White', 'Yellow'],
    correctAnswer: ['Red', 'Green', 'White', 'Yellow'][(i * 7) % 4] ?? '',
  }));
  async function made(passMark: number) {
    const course = await addCourse(program);
    const body = { courseId: course.id, title: 'Plain', passMark, questions };
    const { data } = (await call(assessments.create, { body }, editor)).body;
    await call(assessments.publish, { params: { id: data._id } }, editor);
    const learner = await person();
    await addProfile(program, learner);
    await completeTraining(program, await enrol(program, learner, course.id));
    const paper = () => call(assessments.getPaper, { params: { courseId: course.id } }, learner);
    /** Submits answers like a client that knows only the specification. */
    const handIn = async (answerOf: (index: number) => string) => {
      const asked = (await paper()).body.data[0]?.questions ?? [];
      const answers = asked.map(({ _id }, i) => ({ questionId: _id, selectedAnswer: answerOf(i) }));
      return call(
        assessments.submit,
        { body: { testId: data._id, courseId: course.id, answers, timeTaken: 60 } },
        learner,
      );
    };
    return { learner, paper, handIn };
  }

  test('can be opened and passed with the calls of the specification alone', async () => {
    const { paper, handIn } = await made(70);
    expect((await paper()).body.data[0]?.questions).toHaveLength(20);
    expect(await handIn((i) => questions[i]?.correctAnswer ?? '')).toMatchObject({
      status: 201,
      body: {
        data: { score: 20, totalQuestions: 20, percentage: 100, percentageBelow: null, passed: true, next: null },
      },
    });
  });

  // shows: threats/found-answer-key, asvs/2.3.2
  test('does not reveal its answer key to a person who tries answer after answer for a day', async () => {
    const { handIn } = await made(100);
    const options = ['Red', 'Green', 'White', 'Yellow'];
    const said = new Set<string>();
    let graded = 0;
    for (let i = 0; i < 48; i++) {
      const { status, body } = await handIn((index) => options[index === i % 20 ? 1 : 0] ?? '');
      if (status === 201) {
        graded += 1;
        const { score, percentage, percentageBelow, passed } = body.data;
        said.add(JSON.stringify({ score, percentage, percentageBelow, passed }));
      }
      wait(1800);
    }
    expect(graded).toBe(3);
    // Four, five or six correct answers all produce the same response.
    expect([...said].map((one) => JSON.parse(one))).toEqual([
      { score: 4, percentage: 20, percentageBelow: 40, passed: false },
    ]);
  });
});

describe('attempts with the recommended settings', () => {
  test('require a wait, twice as long each time, and are limited to three', async () => {
    const one = await recommended();
    expect(await paperOf(one)).toMatchObject({
      questions: { length: 20 },
      sitting: { attemptsAllowed: 3, attemptsUsed: 0, attemptsLeft: 3, hoursUntilNext: 0.25, mayStart: true },
    });
    const in15Minutes = new Date(clock().getTime() + 900_000).toISOString();
    expect((await sit(one, 9)).body.data.next).toMatchObject({ attemptsLeft: 2, at: in15Minutes });
    expect(await paperOf(one)).toMatchObject({
      questions: [],
      attempt: null,
      sitting: { attemptsUsed: 1, attemptsLeft: 2, mayStart: false, nextAttemptAt: in15Minutes },
    });
    wait(899);
    expect((await submit(one, undefined)).status).toBe(409);
    wait(1);
    const in30Minutes = new Date(clock().getTime() + 1_800_000).toISOString();
    expect((await sit(one, 9)).body.data.next).toMatchObject({ attemptsLeft: 1, at: in30Minutes });
    wait(1800);
    const last = (await sit(one, 9)).body.data;
    expect(last.next).toMatchObject({ attemptsLeft: 0, at: null });
    wait(7 * 24 * 3600);
    expect((await paperOf(one))?.sitting).toMatchObject({ attemptsLeft: 0, mayStart: false, nextAttemptAt: null });
    expect((await start(one)).status).toBe(409);

    const reason = 'Watched the films again with her chief mate';
    await call(attempts.reopen, { params: { id: last._id }, body: { reason } }, editor);
    expect((await sit(one, 0)).body.data).toMatchObject({ passed: true, score: 20 });
  });

  test('that are opened in many tabs in parallel are one, also while the last one is submitted (races on the server engine)', async () => {
    const one = await recommended({ attemptsAllowed: 1, hoursBetween: null });
    const id = await open(one);
    await Promise.all([submit(one, id, answersTo(one.sat, 20)), ...Array.from({ length: 10 }, () => paperOf(one))]);
    await Promise.all(Array.from({ length: 10 }, () => paperOf(one)));
    expect(await stored(one.enrolmentId)).toMatchObject([{ id, submittedAt: expect.any(Date) }]);
  });
});

describe('the rough score of a failed attempt', () => {
  const rough = { score: 8, percentage: 40, percentageBelow: 60, passed: false };
  const eleven = 9;

  // shows: threats/found-answer-key
  test('is never exact in the result, test paper, review, copy of personal data, or audit', async () => {
    const one = await recommended({ review: 'correct', hoursBetween: null });
    const id = await open(one);
    await save(id, answersTo(one.sat, eleven), one.learner);
    expect((await submit(one, id, answersTo(one.sat, eleven))).body.data).toMatchObject(rough);
    expect((await submit(one, id, answersTo(one.sat, 0))).body.data).toMatchObject(rough);
    expect((await paperOf(one))?.result).toMatchObject(rough);
    const { questions } = (await call(attempts.review, { params: { id } }, one.learner)).body.data;
    expect(questions.map(singleChoice).map(({ correctAnswer }) => correctAnswer)).toEqual(Array(20).fill(null));
    const copy = await copyOf(one.learner);
    expect(copy['data/attempts.json']).toContain('"passed": false');
    const about = JSON.parse(copy['data/what-was-done-about-you.json'] ?? '') as { action: string; details: object }[];
    expect(about.find(({ action }) => action === 'assessment.submit')?.details).toEqual({
      totalQuestions: 20,
      passed: false,
    });
    expect(Object.values(copy).join('\n')).not.toMatch(/"(old_|new_)?score":|"(old|new)Score":/);
  });

  // shows: threats/found-answer-key
  test('is not made exact by a corrected answer key either, in the email or the copy, while it fails', async () => {
    const one = await recommended({ hoursBetween: null });
    await sit(one, eleven);
    const [first] = one.sat.questions;
    const body = { correctAnswer: first?.wrong ?? '', reason: 'Typed wrongly' };
    await call(correctedKeys.correctKey, { params: { id: first?.id ?? '' }, body }, editor);
    const [mail] = await program.mailsTo(one.learner.email);
    expect(mail?.subject).toBe('Your test was graded again: Final test');
    expect(mail?.text).not.toMatch(/\b1[0-9]\b of|score/i);
    const copy = await copyOf(one.learner);
    expect(copy['data/attempts-graded-again.json']).toContain('"gained_pass": false');
    expect(Object.values(copy).join('\n')).not.toMatch(/"(old_|new_)?score":|"(old|new)Score":/);
  });

  test('is exact for staff, after a pass, and if the assessment is set so', async () => {
    const one = await recommended({ hoursBetween: null, review: 'correct' });
    const { _id: id } = (await sit(one, eleven)).body.data;
    expect((await call(attempts.get, { params: { id } }, editor)).body.data).toMatchObject({
      score: 11,
      percentage: 55,
    });
    const list = await call(assessments.listSubmitted, { query: { q: one.learner.email } }, editor);
    expect(list.body.data).toMatchObject([{ score: 11 }]);
    const passed = (await sit(one, 0)).body.data;
    expect(passed).toMatchObject({ score: 20, percentageBelow: null });
    const review = await call(attempts.review, { params: { id: passed._id } }, one.learner);
    expect(review.body.data.questions.map(singleChoice)[0]?.correctAnswer).toBe(one.sat.questions[0]?.right);

    const plain = await ready(hard);
    expect((await sit(plain, eleven)).body.data).toMatchObject({ score: 11, percentage: 55, percentageBelow: null });
    expect((await copyOf(plain.learner))['data/attempts.json']).toContain('"score": 11');
  });

  async function copyOf(learner: Person): Promise<Record<string, string>> {
    const token = await signAccessToken(learner, config.secrets.token, clock());
    const headers = { authorization: `Bearer ${token}` };
    await givePassword(program, learner);
    const payload = { currentPassword: password };
    const answer = await app.inject({ method: ownCopy.method, url: `/api${ownCopy.path}`, headers, payload });
    const files = await unzip(answer.rawPayload);
    return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, String(content)]));
  }
});

describe('an assessment without limits', () => {
  // shows: threats/found-answer-key, asvs/2.4.1
  test('can be submitted five times an hour, and a refused submission is not graded', async () => {
    const one = await ready(hard);
    for (let i = 0; i < 5; i++) expect((await sit(one, 20 - i)).status).toBe(201);
    const id = await open(one);
    await save(id, answersTo(one.sat), one.learner);
    const refused = await submit(one, id);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    expect((refused.body as unknown as { message: string }).message).toBe(
      'This test was taken too often in a short time. Answers that are saved stay saved. Please try again in 60 minutes.',
    );
    expect((await stored(one.enrolmentId)).at(-1)).toMatchObject({ id, submittedAt: null, score: null });
    expect((await paperOf(one))?.attempt?.answers).toHaveLength(20);
    wait(3600);
    expect((await submit(one, id)).body.data).toMatchObject({ passed: true });
  });

  test('can be submitted twenty times a day', async () => {
    const one = await ready(hard);
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) {
      statuses.push((await sit(one, 20)).status);
      wait(3600);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429, 429]);
    wait(2 * 3600);
    expect((await sit(one, 20)).status).toBe(201);
  });

  // shows: threats/found-answer-key
  test('cannot be submitted more often in parallel, nor at the expense of another learner (races on the server engine)', async () => {
    const one = await ready(hard);
    const other = await ready(hard);
    const volley = async () => {
      const id = await open(one);
      return Promise.all(Array.from({ length: 4 }, (_, i) => submit(one, id, answersTo(one.sat, 5 + i))));
    };
    for (let i = 0; i < 12; i++) await volley();
    const graded = (await stored(one.enrolmentId)).filter(({ submittedAt }) => submittedAt);
    expect(graded).toHaveLength(5);
    expect((await sit(other, 0)).status).toBe(201);
  });

  // shows: threats/found-answer-key
  test('other than a time limit cannot be started more often, because its deadline grades what was saved', async () => {
    const one = await ready({ ...hard, settings: { minutes: 1 } });
    for (let i = 0; i < 5; i++) {
      const id = await begin(one);
      await save(id, answersTo(one.sat, 5 + i), one.learner);
      wait(60);
      await program.mailsTo(one.learner.email);
    }
    expect(tally(await Promise.all([start(one), start(one)]))).toEqual({ 429: 2 });
    expect((await stored(one.enrolmentId)).map(({ score }) => score)).toEqual([15, 14, 13, 12, 11]);
    wait(3600);
    expect((await start(one)).status).toBe(200);
  });
});

describe('an attempt that looks like guessing', () => {
  const signsOf = async (query: object) =>
    (await call(assessments.listSubmitted, { query }, editor)).body.data.map(({ signs }) => signs);

  // shows: threats/found-answer-key
  test('is shown to staff with its signs, on its page, in the list and in the analysis', async () => {
    const one = await ready(hard);
    const q = one.learner.email;
    const submitted: string[] = [];
    for (let i = 0; i < 4; i++) {
      const id = await open(one);
      wait(40);
      // All but the last attempt fail; each differs from the one before by one answer.
      submitted.push((await submit(one, id, answersTo(one.sat, i === 3 ? 0 : 3 - i))).body.data._id);
    }
    const pace = '2 seconds a question';
    const alike = '3 attempts in a row that differ by at most 2 answers';
    expect(await signsOf({ q, sort: 'oldest' })).toEqual([
      [pace],
      [pace],
      [pace, alike],
      ['4 submissions in 2 minutes', pace, alike],
    ]);
    const { data } = (await call(attempts.get, { params: { id: submitted[3] ?? '' } }, editor)).body;
    expect(data).toMatchObject({ passed: true, signs: ['4 submissions in 2 minutes', pace, alike] });
    const analysis = (query: object = {}) => call(testAuthoring.analyse, { params: { id: one.sat.id }, query }, editor);
    expect((await analysis()).body.data).toMatchObject({ guessed: 4, courseId: one.course.id });
    expect((await analysis({ version: 2 })).body.data).toMatchObject({ guessed: 0 });
  });

  test('is found among slow attempts of the same person', async () => {
    const one = await ready(hard);
    for (const seconds of [600, 30, 700]) {
      const id = await open(one);
      wait(seconds);
      await submit(one, id, answersTo(one.sat, seconds / 50));
    }
    const course = one.course.id;
    expect(await signsOf({ course, sort: 'oldest' })).toEqual([[], ['1.5 seconds a question'], []]);
    expect(await signsOf({ course, guessing: 'signs' })).toEqual([['1.5 seconds a question']]);
    expect(await signsOf({ course, guessing: 'signs', result: 'passed' })).toEqual([]);
  });

  test('is also recognised if its deadline grades it', async () => {
    const one = await ready({ ...hard, count: 10, settings: { minutes: 1 } });
    for (let i = 0; i < 4; i++) {
      await save(await begin(one), answersTo(one.sat, 5 + i), one.learner);
      wait(60);
      await program.mailsTo(one.learner.email);
    }
    const [last] = await signsOf({ course: one.course.id });
    expect(last).toEqual(['4 submissions in 3 minutes', '3 attempts in a row that differ by at most 2 answers']);
  });
});
