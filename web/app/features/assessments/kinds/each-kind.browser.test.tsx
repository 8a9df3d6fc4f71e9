import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { askedOfEachKind, keyedOfEachKind, reviewedOfEachKind } from '../../../../testing/each-kind.ts';
import { button, main } from '../../../../testing/forms.ts';
import { desk, phone } from '../../../../testing/looks.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { signIn } from '../../../../testing/people.ts';
import { idOf, testOf } from '../../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { paperOf, resultOf, reviewOf, testPath } from '../../../../testing/test-papers.ts';

const question = (number: number) => main().getByRole('group', { name: new RegExp(`^${number}\\. `) });
const nthId = (n: number) => askedOfEachKind[n - 1]?._id ?? '';
/** The last answer that was saved for a question. */
const saved = (n: number) =>
  server
    .sent(attempts.save)
    .flatMap(({ body }) => body.answers)
    .findLast(({ questionId }) => questionId === nthId(n));

afterEach(() => page.viewport(desk.width, desk.height));

test('a learner answers each kind: by choice, typing, lists and buttons, without dragging', async () => {
  localStorage.setItem('paperView', 'list');
  signIn('learner');
  server.answer(assessments.getPaper, { data: [paperOf({ questions: askedOfEachKind })] });
  server.answer(attempts.save, { data: { secondsLeft: null, revision: 1 } });
  await openPage(testPath);
  await expect.element(main().getByText('7 of 7 questions left')).toBeVisible();
  await expectSound('test of each kind, empty');

  await question(1).getByLabelText('Red').click();
  await question(2).getByLabelText('True').click();
  await question(3).getByLabelText('A permit').click();
  await question(3).getByLabelText('A camera').click();
  await question(3).getByLabelText('A camera').click();
  await expect
    .poll(() => saved(3))
    .toEqual({ questionId: nthId(3), kind: 'several-choices', selectedAnswers: ['A permit'] });

  const typed = question(4).getByLabelText('Your answer');
  await typed.fill('much');
  await expect.element(main().getByText('4 of 7 questions left')).toBeVisible();
  await typed.fill('20,9');
  await expect.element(main().getByText('3 of 7 questions left')).toBeVisible();
  await expect.poll(() => saved(4)).toEqual({ questionId: nthId(4), kind: 'number', selectedAnswer: '20,9' });
  // what is no number is said, and the number before stays saved
  await typed.fill('20,9 m');
  await userEvent.tab();
  await expect.element(main().getByText('This is not a number. Please type digits only.')).toBeVisible();
  await expect.element(main().getByText('4 of 7 questions left')).toBeVisible();
  await expectSound('test of each kind, no number');
  await typed.fill('20,9');
  await expect.element(main().getByText('3 of 7 questions left')).toBeVisible();
  expect(main().getByText('This is not a number').query()).toBeNull();
  expect(saved(4)).toMatchObject({ selectedAnswer: '20,9' });
  // a digit is part of the answer, and chooses no option
  await userEvent.keyboard('1');
  await expect.element(typed).toHaveValue('20,91');
  await question(5).getByLabelText('Your answer').fill('Mayday');

  // a pair that is chosen is saved, though the other is missing
  await question(6).getByLabelText('Wood').selectOptions('Water');
  await expect.poll(() => saved(6)).toMatchObject({ selectedAnswers: ['Water', ''] });
  await expect.element(main().getByText('2 of 7 questions left')).toBeVisible();
  await question(6).getByLabelText('Burning oil in the galley').selectOptions('Foam');

  const steps = () =>
    question(7)
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent?.replace(/^\d/, ''));
  await question(7).getByRole('button', { name: 'Move up: Raise the alarm' }).click();
  expect(steps()[0]).toContain('Raise the alarm');
  // it is at the top: the focus is on the button that still moves it
  await expect.element(question(7).getByRole('button', { name: 'Move down: Raise the alarm' })).toHaveFocus();
  await question(7).getByRole('button', { name: 'Move down: Enter with a set' }).click();
  await expect.element(question(7).getByRole('button', { name: 'Move up: Enter with a set' })).toHaveFocus();
  await expect
    .poll(() => saved(7))
    .toMatchObject({ kind: 'ordering', selectedAnswers: ['Raise the alarm', 'Test the air', 'Enter with a set'] });
  await expect.element(main().getByText('Every question is answered.')).toBeVisible();
  await expectSound('test of each kind, answered');
  await expectWithin('test of each kind', 320);
});

