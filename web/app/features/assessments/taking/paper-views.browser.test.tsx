import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments, type Paper } from '@fairlead/contract/assessments/calls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectNone, main } from '../../../../testing/forms.ts';
import { desk, phone } from '../../../../testing/looks.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { signIn } from '../../../../testing/people.ts';
import { idOf } from '../../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { paperOf, testPath } from '../../../../testing/test-papers.ts';

// The two views of a test paper: all questions in a list, and one at a time.

const questions: Paper['questions'] = Array.from({ length: 10 }, (_, i) => ({
  _id: idOf('40000000', i + 1),
  questionText: `Which light is shown in case ${i + 1}, at night and in restricted visibility?`,
  options: ['Red', 'Green', 'White', 'Yellow'],
}));
const question = (number: number) =>
  main().getByRole('group', { name: `${number}. ${questions[number - 1]?.questionText}` });
const option = (number: number, text: string) => question(number).getByLabelText(text, { exact: true });
const next = () => button('Next question');
const visible = () => main().getByRole('group').elements().length;
const sent = () => server.sent(attempts.save).flatMap(({ body }) => body.answers);

beforeEach(async () => {
  localStorage.removeItem('paperView');
  signIn('learner');
  server.answer(assessments.getPaper, { data: [paperOf({ questions })] });
  server.answer(attempts.save, { data: { secondsLeft: null, revision: 1 } });
});
afterEach(() => page.viewport(desk.width, desk.height));

test('a phone shows one question at a time: back, changed, and to any unanswered one in one tap', async () => {
  await page.viewport(phone.width, phone.height);
  await openPage(testPath);
  await expect.element(main().getByText('Question 1 of 10')).toBeVisible();
  expect(visible()).toBe(1);
  await expect.element(main().getByText('10 of 10 questions left')).toBeVisible();
  await expect.element(button('Previous question')).toBeDisabled();
  await option(1, 'Green').click();
  await next().click();
  await expect.element(question(2)).toBeVisible();
  await option(2, 'Red').click();
  await button('Previous question').click();
  await expect.element(option(1, 'Green')).toBeChecked();
  await option(1, 'White').click();
  await expectSound('test, one question at a time');
  await button('Go to question 3').click();
  await expect.element(question(3)).toBeVisible();
  await button('Question 9, not answered').click();
  await option(9, 'Yellow').click();
  await button('Question 1, answered').click();
  await expect.element(option(1, 'White')).toBeChecked();
  await button('Go to question 3').click();
  await option(3, 'Red').click();
  for (const number of [4, 5, 6, 7, 8]) {
    // 'Next' leads to the same question
    await expectNone(button(`Go to question ${number}`));
    await next().click();
    await option(number, 'Red').click();
  }
  await button('Go to question 10').click();
  await option(10, 'Red').click();
  await expect.element(main().getByText('Every question is answered.')).toBeVisible();
  await expect.element(button('Submit')).toBeEnabled();
  await expect.element(next()).toBeDisabled();
  await expectSound('test, all answered one at a time');
  await expectWithin('test, one question at a time', 320);
  const last = new Map(sent().map((given) => [given.questionId, 'selectedAnswer' in given && given.selectedAnswer]));
  expect(last.get(idOf('40000000', 1))).toBe('White');
  expect(last.size).toBe(10);
});

test('the view that was chosen is remembered on the device, and keeps every answer', async () => {
  await openPage(testPath);
  await expect.element(question(10)).toBeVisible();
  await option(2, 'Red').click();
  await button('Go to question 1').click();
  await expect.element(option(1, 'Red')).toHaveFocus();
  await expectSound('test, all questions');
  await button('One at a time').click();
  expect(visible()).toBe(1);
  await button('Question 2, answered').click();
  await expect.element(option(2, 'Red')).toBeChecked();
  await openPage(testPath);
  await expect.element(main().getByText('Question 1 of 10')).toBeVisible();
  await button('Show all questions').click();
  await openPage(testPath);
  await expect.element(question(10)).toBeVisible();
  await expectNone(main().getByText('Question 1 of 10'));
});

test('on a keyboard a digit answers, and Enter leads on without submitting', async () => {
  await openPage(testPath);
  await button('One at a time').click();
  await option(1, 'Red').click();
  for (const digit of ['2', '3']) await userEvent.keyboard(`${digit}{Enter}`);
  await expect.element(option(3, 'Red')).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(option(2, 'White')).toHaveFocus();
  await expect.element(option(2, 'White')).toBeChecked();
  await button('Show all questions').click();
  await option(1, 'Green').click();
  for (const number of questions.keys()) await userEvent.keyboard(number < 9 ? '4{Enter}' : '4');
  await expect.element(main().getByText('Every question is answered.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(server.sent(assessments.submit)).toEqual([]);
});
