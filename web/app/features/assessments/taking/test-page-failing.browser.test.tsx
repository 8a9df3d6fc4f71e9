import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { certificates } from '@fairlead/contract/certificates/calls';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ownCertificateOf } from '../../../../testing/certificates.ts';
import { alertWith, button, main } from '../../../../testing/forms.ts';
import { learnerAt } from '../../../../testing/learner.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { questions } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { attemptOf, paperOf, resultOf, reviewOf, testPath } from '../../../../testing/test-papers.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

// Failures on a test page: loading and submitting it, saving an answer, the review and the certificate. The course of a
// test without failures is in test-page.browser.test.tsx.

const [right, wrong] = [
  ['To leeward', 'Seven short, one long'],
  ['To windward', 'A bell'],
];
const answer = async (answers: readonly string[] = []) => {
  for (const words of answers) await main().getByLabelText(words, { exact: true }).click();
};
const submit = () => button('Submit');

// shows: messages/test-load
test('a test paper that cannot be loaded reports it and is read again; a refused one only reports why', async () => {
  learnerAt();
  server.fail(assessments.getPaper, { status: 500 });
  await openPage(testPath);
  await expect.element(alertWith('Failed to load test.')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Back to the course' })).toBeVisible();
  await expectSound('test, failed');
  server.fail(assessments.getPaper, { status: 403, message: 'Please submit the training first.' });
  await button('Try again').click();
  await expect.element(alertWith('Please submit the training first.')).toBeVisible();
  expect(main().getByText('Failed to load test.').elements()).toEqual([]);
  expect(button('Try again').elements()).toEqual([]);
  await expectSound('test, refused');
});

test('a course whose test is not published reports it', async () => {
  learnerAt();
  server.answer(assessments.getPaper, { data: [] });
  await openPage(testPath);
  await expect.element(main().getByText('No test yet')).toBeVisible();
  await expectSound('test, none');
});

// shows: states/test-complete
test('an answer that cannot be saved is kept on the device and reported, and Submit waits for every answer', async () => {
  learnerAt();
  server.answer(assessments.getPaper, { data: [paperOf()] });
  server.fail(attempts.save, 'no link');
  await openPage(testPath);
  await expect.element(submit()).toBeDisabled();
  await expect.element(main().getByText('2 of 2 questions left')).toBeVisible();
  await answer(['To windward']);
  await expect.element(submit()).toBeDisabled();
  await expect.element(main().getByText('1 of 2 questions left')).toBeVisible();
  const waiting = main()
    .getByRole('status')
    .getByText('No connection: 1 answer is saved here and sent when it is back.');
  await expect.element(waiting).toBeVisible();
  await expectSound('test');
  // a reload restores it
  await openPage(testPath);
  await expect.element(main().getByLabelText('To windward')).toBeChecked();
  await expect.element(waiting).toBeVisible();
  server.answer(attempts.save, { data: { secondsLeft: null, revision: 1 } });
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => waiting.elements()).toEqual([]);
  expect(server.sent(attempts.save).at(-1)?.body.answers).toEqual([
    { questionId: questions[0]?._id, selectedAnswer: 'To windward' },
  ]);
  await answer(['A bell']);
  await expect.element(submit()).toBeEnabled();
  await expect.element(main().getByText('Every question is answered.')).toBeVisible();
});

