import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, field, fillIn, main } from '../../../../testing/forms.ts';
import { questions, testOf } from '../../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const option = (place: number) => main().getByLabelText(`Option ${place}`, { exact: true });
const keeps = (place: number) => main().getByRole('checkbox', { name: new RegExp(`^Option ${place} keeps its place`) });

beforeEach(() => server.answer(testAuthoring.films, { data: [] }));

test('an option that speaks of the others is proposed to keep its place, which staff decide', async () => {
  staffAt();
  await openStaffPage('test-form');
  await page.getByLabelText('Course', { exact: true }).selectOptions('HAZMAT');
  await fillIn({ 'Pass mark': '60', 'Question text': 'What is trimmed first?' });
  for (const [i, text] of ['The hold', 'The deck', 'Both A and B', 'All of the above'].entries())
    await option(i + 1).fill(text);
  await field('Option 1 is correct').click();
  await expect.element(keeps(1)).not.toBeChecked();
  await expect.element(keeps(3)).toBeChecked();
  await expect.element(keeps(4)).toBeChecked();
  await expectSound('test form, options that keep their places');
  await expectWithin('test form, options that keep their places', 320);
  // the proposal goes with the words, and a decision stays
  await option(3).fill('The sail');
  await expect.element(keeps(3)).not.toBeChecked();
  await keeps(4).click();
  await option(4).fill('None of the above');
  await expect.element(keeps(4)).not.toBeChecked();
  await keeps(2).click();
  await main().getByText('More of question 1').click();
  await main().getByLabelText('Keeps its place when questions are shuffled').click();
  server.answer(assessments.create, { message: 'Test created successfully!', data: testOf() });
  await button('Create Test').click();
  await expect.poll(() => server.sent(assessments.create).length).toBe(1);
  expect(server.sent(assessments.create)[0]?.body.questions[0]).toMatchObject({
    keepsPlace: true,
    fixedOptions: [false, true, false, false],
  });
});

test('what was saved is shown as it was decided, and is not proposed again', async () => {
  staffAt();
  const options = ['Red', 'Green', 'White', 'None of the above'];
  const [first] = questions;
  const question = { ...first, kind: undefined, options, correctAnswer: 'Red' };
  const saved = [
    { ...question, fixedOptions: [true, false, false, false], keepsPlace: true },
    { ...question, questionText: 'Again?' },
  ];
  server.answer(testAuthoring.get, { data: testOf({ questions: saved as never }) });
  server.answer(testAuthoring.update, { message: 'Test saved as a new version.', data: testOf() });
  await openStaffPage(`test-form?test=${testOf()._id}`);
  await expect.element(keeps(1).first()).toBeChecked();
  for (const box of keeps(4).elements()) expect((box as HTMLInputElement).checked).toBe(false);
  await button('Save as a new version').click();
  await expect.poll(() => server.sent(testAuthoring.update).length).toBe(1);
  const [one, two] = server.sent(testAuthoring.update)[0]?.body.test.questions ?? [];
  expect(one).toMatchObject({ keepsPlace: true, fixedOptions: [true, false, false, false] });
  expect(two).not.toHaveProperty('fixedOptions');
});
