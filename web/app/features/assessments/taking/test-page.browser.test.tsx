import { assessments, type Paper, type Sitting } from '@fairlead/contract/assessments';
import { attempts } from '@fairlead/contract/attempts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../../testing/clock.ts';
import { button, expectNone, main, told } from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { signIn } from '../../../../testing/people.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const id = (number: number) => `9c2d4f10-aaaa-4bbb-8ccc-${String(number).padStart(12, '0')}`;
const courseId = id(1);
const moment = '2026-09-05T09:00:00.000Z';
const raft = { _id: id(2), questionText: 'What rights a life raft?', options: ['A strap', 'A flare'] };
const muster = { _id: id(3), questionText: 'What calls to muster?', options: ['Seven short, one long', 'A bell'] };

const sitting: Sitting = {
  questionCount: 2,
  minutes: 30,
  attemptsAllowed: 3,
  attemptsUsed: 0,
  attemptsLeft: 3,
  hoursUntilNext: 0,
  nextAttemptAt: null,
  mayStart: true,
  noteLeaving: true,
};
const paper = (part: Partial<Paper> = {}): Paper => ({
  _id: id(4),
  courseId,
  courseTitle: 'Life Rafts',
  title: 'Test of Life Rafts',
  passMark: 60,
  questions: [],
  result: null,
  attempt: null,
  sitting,
  ...part,
});
const open = (secondsLeft: number | null = 1800) =>
  paper({
    questions: [raft, muster],
    attempt: { _id: id(5), startedAt: moment, secondsGone: 0, secondsLeft, noteLeaving: false, answers: [] },
  });
const result = {
  _id: id(5),
  score: 1,
  totalQuestions: 2,
  percentage: 50,
  percentageBelow: null,
  passed: false,
  next: null,
};

const show = () => openPage(`/testPage/${courseId}`);
const option = (text: string) => main().getByLabelText(text);
const timer = () => page.getByRole('timer');
const offline = (words: string) => main().getByRole('status').getByText(words);
const one = 'No link: 1 answer is kept here and sent when it is back.';
const failed = 'Submission failed. Please try again.';

beforeEach(() => {
  signIn('learner');
  server.answer(attempts.save, { data: { secondsLeft: null } });
  server.answer(attempts.review, {
    data: { _id: id(5), testTitle: 'Test of Life Rafts', submittedAt: moment, questions: [] },
  });
});

describe('before a test', () => {
  test('it says what is to be known, and tells when it cannot be started', async () => {
    server.answer(assessments.getPaper, { data: [paper()] });
    await show();
    await expect.element(main().getByText('You have used 0 of 3 attempts.')).toBeVisible();
    await expectSound('test, start');
    for (const [fault, words] of [
      [{ status: 500 }, 'The test could not be started. Please try again.'],
      [{ status: 409, message: 'The test was taken down.' }, 'The test was taken down.'],
      ['no link', 'Network error. Please try again.'],
    ] as const) {
      server.fail(attempts.start, fault);
      await button('Start Test').click();
      await expect.element(told(words)).toBeVisible();
      await expect.element(button('Start Test')).toBeEnabled();
    }
    await expectNone(timer());
    server.answer(attempts.start, { data: open() });
    const arrive = server.hold(attempts.start);
    await button('Start Test').click();
    await expect.element(button('Start Test')).toBeDisabled();
    await expect.element(button('Start Test')).toHaveAttribute('aria-busy', 'true');
    arrive();
    await expect.element(timer()).toMatchTextContent(/^(30:00|29:\d\d) left$/);
    await expectNone(main().getByRole('alert'));
  });

  test('one that has to be waited for is started from its moment on', async () => {
    const { passes } = stopClock();
    const at = new Date(Date.now() + 900_000).toISOString();
    const waiting = { ...sitting, attemptsUsed: 1, attemptsLeft: 2, nextAttemptAt: at, mayStart: false };
    server.answer(assessments.getPaper, { data: [paper({ sitting: waiting })] });
    await show();
    await expect.element(main().getByText(/can be started from .* You have 2 attempts left\./)).toBeVisible();
    await expect.element(button('Start Test')).toBeDisabled();
    await expectSound('test, waits');
    await passes(899.9);
    await expect.element(button('Start Test')).toBeDisabled();
    await passes(0.1);
    await expect.element(button('Start Test')).toBeEnabled();
  });
});

