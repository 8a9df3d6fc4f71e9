import { assessments } from '@fairlead/contract/assessments/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../testing/courses.ts';
import { button, main } from '../../../testing/forms.ts';
import { filmOf, testOf, trainingOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

// The page of a draft: what it lacks, and the step that publishes it.

const draft = courseOf({ isActive: false, isDraft: true });
const { _id: id } = draft;

const stands = (course = draft) => server.answer(courses.getCourse, { data: course });
const has = (films: boolean, tests: ReturnType<typeof testOf>[]) => {
  server.answer(training.getForCourse, { data: films ? [trainingOf([filmOf(1)])] : [] });
  server.answer(assessments.listOfCourse, { data: tests });
};
const open = () => {
  staffAt('admin');
  stands();
  server.answer(courses.listInstructors, { data: [] });
  server.answer(training.listLearners, { data: [] });
  return openStaffPage(`courses/${id}`);
};

test('says above everything else what a draft lacks, and leads there', async () => {
  has(false, []);
  await open();
  await expect.element(main().getByText('It still lacks:', { exact: false })).toBeVisible();
  const upload = main().getByRole('link', { name: 'Upload a video' });
  await expect.element(upload).toHaveAttribute('href', `/admin-dashboard/training-video?course=${id}`);
  await expect.element(upload).toHaveStyle({ textDecorationLine: 'underline' });
  const facts = main().getByText('Duration').element();
  expect(upload.element().compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await expectSound('course that lacks something');
});

test('a draft is published with its only test, first the test, unless the box is cleared', async () => {
  const its = testOf({ isPublished: false });
  has(true, [its]);
  await open();
  const publish = button('Publish').first();
  const dialog = page.getByRole('dialog', { name: 'Publish Course' });
  const confirm = () => dialog.getByRole('button', { name: 'Yes, Publish' }).click();

  server.fail(assessments.publish, { status: 503, code: 'unavailable', message: 'Please try again.' });
  await publish.click();
  await expectSound('publish with its test');
  await confirm();
  await expect.element(dialog.getByText('Please try again.')).toBeVisible();
  expect(server.sent(courses.activate)).toEqual([]);

  await dialog.getByRole('checkbox', { name: 'Publish its test too' }).click();
  server.answer(courses.activate, { message: 'Course activated', data: courseOf() });
  await confirm();
  await expect.element(page.getByText('Course published.')).toBeVisible();
  expect(server.sent(assessments.publish)).toHaveLength(1);

  await publish.click();
  server.answer(assessments.publish, { message: 'Test published successfully.', data: testOf() });
  await confirm();
  await expect.element(page.getByText('Course and test published.')).toBeVisible();
  expect(server.sent(assessments.publish).at(-1)).toMatchObject({ params: { id: its._id } });
  expect(server.sent(courses.activate).at(-1)).toMatchObject({ params: { id } });
});

test('of two tests none is published unasked', async () => {
  has(true, [testOf({ isPublished: false }), testOf({ _id: id, isPublished: false })]);
  await open();
  await button('Publish').first().click();
  await expect.element(page.getByRole('dialog', { name: 'Publish Course' })).toBeVisible();
  expect(page.getByRole('checkbox', { name: 'Publish its test too' }).elements()).toEqual([]);
});
