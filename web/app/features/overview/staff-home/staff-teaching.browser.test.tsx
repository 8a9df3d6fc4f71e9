import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { batches } from '@fairlead/contract/batches/calls';
import { expect, test } from 'vitest';
import { batchOf } from '../../../../testing/batches.ts';
import { courseOf } from '../../../../testing/courses.ts';
import { alertWith, button, main } from '../../../../testing/forms.ts';
import { idOf, testOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const question = (questionText: string, asked: number, right: number) => ({
  questionText,
  topic: '',
  asked,
  right,
  unanswered: 0,
  options: [],
  discrimination: null,
});

test('the home of an instructor has attendance to mark, courses, and the questions that fail most', async () => {
  staffAt('instructor');
  server.fail(batches.list, { status: 500 });
  await openStaffPage('');
  await expect.element(alertWith('Failed to load your courses.')).toBeVisible();
  const running = batchOf();
  server.answer(batches.list, {
    data: [running, batchOf({ _id: idOf('b0000000', 2), code: 'X 1', state: 'cancelled' })],
  });
  server.answer(assessments.listPublished, { data: [testOf()] });
  server.answer(testAuthoring.analyse, {
    data: {
      title: 'Flags',
      courseId: courseOf()._id,
      courseTitle: 'HAZMAT',
      guessed: 0,
      versions: [],
      attempts: 20,
      percentages: [],
      minutes: [],
      questions: [question('Often right?', 20, 18), question('Often wrong?', 20, 4), question('Seldom asked?', 9, 0)],
    },
  });
  await button('Try again').click();
  await expect
    .element(main().getByRole('link', { name: 'Mark attendance' }))
    .toHaveAttribute('href', `/admin-dashboard/batches/${running._id}/attendance`);
  await expect.element(main().getByRole('link', { name: 'HAZMAT' })).toBeVisible();
  const failing = main().getByText(/ wrong · /);
  expect(failing.elements().map((one) => one.textContent)).toEqual([
    '16 of 20 wrong · HAZMAT',
    '2 of 20 wrong · HAZMAT',
  ]);
  expect(main().getByText('X 1').elements()).toEqual([]);
  expect(main().getByText('Seldom asked?').elements()).toEqual([]);
  await expectSound('home of an instructor');
});
