import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments, type Sitting } from '@fairlead/contract/assessments/calls';
import { certificates } from '@fairlead/contract/certificates/calls';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ownCertificateOf } from '../../../../testing/certificates.ts';
import { stopClock } from '../../../../testing/clock.ts';
import { alertWith, button, expectNone, main } from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { signIn } from '../../../../testing/people.ts';
import { idOf, moment, questions } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { attemptOf, paperOf, resultOf, reviewOf, testPath } from '../../../../testing/test-papers.ts';

// The course of a test that the server controls: its start, its time, its result. Failures are in
// test-page-failing.browser.test.tsx.

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
/** The test paper before it is started. */
const unstarted = (part: Partial<Sitting> = {}) =>
  paperOf({ questions: [], attempt: null, sitting: { ...sitting, ...part } });
const started = (secondsLeft: number) => paperOf({ sitting, attempt: attemptOf(secondsLeft) });

const weakTopics = [
  { topic: 'Rafts', films: [{ _id: idOf('70000000', 2), title: 'Launching a life raft', serial: 2 }] },
  { topic: 'Muster signals', films: [] },
];
const weakFilm = () => main().getByRole('link', { name: 'Video 2: Launching a life raft' });

const show = () => openPage(testPath);
const option = (text: string) => main().getByLabelText(text);
const timer = () => page.getByRole('timer');
const notice = (words: string) => main().getByRole('status').getByText(words);
const kept = 'No connection: 1 answer is saved here and sent when it is back.';

beforeEach(() => {
  signIn('learner');
  server.answer(attempts.save, { data: { secondsLeft: null, revision: 1 } });
  server.answer(attempts.review, { data: reviewOf() });
});

/** The link answers the small files that measure it, or it does not. */
function link(answers: boolean) {
  const before = window.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) => {
    if (!/\.(svg|png)$/.test(String(input))) return before(input, init);
    return answers ? Promise.resolve(new Response(new Uint8Array(5000))) : Promise.reject(new TypeError('no link'));
  });
}

describe('before a test', () => {
  test('the connection is measured, and again when asked', async () => {
    server.answer(assessments.getPaper, { data: [unstarted()] });
    link(false);
    await show();
    await expect
      .element(alertWith(/^You have no connection now, and the test cannot start without one\./))
      .toBeVisible();
    await expectSound('test, no connection');
    link(true);
    await button('Check again').click();
    await expect.element(notice('Your connection is good enough for the test.')).toBeVisible();
    await expectNone(button('Check again'));
  });

  test('the rules are shown, and a start that fails is reported', async () => {
    server.answer(assessments.getPaper, { data: [unstarted()] });
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
      await expect.element(alertWith(words)).toBeVisible();
      await expect.element(button('Start Test')).toBeEnabled();
    }
    await expectNone(timer());
    server.answer(attempts.start, { data: started(1800) });
    const arrive = server.hold(attempts.start);
    await button('Start Test').click();
    await expect.element(button('Start Test')).toBeDisabled();
    await expect.element(button('Start Test')).toHaveAttribute('aria-busy', 'true');
    arrive();
    await expect.element(timer()).toMatchTextContent(/^(30:00|29:\d\d) left$/);
    await expectNone(main().getByRole('alert'));
  });

  test('a test with a waiting time can be started when it has passed', async () => {
    const { passes } = stopClock();
    const at = new Date(Date.now() + 900_000).toISOString();
    const waiting = unstarted({ attemptsUsed: 1, attemptsLeft: 2, nextAttemptAt: at, mayStart: false });
    const regraded = { at: moment, oldScore: 1 };
    const failed = { ...resultOf(false), regraded, weakTopics };
    server.answer(assessments.getPaper, { data: [{ ...waiting, result: failed }] });
    await show();
    await expect.element(main().getByText(/^The answer key of this test had a mistake.* was 1 of 2\.$/)).toBeVisible();
    await expect.element(main().getByText(/can take the test again from .* You have 2 attempts left\./)).toBeVisible();
    await expect.element(button('Start Test')).toBeDisabled();
    await expect.element(weakFilm()).toBeVisible();
    await expectSound('test, waits');
    await passes(899.9);
    await expect.element(button('Start Test')).toBeDisabled();
    await passes(0.1);
    await expect.element(button('Start Test')).toBeEnabled();
  });
});

