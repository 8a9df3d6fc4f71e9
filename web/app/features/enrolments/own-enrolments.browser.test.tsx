import { enrolments } from '@fairlead/contract/enrolments';
import { expect, test } from 'vitest';
import { stopClock } from '../../../testing/clock.ts';
import { courseOf } from '../../../testing/courses.ts';
import { alertWith, button, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { enrolmentOf, idOf, noProgress } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const own = (['approved', 'pending', 'rejected'] as const).map((status, n) =>
  enrolmentOf({
    _id: idOf('80000000', n),
    status,
    isActive: status === 'approved',
    courseId: courseOf({
      _id: idOf('90000000', n),
      title: ['Radar Basics', 'Ship Security', 'Tanker Safety'][n] ?? '',
    }),
    progress: { ...noProgress, filmsTotal: n === 0 ? 1 : 0 },
  }),
);

// shows: messages/report-courses-load
test.each([
  { path: '/UserCource', failure: 'Failed to load courses.', empty: 'No courses found.' },
  {
    path: '/EnrollmentRequest',
    failure: 'Failed to load enrollment requests.',
    empty: 'No enrollment requests found.',
  },
  { path: '/certificate-report', failure: 'Failed to load courses.', empty: 'No certificates yet' },
])('$path: failing, refused with a reason, empty', async ({ path, failure, empty }) => {
  learnerAt();
  server.fail(enrolments.listOwn, { status: 500 });
  await openPage(path);
  await expect.element(alertWith(failure)).toBeVisible();
  await expectSound(`${path}, failed`);
  const again = server.hold(enrolments.listOwn);
  server.fail(enrolments.listOwn, { status: 503, message: 'The harbour is closed until noon.' });
  await button('Try again').click();
  await expect.element(button('Try again')).toBeDisabled();
  again();
  await expect.element(alertWith('The harbour is closed until noon.')).toBeVisible();
  await expect.element(alertWith(failure)).toBeVisible();
  server.answer(enrolments.listOwn, []);
  await button('Try again').click();
  await expect.element(main().getByText(empty)).toBeVisible();
  expect(main().getByRole('alert').elements()).toEqual([]);
  await expectSound(`${path}, empty`);
});

// shows: routes/enrolment-requests
test('requests show whether they are pending, rejected or approved, and can be repeated', async () => {
  learnerAt(own);
  await openPage('/EnrollmentRequest');
  for (const state of ['Approved', 'Waiting for approval', 'Not approved'])
    await expect.element(main().getByText(state, { exact: true })).toBeVisible();
  const again = main().getByRole('link', { name: 'Ask again' });
  await expect.element(again).toHaveAttribute('href', `/courses/${own[2]?.courseId._id}`);
  expect(again.elements()).toHaveLength(1);
  await expectSound('requests');
});

// shows: user-courses/launch, user-courses/progress
test('courses remain with a note while the connection is lost, and are read again every minute', async () => {
  learnerAt(own);
  const { passes } = stopClock();
  await openPage('/UserCource');
  await expect.poll(() => main().getByRole('progressbar').elements().length).toBe(3);
  await expect.element(main().getByText('0 of 1 films watched')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Launch the Course' })).toBeVisible();
  for (const one of button('Not Approved').all()) await expect.element(one).toBeDisabled();
  expect(button('Not Approved').elements()).toHaveLength(2);
  await expectSound('courses');
  const before = server.sent(enrolments.listOwn).length;
  server.fail(enrolments.listOwn, 'no link');
  await passes(59.999);
  expect(server.sent(enrolments.listOwn)).toHaveLength(before);
  // with its two automatic retries
  await passes(10);
  await expect.element(main().getByText('The academy does not answer.', { exact: false })).toBeVisible();
  expect(main().getByRole('progressbar').elements()).toHaveLength(3);
  await expectSound('courses, stale');
  server.answer(enrolments.listOwn, own);
  await button('Try again').click();
  await expect.poll(() => main().getByText('The academy does not answer.', { exact: false }).elements()).toEqual([]);
  expect(main().getByRole('progressbar').elements()).toHaveLength(3);
});
