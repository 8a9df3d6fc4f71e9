import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { coursePreview, sampleCourseId } from '@fairlead/contract/course-preview/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { firstSteps } from '@fairlead/contract/overview/first-steps';
import { expect, test } from 'vitest';
import { button, expectNone, main } from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { overviewOf } from '../../../../testing/overview.ts';
import { idOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

type State = 'open' | 'later' | 'done';
const stepsOf = (stateOf: (place: number) => State) =>
  firstSteps.map((step, place) => ({ step, state: stateOf(place) }));
const see = (stateOf: (place: number) => State) =>
  server.answer(overview.getOverview, overviewOf({ firstSteps: stepsOf(stateOf), mailsReachNobody: true }));

test('a new academy is led through its first steps; one is left for later, which reports a failure', async () => {
  staffAt('admin');
  server.answer(overview.getFigures, { data: { months: [], courses: [], expiring: [] } });
  see((place) => (place < 1 ? 'done' : 'open'));
  await openPage('/admin-dashboard');
  await expect.element(main().getByText('1 of 11 done')).toBeVisible();
  await expect.element(main().getByText('Email is saved as files: nobody gets a code.')).toBeVisible();
  await expectNone(main().getByText('Everything has been dealt with.'));
  const lead = main().getByRole('link', { name: 'Enter who signs' });
  await expect.element(lead).toHaveAttribute('href', '/admin-dashboard/settings#certificates');
  await expectSound('first steps');

  server.fail(overview.setStepLater, { status: 503, code: 'unavailable', message: 'Please try again.' });
  await button('Later: Who signs').click();
  await expect.element(main().getByText('Please try again.')).toBeVisible();
  server.answer(overview.setStepLater, { message: 'Left for later.' });
  see((place) => (place < 1 ? 'done' : place === 1 ? 'later' : 'open'));
  await button('Later: Who signs').click();
  await expect.element(main().getByText(/^Left for later\. A certificate names/)).toBeVisible();
  await expectNone(button('Later: Who signs'));
  expect(server.sent(overview.setStepLater).at(-1)).toMatchObject({
    params: { step: 'signatory' },
    body: { later: true },
  });
});

test('when only steps for later are left, the list is one line that opens it', async () => {
  staffAt('admin');
  server.answer(overview.getFigures, { data: { months: [], courses: [], expiring: [] } });
  see((place) => (place < 9 ? 'done' : 'later'));
  await openPage('/admin-dashboard');
  await expect.element(main().getByText('2 first steps are left for later.')).toBeVisible();
  await expectNone(main().getByRole('heading', { name: 'First steps' }));
  await button('Show').click();
  await expect.element(main().getByRole('link', { name: 'Invite a colleague' })).toBeVisible();
});

test('who waits for a decision comes before the first steps; a step that asks for it replaces the reminder', async () => {
  staffAt('admin');
  const due = '2026-12-14T09:00:00.000Z';
  server.answer(secondFactor.getSecondFactor, { since: null, recoveryCodes: 0, due, isOverdue: false });
  const since = '2026-11-30T09:00:00.000Z';
  const waits = { _id: idOf('80000000'), title: 'Imran Sheikh', detail: 'imran@example.org', since };
  const longest = [{ ...waits, personId: idOf('10000000'), searchText: null }];
  const registrations = { count: 1, longest };
  const steps = (stateOf: (place: number) => State) =>
    server.answer(overview.getOverview, overviewOf({ firstSteps: stepsOf(stateOf), registrations }));
  steps((place) => (place < 4 ? 'done' : 'open'));
  await openPage('/admin-dashboard');
  const waiting = main().getByRole('heading', { name: 'Registrations to approve' }).element();
  const first = main().getByRole('heading', { name: 'First steps' }).element();
  expect(waiting.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await expect.element(main().getByRole('list', { name: 'Done' })).toMatchTextContent('Who signs');
  await expectSound('first steps, somebody waits');
  await expectNone(main().getByText('Set up your second factor'));
  await expect.element(main().getByText(/You must set it up by 14 Dec 2026/)).toBeVisible();
  server.answer(overview.setStepLater, { message: 'Left for later.' });
  steps((place) => (place < 4 ? 'done' : place === 4 ? 'later' : 'open'));
  await button('Later: Second factor').click();
  await expect.element(main().getByText('Set up your second factor')).toBeVisible();
});

test('one click adds the sample course and opens it, another removes it; both report a failure', async () => {
  staffAt('admin');
  server.answer(overview.getFigures, { data: { months: [], courses: [], expiring: [] } });
  see((place) => (place < 5 ? 'done' : 'open'));
  const opened = await openPage('/admin-dashboard');
  server.fail(coursePreview.addSample, { status: 503, message: 'Please try again.' });
  await button('Add a sample course').click();
  await expect.element(main().getByText('Please try again.')).toBeVisible();
  await expectSound('first steps, sample course not added');
  server.answer(coursePreview.addSample, { message: 'Sample course added.' });
  server.answer(overview.getOverview, overviewOf({ hasSampleCourse: true }));
  await button('Add a sample course').click();
  await expect.poll(opened.path).toBe(`/admin-dashboard/courses/${sampleCourseId}/preview`);

  await opened.go('/admin-dashboard');
  const lead = main().getByRole('link', { name: 'See it as a learner' });
  await expect.element(lead).toHaveAttribute('href', `/admin-dashboard/courses/${sampleCourseId}/preview`);
  await expectSound('overview, sample course');
  server.fail(coursePreview.removeSample, { status: 503, message: 'Not now.' });
  await button('Remove it').click();
  await expect.element(main().getByText('Not now.')).toBeVisible();
  server.answer(coursePreview.removeSample, { message: 'Sample course removed.' });
  server.answer(overview.getOverview, overviewOf());
  await button('Remove it').click();
  await expectNone(main().getByText('Sample course', { exact: true }));
  await button('Add a sample course').click();
  await expect.poll(opened.path).toBe(`/admin-dashboard/courses/${sampleCourseId}/preview`);
});

test('a removed sample course is added again among the first steps and in the empty list of courses, by administrators', async () => {
  server.answer(overview.getFigures, { data: { months: [], courses: [], expiring: [] } });
  const add = button('Add a sample course');
  staffAt('admin');
  server.answer(courses.list, { data: [] });
  see((place) => (place < 6 ? 'done' : 'open'));
  const opened = await openPage('/admin-dashboard', { and: ['/admin-dashboard/courses'] });
  await expect.element(add).toBeVisible();
  await expectNone(main().getByRole('link', { name: 'Create Test' }));
  see((place) => (place < 5 ? 'done' : 'open'));
  await queryClient.invalidateQueries();
  await expect.element(button('Later: A sample course')).toBeVisible();
  expect(add.elements()).toHaveLength(1);

  await opened.go('/admin-dashboard/courses');
  await expect.element(main().getByText('No courses found.')).toBeVisible();
  await expectSound('courses, none');
  server.fail(coursePreview.addSample, { status: 503, message: 'Please try again.' });
  await add.click();
  await expect.element(main().getByText('Please try again.')).toBeVisible();
  server.answer(coursePreview.addSample, { message: 'Sample course added.' });
  await add.click();
  await expect.poll(opened.path).toBe(`/admin-dashboard/courses/${sampleCourseId}/preview`);

  staffAt('registrar');
  server.answer(courses.list, { data: [] });
  await opened.go('/admin-dashboard/courses');
  await expect.element(main().getByText('No courses found.')).toBeVisible();
  await expectNone(add);
});
