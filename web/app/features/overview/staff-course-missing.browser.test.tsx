import { assessments } from '@fairlead/contract/assessments/calls';
import { courses } from '@fairlead/contract/courses/calls';
import type { Role } from '@fairlead/contract/platform/permissions';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { courseOf } from '../../../testing/courses.ts';
import { button, expectNone, main } from '../../../testing/forms.ts';
import { filmOf, testOf, trainingOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

// The page of a draft: what it lacks, and the step that publishes it.

const draft = courseOf({ isActive: false, isDraft: true });
const { _id: id } = draft;

const stands = (course = draft) => server.answer(courses.getCourse, { data: course });
const has = (films: boolean, tests: ReturnType<typeof testOf>[]) => {
  server.answer(training.getForCourse, { data: films ? [trainingOf([filmOf(1)])] : [] });
  server.answer(assessments.listOfCourse, { data: tests });
};
const noFilms = 'No videos: learners have nothing to watch.';
const noTest = 'No test: nobody can earn its certificate.';
const notPublished = 'No published test: nobody can earn its certificate.';
const says = (sentence: string) => main().getByText(sentence, { exact: false });
const open = (course = draft, role: Role = 'admin') => {
  queryClient.clear();
  staffAt(role);
  stands(course);
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

test('a course that cannot be published once its test is says so, and is published without it on another try', async () => {
  has(true, [testOf({ isPublished: false })]);
  await open();
  const dialog = page.getByRole('dialog', { name: 'Publish Course' });
  const confirm = dialog.getByRole('button', { name: 'Yes, Publish' });
  server.answer(assessments.publish, () => {
    has(true, [testOf()]);
    return { message: 'Test published successfully.', data: testOf() };
  });
  server.fail(courses.activate, { status: 503, message: 'The course could not be published.' });
  await button('Publish').first().click();
  await confirm.click();
  await expect.element(dialog.getByRole('alert').getByText('The course could not be published.')).toBeVisible();
  await expectNone(dialog.getByRole('checkbox'));
  await expectSound('course not published, its test is');

  server.answer(courses.activate, { message: 'Course activated', data: courseOf() });
  await confirm.click();
  await expect.element(page.getByText('Course published.')).toBeVisible();
  await expectNone(dialog);
  expect(server.sent(assessments.publish)).toHaveLength(1);
  expect(server.sent(courses.activate)).toHaveLength(2);
});

test('where there is only the question, Enter publishes', async () => {
  has(true, [testOf()]);
  await open();
  await button('Publish').first().click();
  const dialog = page.getByRole('dialog', { name: 'Publish Course' });
  await expect.element(dialog.getByRole('button', { name: 'Yes, Publish' })).toHaveFocus();
  server.answer(courses.activate, { message: 'Course activated', data: courseOf() });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Course published.')).toBeVisible();
});

test('of two tests none is published unasked', async () => {
  has(true, [testOf({ isPublished: false }), testOf({ _id: id, isPublished: false })]);
  await open();
  await button('Publish').first().click();
  await expect.element(page.getByRole('dialog', { name: 'Publish Course' })).toBeVisible();
  expect(page.getByRole('checkbox', { name: 'Publish its test too' }).elements()).toEqual([]);
});

test('a test that is not published is said, and leads to the tests below; a complete draft is ready', async () => {
  has(true, [testOf({ isPublished: false })]);
  await open();
  await expect.element(says(notPublished)).toBeVisible();
  await expect
    .element(main().getByRole('link', { name: 'Publish a test' }))
    .toHaveAttribute('href', expect.stringContaining('#test'));
  await expectNone(says(noFilms));
  await expectSound('draft course, test not published');
  has(true, [testOf()]);
  await open();
  await expect.element(says('It has all that it needs: publish it when you are ready.')).toBeVisible();
  await expectSound('draft course, complete');
});

test('a published course warns of what it lacks; in the classroom alone it needs no videos', async () => {
  has(false, [testOf()]);
  await open(courseOf());
  await expect.element(says(noFilms)).toBeVisible();
  await expectNone(says('This course is a draft'));
  await expectSound('published course without videos');
  has(false, []);
  await open(courseOf({ format: 'classroom' }));
  await expect.element(says(noTest)).toBeVisible();
  await expectNone(says(noFilms));
});

test.each([
  ['a complete course', courseOf(), true, 'admin'],
  ['a course that is offered no more', courseOf({ isActive: false }), false, 'admin'],
  ['a draft, to those who may not edit it', draft, false, 'registrar'],
] as const)('nothing is said of %s', async (_, course, isWhole, role) => {
  has(isWhole, isWhole ? [testOf()] : []);
  await open(course, role);
  await expect.element(main().getByRole('heading', { level: 1, name: 'HAZMAT' })).toBeVisible();
  for (const sentence of [noFilms, noTest, notPublished, 'This course is a draft']) await expectNone(says(sentence));
});

test('asks once whether videos that may be played at 2 × stay so, and says what became of it', async () => {
  const asked = courseOf({ asksSpeed: true });
  has(true, [testOf()]);
  await open(asked);
  await expect.element(says('May the videos of this course be played at up to 2 ×?')).toBeVisible();
  await expectSound('course that asks for its playback speed');
  server.fail(courses.chooseSpeed, { status: 409, code: 'conflict', message: 'A colleague has chosen 1 × meanwhile.' });
  await button('Keep 2 ×').click();
  await expect.element(says('A colleague has chosen 1 × meanwhile.')).toBeVisible();
  server.answer(courses.chooseSpeed, { message: 'Playback speed saved.', data: courseOf({ highestSpeed: 1 }) });
  stands(courseOf({ highestSpeed: 1 }));
  await button('Play at 1 ×').click();
  await expect.element(page.getByRole('status').getByText('Playback speed saved.')).toBeVisible();
  expect(server.sent(courses.chooseSpeed).map(({ body }) => body)).toEqual([
    { highestSpeed: '2' },
    { highestSpeed: '1' },
  ]);
  await expectNone(says('May the videos of this course'));
});

test('asks nothing about a speed that somebody has chosen, nor anybody who may not edit courses', async () => {
  has(true, [testOf()]);
  await open(courseOf());
  await expect.element(main().getByText('up to 2 ×')).toBeVisible();
  await expectNone(says('May the videos of this course'));
  await open(courseOf({ asksSpeed: true }), 'registrar');
  await expect.element(main().getByText('up to 2 ×')).toBeVisible();
  await expectNone(says('May the videos of this course'));
});