test('answers of each kind that were saved are shown again, and an order that is right may stay', async () => {
  localStorage.setItem('paperView', 'one');
  signIn('learner');
  const answers = [
    { questionId: nthId(3), kind: 'several-choices', selectedAnswers: ['A gas test'] },
    { questionId: nthId(4), kind: 'number', selectedAnswer: '20.9' },
    { questionId: nthId(6), kind: 'matching', selectedAnswers: ['Water', ''] },
  ] as const;
  const attempt = { ...paperOf().attempt, answers } as never;
  server.answer(assessments.getPaper, { data: [paperOf({ questions: askedOfEachKind, attempt })] });
  server.answer(attempts.save, { data: { secondsLeft: null, revision: 1 } });
  await page.viewport(phone.width, phone.height);
  await openPage(testPath);
  await expect.element(main().getByText('5 of 7 questions left')).toBeVisible();
  await button('Question 3, answered').click();
  await expect.element(question(3).getByLabelText('A gas test')).toBeChecked();
  await button('Question 4, answered').click();
  await expect.element(question(4).getByLabelText('Your answer')).toHaveValue('20.9');
  await expectSound('test of each kind, a number');
  await button('Question 6, not answered').click();
  await expect.element(question(6).getByLabelText('Wood')).toHaveValue('Water');
  await expectSound('test of each kind, pairs');
  await button('Question 7, not answered').click();
  await expectSound('test of each kind, an order');
  await question(7).getByRole('button', { name: 'The order is right' }).click();
  await expect.element(main().getByText('4 of 7 questions left')).toBeVisible();
  await expect.poll(() => saved(7)).toMatchObject({ selectedAnswers: askedOfEachKind[6]?.options });
});

test('a review shows each kind with what is right, and what a part earned', async () => {
  signIn('learner');
  const result = { ...resultOf(false), score: 2.8333333333333335, totalQuestions: 7, percentage: 40.476 };
  server.answer(assessments.getPaper, {
    data: [paperOf({ questions: askedOfEachKind, attempt: null, result: { ...result, passed: true } })],
  });
  server.answer(attempts.review, { data: reviewOf(reviewedOfEachKind) });
  await openPage(testPath);
  await expect.element(main().getByText('2.83 of 7 (40%)')).toBeVisible();
  await expect.element(main().getByText('0.5 of 1 mark')).toBeVisible();
  await expect.element(main().getByText('20.9 ± 0.1')).toBeVisible();
  await expect.element(main().getByText('0.33 of 1 mark')).toBeVisible();
  await expectSound('review of each kind');
});

test('staff write each kind, and it is saved as it was read', async () => {
  staffAt();
  server.answer(testAuthoring.films, { data: [] });
  server.answer(testAuthoring.get, { data: testOf({ questions: keyedOfEachKind }) });
  server.answer(testAuthoring.update, { message: 'Test saved as a new version.', data: testOf() });
  await openStaffPage(`test-form?test=${idOf('30000000')}`, ['All-tests']);
  await expect.element(main().getByRole('group', { name: 'Question 7' })).toBeVisible();
  await expectSound('test form of each kind');
  await button('Preview').click();
  await expectSound('preview of each kind');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await button('Save as a new version').click();
  await expect.poll(() => server.sent(testAuthoring.update).length).toBe(1);
  // the order of matches and steps among the options is the server's
  const sorted = (one: { options: string[] }) => ({ ...one, options: one.options.toSorted() });
  expect(server.sent(testAuthoring.update)[0]?.body.test.questions.map(sorted)).toEqual(
    keyedOfEachKind.map(({ _id, ...one }) => sorted(one)),
  );
});

test('another kind of question keeps its text and options, and reports what is missing', async () => {
  staffAt();
  server.answer(testAuthoring.films, { data: [] });
  await openStaffPage('test-form');
  const one = main().getByRole('group', { name: 'Question 1' });
  await one.getByLabelText('Question text').fill('What do you need?');
  await one.getByLabelText('Option 1', { exact: true }).fill('A permit');
  await one.getByLabelText('Option 2', { exact: true }).fill('A gas test');
  await one.getByLabelText('Topic').fill('Enclosed spaces');
  const kind = one.getByLabelText('Kind of question');
  await kind.selectOptions('2 to 10 options, several correct');
  await expect.element(one.getByLabelText('Option 1', { exact: true })).toHaveValue('A permit');
  await expect.element(one.getByLabelText('Topic')).toHaveValue('Enclosed spaces');
  await one.getByRole('button', { name: 'Remove option 4' }).click();
  await one.getByRole('button', { name: 'Remove option 3' }).click();
  await button('Create Test').click();
  await expect.element(one.getByText('Mark at least one correct answer')).toBeVisible();
  await expectSound('test form, no option marked');
  await kind.selectOptions('A number');
  await one.getByLabelText('Correct answer').fill('many');
  await button('Create Test').click();
  await expect.element(one.getByText('Write a number, such as 1000 or 1.5')).toBeVisible();
  await kind.selectOptions('A short answer');
  await one.getByLabelText('Accepted answers').fill('Mayday\nMAYDAY');
  await button('Create Test').click();
  await expect.element(one.getByText('Two accepted answers differ in capitals alone')).toBeVisible();
  await kind.selectOptions('Steps to put in order');
  await one.getByLabelText('Right order').fill('Only one');
  await button('Create Test').click();
  await expect.element(one.getByText('Write at least two steps')).toBeVisible();
  await kind.selectOptions('Pairs to match');
  await one.getByLabelText('Item 1', { exact: true }).fill('Wood');
  await one.getByLabelText('Item 2', { exact: true }).fill('Wood');
  await one.getByRole('button', { name: 'Remove pair 3' }).click();
  await one.getByLabelText('Match of item 1').fill('Water');
  await one.getByLabelText('Match of item 2').fill('Foam');
  await button('Create Test').click();
  await expect.element(one.getByText('The items must differ')).toBeVisible();
  expect(server.written()).toEqual([]);
});