describe('a test paper', () => {
  test('sends an answer again every 5 s while the link is down, and takes the time left from the server', async () => {
    server.answer(assessments.getPaper, { data: [started(1800)] });
    server.fail(attempts.save, 'no link');
    const { passes } = stopClock();
    await show();
    await expectNone(notice(kept));
    await option('To leeward').click();
    await expect.element(notice(kept)).toBeVisible();
    await expectSound('test, dead link');
    const tries = server.sent(attempts.save).length;
    await passes(4.9);
    expect(server.sent(attempts.save)).toHaveLength(tries);
    server.answer(attempts.save, { data: { secondsLeft: 1700, revision: 1 } });
    await passes(0.1);
    await expectNone(notice(kept));
    expect(server.sent(attempts.save)).toHaveLength(tries + 1);
    await expect.element(timer()).toHaveTextContent('28:20 left');
  });

  test('reports why an answer was refused', async () => {
    server.answer(assessments.getPaper, { data: [started(1800)] });
    server.fail(attempts.save, { status: 409, message: 'The time is over.' });
    await show();
    await option('To leeward').click();
    await expect.element(notice('The time is over.')).toBeVisible();
    await expect.element(option('To leeward')).toBeChecked();
  });

  test('of a passed test is reviewed, each answer with the right one', async () => {
    server.answer(assessments.getPaper, { data: [started(1800)] });
    await show();
    await option('To leeward').click();
    await option('A bell').click();
    const chosen = ['To leeward', 'A bell'];
    const reviewed = questions.map(({ topic: _, ...question }, n) => ({
      ...question,
      selectedAnswer: chosen[n] ?? '',
    }));
    server.answer(attempts.review, { data: reviewOf(reviewed) });
    server.answer(assessments.submit, { data: { ...resultOf(true), next: null } });
    server.answer(certificates.getOwn, { data: ownCertificateOf() });
    await button('Submit').click();
    await expect.element(main().getByText('You have passed')).toHaveFocus();
    await expect.element(main().getByRole('heading', { name: 'Your answers' })).toBeVisible();
    await expect.element(main().getByText('To leeward (chosen, correct answer)')).toBeVisible();
    await expectSound('test, review');
  });

  test('of a failed test names weak topics with their films, the attempts left and the next one', async () => {
    server.answer(assessments.getPaper, { data: [{ ...started(1800), practiceQuestions: 3 }] });
    await show();
    await option('To windward').click();
    await option('A bell').click();
    const failed = { ...resultOf(false), score: 1, totalQuestions: 3, percentage: 100 / 3, weakTopics };
    server.answer(assessments.submit, {
      data: { ...failed, next: { attemptsLeft: 2, at: moment, practiceQuestions: 4 } },
    });
    await button('Submit').click();
    await expect.element(main().getByText('Not passed this time')).toHaveFocus();
    await expect.element(main().getByText('1 of 3 (33%)')).toBeVisible();
    await expect.element(main().getByText(/can take the test again from .* You have 2 attempts left\./)).toBeVisible();
    await expect.element(main().getByText('Muster signals')).toBeVisible();
    const practice = main().getByRole('link', { name: 'Practise with 4 questions' });
    await expect.element(practice).toHaveAttribute('href', `/practice/${paperOf().courseId}`);
    await expectSound('test, weak topics');
    await expect.element(weakFilm()).toHaveAttribute('href', `/training/${paperOf().courseId}`);
  });

  test('is graded when its time has passed, as soon as the server can be reached', async () => {
    server.answer(assessments.getPaper, { data: [started(3)] });
    server.fail(assessments.submit, 'no link');
    const { passes } = stopClock();
    await show();
    // the clock of the paper runs, and does not begin after the time was moved
    await expect.element(timer()).toBeVisible();
    const over = main().getByText('The time is over');
    await passes(4.25);
    await expectNone(over);
    expect(server.sent(assessments.submit)).toEqual([]);
    await passes(0.5);
    await expect.element(over).toBeVisible();
    await expect.element(alertWith('Submission failed. Please try again.')).toBeVisible();
    await expectNone(button('Submit'));
    await expectSound('test, time over');
    server.answer(assessments.submit, { data: { ...resultOf(false), next: null } });
    const arrive = server.hold(assessments.submit);
    await button('Show the result').click();
    await expect.element(button('Show the result')).toBeDisabled();
    arrive();
    await expect.element(main().getByText('Not passed this time')).toBeVisible();
    await expect.element(main().getByText('0 of 2', { exact: false })).toBeVisible();
    await expectSound('test, not passed');
  });
});