// shows: test-page/result, messages/test-submit-failure
test('a submission that fails reports why, keeps every answer, and leads to the result', async () => {
  learnerAt();
  server.answer(assessments.getPaper, { data: [paperOf()] });
  server.answer(attempts.save, { data: { secondsLeft: null, revision: 1 } });
  await openPage(testPath);
  await answer(wrong);
  server.fail(assessments.submit, { status: 500 });
  const release = server.hold(assessments.submit);
  await submit().click();
  await expect.element(submit()).toBeDisabled();
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
  release();
  for (const [words, fault] of [
    ['Something went wrong.', { status: 409, message: 'This test was replaced.' }],
    ['This test was replaced.', 'no link'],
    ['Submission failed. Please try again.', undefined],
  ] as const) {
    await expect.element(alertWith(words)).toBeVisible();
    expect(main().getByRole('alert').elements()).toHaveLength(1);
    await expect.element(main().getByRole('alert')).toHaveFocus();
    await expect.element(submit()).toBeEnabled();
    for (const given of wrong ?? []) await expect.element(main().getByLabelText(given, { exact: true })).toBeChecked();
    if (fault) {
      server.fail(assessments.submit, fault);
      await submit().click();
    }
  }
  await expectSound('test, not submitted');
  server.answer(assessments.submit, {
    data: { ...resultOf(false), next: { attemptsLeft: 2, at: null, practiceQuestions: 0 } },
  });
  server.fail(attempts.review, { status: 500 });
  await submit().click();
  await expect.element(main().getByRole('heading', { name: 'Not passed this time' })).toHaveFocus();
  await expect.element(alertWith('Failed to load your answers.')).toBeVisible();
  await expectSound('test, not passed');
  server.answer(attempts.review, { data: reviewOf() });
  await button('Try again').click();
  await expect.poll(() => main().getByRole('alert').elements()).toEqual([]);
  const [first, ...others] = server.sent(assessments.submit).map(({ body }) => body);
  expect(others).toEqual([first, first, first]);

  server.answer(assessments.getPaper, { data: [paperOf({ result: resultOf(false) })] });
  await button('Give Test again').click();
  await expect.element(submit()).toBeDisabled();
  await answer(right);
  server.answer(assessments.submit, { data: { ...resultOf(true), next: null } });
  server.answer(certificates.getOwn, { data: ownCertificateOf() });
  await submit().click();
  await expect.element(main().getByRole('heading', { name: 'You have passed' })).toHaveFocus();
});

// shows: messages/test-page-certificate
test('the certificate of a passed test: failing, refused with a reason, not found', async () => {
  learnerAt();
  server.answer(assessments.getPaper, { data: [paperOf({ result: resultOf(true), attempt: null })] });
  server.answer(attempts.review, { data: reviewOf() });
  await openPage(testPath);
  await expect.element(main().getByRole('heading', { name: 'You have passed' })).toBeVisible();
  server.fail(certificates.getOwn, { status: 500 });
  const release = server.hold(certificates.getOwn);
  await button('View Certificate').click();
  await expect.element(page.getByRole('status').getByText('Loading certificate')).toBeInTheDocument();
  release();
  await expect.element(alertWith('Failed to load certificate.')).toBeVisible();
  await expectSound('certificate of a test, failed');
  server.fail(certificates.getOwn, 'no link');
  await button('Try again').click();
  await expect.element(alertWith('Failed to load certificate.')).toBeVisible();
  server.fail(certificates.getOwn, { status: 404 });
  await button('Try again').click();
  await expect.element(main().getByText('Certificate not found.')).toBeVisible();
  await expectSound('certificate of a test, not found');
});