describe('a paper', () => {
  test('keeps what a dead link does not take, sends it after a reload, and says so meanwhile', async () => {
    server.answer(assessments.getPaper, { data: [open()] });
    server.fail(attempts.save, 'no link');
    await show();
    await expectNone(offline(one));
    await option('A strap').click();
    await expect.element(offline(one)).toBeVisible();
    await expect.element(button('Submit')).toBeDisabled();
    await expectSound('test, dead link');

    const { passes } = stopClock();
    await show();
    await expect.element(option('A strap')).toBeChecked();
    await expect.element(offline(one)).toBeVisible();
    const tries = server.sent(attempts.save).length;
    await passes(4.9);
    expect(server.sent(attempts.save)).toHaveLength(tries);
    server.answer(attempts.save, { data: { secondsLeft: 1700 } });
    await passes(0.1);
    await expectNone(offline(one));
    expect(server.sent(attempts.save).at(-1)?.body.answers).toEqual([
      { questionId: raft._id, selectedAnswer: 'A strap' },
    ]);
    await expect.element(timer()).toHaveTextContent('28:20 left');
  });

  test('tells why an answer was refused', async () => {
    server.answer(assessments.getPaper, { data: [open()] });
    server.fail(attempts.save, { status: 409, message: 'The time is over.' });
    await show();
    await option('A strap').click();
    await expect.element(offline('The time is over.')).toBeVisible();
    await expect.element(option('A strap')).toBeChecked();
  });

  test('cannot be handed in before all is answered; a failure is told, and costs no answer', async () => {
    server.answer(assessments.getPaper, { data: [open(null)] });
    await show();
    await option('A strap').click();
    await expect.element(main().getByText('1 of 2 questions left')).toBeVisible();
    await expect.element(button('Submit')).toBeDisabled();
    await option('A bell').click();
    await expect.element(button('Submit')).toBeEnabled();
    server.fail(assessments.submit, { status: 500 });
    const arrive = server.hold(assessments.submit);
    await button('Submit').click();
    await expect.element(button('Submit')).toHaveAttribute('aria-busy', 'true');
    await expect.element(button('Submit')).toBeDisabled();
    arrive();
    for (const [fault, words] of [
      [undefined, 'Something went wrong.'],
      [{ status: 409, message: 'The test was taken down.' }, 'The test was taken down.'],
      ['no link', failed],
    ] as const) {
      if (fault) {
        server.fail(assessments.submit, fault);
        await button('Submit').click();
      }
      await expect.element(told(words)).toBeVisible();
      await expect.element(button('Submit')).toBeEnabled();
      await expect.element(option('A strap')).toBeChecked();
      await expect.element(option('A bell')).toBeChecked();
    }
    await expectSound('test, not handed in');
    const questions = [
      { ...raft, selectedAnswer: 'A strap', correctAnswer: 'A strap' },
      { ...muster, selectedAnswer: 'A bell', correctAnswer: 'Seven short, one long' },
    ];
    server.answer(attempts.review, {
      data: { _id: id(5), testTitle: 'Test of Life Rafts', submittedAt: moment, questions },
    });
    server.answer(assessments.submit, { data: { ...result, score: 2, percentage: 100, passed: true } });
    await button('Submit').click();
    await expect.element(main().getByText('You have passed')).toHaveFocus();
    await expect.element(main().getByRole('heading', { name: 'Your answers' })).toBeVisible();
    await expect.element(main().getByText('A strap (chosen, right answer)')).toBeVisible();
    await expectSound('test, review');
  });

  test('is graded when its time is over, as soon as the server can be reached', async () => {
    server.answer(assessments.getPaper, { data: [open(3)] });
    server.fail(assessments.submit, 'no link');
    const { passes } = stopClock();
    await show();
    const over = main().getByText('The time is over');
    await passes(4.25);
    await expectNone(over);
    expect(server.sent(assessments.submit)).toEqual([]);
    await passes(0.5);
    await expect.element(over).toBeVisible();
    await expect.element(told(failed)).toBeVisible();
    await expectNone(button('Submit'));
    await expectSound('test, time over');
    server.answer(assessments.submit, { data: result });
    const arrive = server.hold(assessments.submit);
    await button('Show the result').click();
    await expect.element(button('Show the result')).toBeDisabled();
    arrive();
    await expect.element(main().getByText('Not passed this time')).toBeVisible();
    await expect.element(main().getByText('1 of 2', { exact: false })).toBeVisible();
    await expectSound('test, not passed');
  });
});
