import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { askedInPictures, keyedInPictures, optionPictures, reviewedInPictures } from '../../../../testing/each-kind.ts';
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
const saved = () => server.sent(attempts.save).flatMap(({ body }) => body.answers);

afterEach(() => page.viewport(desk.width, desk.height));

test('options with pictures are chosen on a phone by a tap anywhere on their cards, and by keys', async () => {
  localStorage.setItem('paperView', 'list');
  signIn('learner');
  server.answer(assessments.getPaper, { data: [paperOf({ questions: askedInPictures })] });
  server.answer(attempts.save, { data: { secondsLeft: null, revision: 1 } });
  await page.viewport(phone.width, phone.height);
  await openPage(testPath);
  const radio = (name: string) => question(1).getByRole('radio', { name, exact: true });
  // each is named once: by what its picture shows, by its text, or by both
  for (const name of ['A red disc', 'A green disc', 'A pale disc The one at the stern', 'None of them'])
    await expect.element(radio(name)).toBeVisible();
  await expectSound('options with pictures');

  const picture = question(1).getByRole('img', { name: 'A green disc' });
  const card = picture.element().closest('label')?.getBoundingClientRect();
  expect(Math.min(card?.width ?? 0, card?.height ?? 0)).toBeGreaterThan(140);
  await picture.click();
  await expect.element(radio('A green disc')).toBeChecked();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(radio('A pale disc The one at the stern')).toBeChecked();
  await expect.poll(() => saved().at(-1)).toMatchObject({ selectedAnswer: 'The one at the stern' });

  await question(2).getByRole('img', { name: 'A red disc' }).click();
  await question(2).getByText('None of them').click();
  await expect.poll(() => saved().at(-1)).toMatchObject({ selectedAnswers: ['A red disc', 'None of them'] });
  await expectSound('options with pictures, chosen');
  await expectWithin('options with pictures', 320);
});

test('a review shows the options with their pictures', async () => {
  signIn('learner');
  const result = { ...resultOf(false), passed: true };
  const questions = askedInPictures.slice(0, 1);
  server.answer(assessments.getPaper, { data: [paperOf({ questions, attempt: null, result })] });
  server.answer(attempts.review, { data: reviewOf(reviewedInPictures) });
  await openPage(testPath);
  const right = main().getByRole('listitem').filter({ hasText: '(correct answer)' }).last();
  await expect.element(right.getByRole('img', { name: 'A red disc' })).toBeVisible();
  await expectSound('review of options with pictures');
});

test('staff see, remove and add the pictures of options, of which one without a text is shown alone', async () => {
  staffAt();
  server.answer(testAuthoring.films, { data: [] });
  server.answer(testAuthoring.get, { data: testOf({ questions: keyedInPictures }) });
  server.answer(testAuthoring.update, { message: 'Test saved as a new version.', data: testOf() });
  await openStaffPage(`test-form?test=${idOf('30000000')}`, ['All-tests']);
  const one = main().getByRole('group', { name: 'Question 1' });
  const option = (n: number) => one.getByLabelText(`Option ${n}`, { exact: true });
  await expect.element(option(1)).toHaveValue('');
  await expect.element(option(3)).toHaveValue('The one at the stern');
  await expect.element(one.getByLabelText('Option 1 is correct')).toBeChecked();
  await expectSound('test form, options with pictures');
  await button('Preview').click();
  await expect.element(page.getByRole('dialog').getByRole('img', { name: 'A pale disc' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  // without its picture, the second option needs a text; the fourth gets a picture
  await one.getByRole('button', { name: 'Remove the picture of option 2' }).click();
  await button('Save as a new version').click();
  await expect.element(one.getByText('Option is required')).toBeVisible();
  await option(2).fill('Green');
  const file = one.getByLabelText('Picture of option 4');
  const canvas = new OffscreenCanvas(40, 20);
  canvas.getContext('2d')?.fillRect(0, 0, 40, 20);
  const black = new File([await canvas.convertToBlob()], 'black.png', { type: 'image/png' });
  server.fail(testAuthoring.addPicture, { status: 400, message: 'Must be an image' });
  await file.upload(black);
  await expect.element(one.getByText('Must be an image')).toBeVisible();
  const url = URL.createObjectURL(black);
  server.answer(testAuthoring.addPicture, { data: { _id: idOf('43000000'), url, width: 40, height: 20 } });
  await file.upload(black);
  await button('Save as a new version').click();
  await expect.element(one.getByText('Text alternative is required')).toBeVisible();
  await one.getByLabelText('What the picture of option 4 shows').fill('Darkness');
  await expectSound('test form, options with pictures, changed');
  await expectWithin('test form, options with pictures', 320);

  // another kind of question with options keeps them
  await one.getByLabelText('Kind of question').selectOptions('2 to 10 options, one correct');
  await one.getByLabelText('Option 1 is correct').click();
  await button('Save as a new version').click();
  await expect.poll(() => server.sent(testAuthoring.update).length).toBe(1);
  const input = ({ text }: { text: string }, n: number) => ({ _id: idOf('42000000', n), text });
  const [red, , pale] = optionPictures;
  expect(server.sent(testAuthoring.update)[0]?.body.test.questions[0]).toMatchObject({
    kind: 'choice',
    options: ['A red disc', 'Green', 'The one at the stern', 'None of them'],
    correctAnswer: 'A red disc',
    optionPictures: [red && input(red, 0), null, pale && input(pale, 2), { _id: idOf('43000000'), text: 'Darkness' }],
  });
});