describe('a test that is open in two tabs or on two devices', () => {
  const [first, second] = questions.map(({ _id }) => _id) as [string, string];
  const ofOther = (answers: Record<string, string>, revision: number) => ({
    data: [
      paperOf({
        attempt: {
          ...attemptOf(null),
          revision,
          answers: Object.entries(answers).map(([questionId, selectedAnswer]) => ({ questionId, selectedAnswer })),
        },
      }),
    ],
  });
  const show = () => window.dispatchEvent(new Event('focus'));
  const status = (words: string | RegExp) => main().getByRole('status').getByText(words);
  const option = (words: string) => main().getByLabelText(words, { exact: true });

  test('shows what was answered elsewhere when it is shown again, and says so', async () => {
    learnerAt();
    server.answer(assessments.getPaper, { data: [paperOf()] });
    server.answer(attempts.save, { data: { secondsLeft: null, revision: 0 } });
    await openPage(testPath);
    await expect.element(option('To windward')).not.toBeChecked();
    show();
    await expect.poll(() => server.sent(attempts.save).length).toBe(1);
    expect(server.sent(assessments.getPaper)).toHaveLength(1);
    server.answer(attempts.save, { data: { secondsLeft: null, revision: 2 } });
    server.answer(assessments.getPaper, ofOther({ [first]: 'To leeward', [second]: 'A bell' }, 2));
    show();
    await expect.element(option('To leeward')).toBeChecked();
    await expect.element(option('A bell')).toBeChecked();
    await expect.element(submit()).toBeEnabled();
    await expect.element(status(/^Answers that you gave in another tab/)).toBeVisible();
    await expectSound('test, changed elsewhere');
    server.answer(attempts.save, { data: { secondsLeft: null, revision: 3 } });
    await answer(['To windward']);
    await expect.poll(() => server.sent(attempts.save).at(-1)?.body).toMatchObject({ revision: 2 });
    await expect.poll(() => status(/another tab/).elements()).toEqual([]);
  });

  test('refuses an older view’s answer in words, and shows the newer one', async () => {
    learnerAt();
    server.answer(assessments.getPaper, { data: [paperOf()] });
    server.fail(attempts.save, { status: 409, code: 'stale', message: 'It was answered elsewhere.' });
    await openPage(testPath);
    server.answer(assessments.getPaper, ofOther({ [first]: 'To leeward' }, 1));
    await answer(['To windward']);
    await expect.element(status(/^Not saved: you have answered question 1 in another tab/)).toBeVisible();
    await expect.element(option('To leeward')).toBeChecked();
    await expectSound('test, refused as stale');
    // it is not tried again, neither now nor at the next visit
    server.answer(attempts.save, { data: { secondsLeft: null, revision: 2 } });
    await openPage(testPath);
    await expect.element(option('To leeward')).toBeChecked();
    expect(server.sent(attempts.save)).toHaveLength(1);
  });

  test('submits nothing that would replace newer answers, and shows them', async () => {
    learnerAt();
    server.answer(assessments.getPaper, { data: [paperOf()] });
    server.answer(attempts.save, { data: { secondsLeft: null, revision: 1 } });
    await openPage(testPath);
    await answer(['To windward', 'A bell']);
    server.fail(assessments.submit, { status: 409, code: 'stale', message: 'It was answered elsewhere.' });
    server.answer(assessments.getPaper, ofOther({ [first]: 'To leeward', [second]: 'A bell' }, 4));
    await submit().click();
    await expect.element(alertWith(/^Not submitted: you have changed answers in another tab/)).toBeVisible();
    await expect.element(option('To leeward')).toBeChecked();
    await expectSound('test, not submitted as stale');
    server.answer(assessments.submit, { data: { ...resultOf(false), next: null } });
    server.answer(attempts.review, { data: reviewOf() });
    await submit().click();
    await expect.element(main().getByRole('heading', { name: 'Not passed this time' })).toBeVisible();
    expect(server.sent(assessments.submit).map(({ body }) => body.revision)).toEqual([1, 4]);
  });

  test('sends what a device kept with the revision on which it was given', async () => {
    learnerAt();
    server.answer(assessments.getPaper, ofOther({ [second]: 'A bell' }, 3));
    server.fail(attempts.save, 'no link');
    await openPage(testPath);
    await answer(['To windward']);
    await expect.element(status(/^No connection: 1 answer/)).toBeVisible();
    queryClient.clear();
    server.answer(assessments.getPaper, ofOther({ [first]: 'To leeward', [second]: 'A bell' }, 7));
    await openPage(testPath);
    await expect.poll(() => server.sent(attempts.save).map(({ body }) => body.revision)).toEqual([3, 3, 3]);
  });
});
