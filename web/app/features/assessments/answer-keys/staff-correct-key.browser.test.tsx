import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { courses } from '@fairlead/contract/courses/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../../testing/courses.ts';
import { button, expectCount, main } from '../../../../testing/forms.ts';
import { idOf, moment, questions, testOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const analysed = (questionText: string, questionId?: string) => ({
  ...(questionId && { questionId }),
  questionText,
  topic: '',
  asked: 12,
  right: 2,
  unanswered: 0,
  options: [
    { text: 'To windward', correct: false, count: 10 },
    { text: 'To leeward', correct: true, count: 2 },
  ],
  discrimination: -0.4,
});
const [first, second] = questions;
const text = first?.questionText ?? '';
const path = `All-tests/${idOf('30000000')}`;

function analysisAt(role: 'admin' | 'registrar'): void {
  staffAt(role);
  server.answer(testAuthoring.analyse, {
    data: {
      title: 'HAZMAT: test',
      courseId: courseOf()._id,
      courseTitle: 'HAZMAT',
      guessed: 0,
      versions: [{ number: 1, createdAt: moment, attempts: 12, passed: 2, percentage: 40, seconds: 600 }],
      attempts: 12,
      percentages: [{ from: 40, count: 12 }],
      minutes: [{ from: 5, count: 12 }],
      // the first has the text of the second and other options, and is not in the test any more
      questions: [
        { ...analysed(text), options: [{ text: 'Aft', correct: true, count: 12 }] },
        analysed(text, first?._id),
        analysed('Which question is in an old version alone?'),
      ],
    },
  });
}

test('an answer key is corrected where the analysis shows that it is wrong', async () => {
  analysisAt('admin');
  server.answer(testAuthoring.get, { data: testOf() });
  await openStaffPage(path);
  const correct = button('Correct the answer key');
  await expect.element(correct).toHaveAccessibleDescription(first?.questionText ?? '');
  await expectSound('analysis, correct a key');
  // the question of an old version is not in the test any more
  await expectCount(correct, 1);
  await correct.click();
  const dialog = page.getByRole('dialog', { name: 'Grade again?' });
  await dialog.getByLabelText('Correct answer').selectOptions('To windward');
  await dialog.getByLabelText('Reason').fill('The book says so.');
  const data = {
    ...{ _id: idOf('41000000'), questionText: '', oldAnswer: '', newAnswer: '', reason: '', by: '', at: moment },
    ...{ regraded: 3, gained: 1, below: 0 },
  };
  server.answer(correctedKeys.correctKey, { message: 'Answer key corrected.', data });
  await dialog.getByRole('button', { name: 'Yes, Grade again' }).click();
  await expect.element(page.getByText('Answer key corrected. 3 scores changed, 1 now passed.')).toBeVisible();
  expect(server.sent(correctedKeys.correctKey).map(({ params }) => params.id)).toEqual([first?._id]);
});

test('who may not edit tests is offered none', async () => {
  analysisAt('registrar');
  await openStaffPage(path);
  await expect.element(main().getByText(text).first()).toBeVisible();
  expect(button('Correct the answer key').elements()).toEqual([]);
  expect(server.sent(testAuthoring.get)).toEqual([]);
});

test('Edit Test leads to the analysis, and each question of the published test has its button', async () => {
  staffAt('admin');
  server.answer(courses.listActive, { data: [courseOf()] });
  server.answer(testAuthoring.get, { data: testOf() });
  await openStaffPage(`test-form?test=${idOf('30000000')}`);
  await expect
    .element(main().getByRole('link', { name: 'Correct the answer key' }))
    .toHaveAttribute('href', `/admin-dashboard/${path}`);
  const forPractice = { ...second, _id: idOf('40000000', 9), forPractice: true } as (typeof questions)[number];
  server.answer(assessments.listPublished, { data: [testOf({ questions: [...questions, forPractice] })] });
  await openStaffPage('Published-tests');
  await main().getByRole('rowheader').getByRole('button').first().click();
  await expectCount(button('Correct the answer key'), questions.length);
  await expectSound('published test, correct a key');
});
