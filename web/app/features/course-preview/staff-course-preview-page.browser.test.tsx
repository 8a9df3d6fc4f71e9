import { newTestSettings } from '@fairlead/contract/assessments/test-settings';
import { coursePreview, sampleCourseId } from '@fairlead/contract/course-preview/calls';
import { packages, type StaffPackage } from '@fairlead/contract/packages/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../testing/courses.ts';
import { alertWith, button, expectNone, main } from '../../../testing/forms.ts';
import { filmOf, questions, trainingOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { answered, server } from '../../../testing/stand-in-server.ts';
import { paperOf } from '../../../testing/test-papers.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

// A course as its learners will see it: page, videos, test and certificate, one after the other.

const course = courseOf({ isActive: false, isDraft: true });
const url = new URL('../../../../e2e/films/e2e-muster.webm', import.meta.url).href;
const films = ['At the alarm', 'At the raft'].map((title, n) => filmOf(n + 1, { title, url }));
const paper = paperOf({ attempt: null });
const whole = {
  course,
  training: trainingOf(films),
  test: { paper, isPublished: false, settings: newTestSettings },
};

const mooring: StaffPackage = {
  _id: filmOf(1)._id,
  courseId: course._id,
  title: 'Mooring safely',
  edition: '1.2',
  version: '1.2',
  items: [],
  order: null,
  files: 4,
  bytes: 2000,
  minutes: 10,
  isScanned: true,
  number: 1,
  inOlderVersions: 0,
  url: 'http://content.invalid/p/token/',
};

async function open(part: Partial<typeof whole> | { training: null; test: null } = {}, id = course._id) {
  staffAt('instructor');
  server.answer(coursePreview.get, { data: { ...whole, ...part } });
  await openStaffPage(`courses/${id}/preview`);
  await expect.element(main().getByRole('heading', { level: 1, name: 'HAZMAT' })).toBeVisible();
}

const picture = async () => {
  const canvas = new OffscreenCanvas(297, 210);
  canvas.getContext('2d')?.fillRect(0, 0, 297, 210);
  return canvas.convertToBlob({ type: 'image/webp' });
};
const film = (title: string) => main().getByRole('button', { name: new RegExp(`\\d\\. ${title}`) });
const says = (sentence: string) => main().getByText(sentence, { exact: false });
const answer = (text: string) => main().getByRole('radio', { name: text, exact: true });

test('a draft is walked from its page over its videos and its test to a specimen', async () => {
  await open();
  await expect.element(main().getByText('As a learner sees it. Nothing that you do here is recorded.')).toBeVisible();
  await button('Enroll Now').click();
  await expect.element(main().getByText('Waiting for approval', { exact: true })).toBeVisible();
  await expect.element(says('You will get an email with its decision.')).toBeVisible();
  await expectSound('preview, requested');
  await button('Accept, as staff do').click();
  await expect.element(says('Your request is approved. Complete the training in order.')).toBeVisible();
  await expectSound('preview, course');

  await button('Launch the Course').click();
  await expect.element(main().getByRole('heading', { level: 2, name: 'Videos' })).toHaveFocus();
  await expect.element(film('At the raft')).toBeDisabled();
  await expect.element(main().getByRole('group', { name: 'Player: At the alarm' })).toBeVisible();
  await expectSound('preview, videos');
  document.querySelector('video')?.dispatchEvent(new Event('ended'));
  await expect.element(film('At the raft')).toBeEnabled();
  await button('Next: At the raft').click();
  await expect.element(main().getByRole('group', { name: 'Player: At the raft' })).toBeVisible();
  await button('Mark as watched').click();
  await expect.element(main().getByText('Here a learner chooses “Submit Training”, and the test opens.')).toBeVisible();

  await button('Next: Test').click();
  await expect.element(main().getByText('This test is not published: learners do not find it yet.')).toBeVisible();
  await expectSound('preview, test');
  const given = questions.map(({ options }) => options[0] ?? '');
  for (const text of given) await answer(text).click();
  const refusal = { status: 400, message: 'Please answer every question.' };
  server.fail(coursePreview.grade, refusal);
  await button('Submit').click();
  await expect.element(alertWith(refusal.message)).toBeVisible();
  const failed = { score: 1, totalQuestions: 2, percentage: 50, percentageBelow: null, passed: false };
  server.answer(coursePreview.grade, { data: failed });
  await button('Submit').click();
  await expect.element(main().getByRole('heading', { name: 'Not passed this time' })).toHaveFocus();
  await expect.element(main().getByText('1 of 2 (50%)')).toBeVisible();
  expect(server.sent(coursePreview.grade).at(-1)?.body.answers).toEqual(
    questions.map(({ _id }, n) => ({ questionId: _id, selectedAnswer: given[n] })),
  );
  await button('Take it again').click();
  for (const text of given) await answer(text).click();
  server.answer(coursePreview.grade, { data: { ...failed, score: 2, percentage: 100, passed: true } });
  await button('Submit').click();
  await expect.element(main().getByRole('heading', { name: 'You have passed' })).toBeVisible();
  await expect.element(main().getByText('A learner gets the certificate, unless it is on hold.')).toBeVisible();
  await expectSound('preview, passed');

  server.fail(coursePreview.getSpecimen, { status: 503, message: 'Please try again.' });
  await button('Next: Certificate').click();
  await expect.element(main().getByText('Please try again.')).toBeVisible();
  await expectSound('preview, no specimen');
  server.answer(coursePreview.getSpecimen, await picture());
  await button('Try again').click();
  await expect.element(main().getByRole('img', { name: 'Specimen of the certificate: HAZMAT' })).toBeVisible();
  await expect.element(says('This is only a specimen. Its QR code leads to no certificate.')).toBeVisible();
  await expectNone(main().getByRole('button', { name: /^Next/ }));
  await expectSound('preview, certificate');
});

test('what a course lacks is said in its place', async () => {
  await open({ training: null, test: null });
  await button('2. Videos').click();
  await expect.element(main().getByText('This course has no videos: learners have nothing to watch.')).toBeVisible();
  await button('3. Test').click();
  await expect.element(main().getByText('This course has no test: nobody can earn its certificate.')).toBeVisible();
  await expectSound('preview, nothing there');
});

test('the videos of the sample course are loaded by a call, which may fail; the way back is the overview', async () => {
  const sample = trainingOf([filmOf(1, { url: null }), filmOf(2, { url: null })]);
  await open({ course: { ...course, _id: sampleCourseId }, training: sample }, sampleCourseId);
  const back = main().getByRole('link', { name: 'Back to the overview' });
  await expect.element(back).toHaveAttribute('href', '/admin-dashboard');
  server.fail(coursePreview.getSampleFilm, { status: 500 });
  await button('2. Videos').click();
  await expect.element(main().getByText('Failed to load the video.')).toBeVisible();
  server.answer(coursePreview.getSampleFilm, await (await fetch(url)).blob());
  await button('Try again').click();
  await expect.element(main().getByRole('group', { name: 'Player: Raft 1' })).toBeVisible();
  expect(server.sent(coursePreview.getSampleFilm).map(({ params }) => params)).toEqual([
    { serial: '1' },
    { serial: '1' },
  ]);
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('a paper stays while it is answered, also when the person comes back to the tab; another try draws a new one', async () => {
  const [first, second] = paper.questions;
  if (!first || !second) throw new Error('the paper has two questions');
  const drawn = (question: typeof first) => ({ test: { ...whole.test, paper: { ...paper, questions: [question] } } });
  await open(drawn(first));
  await button('3. Test').click();
  const chosen = first.options[0] ?? '';
  await answer(chosen).click();

  server.answer(coursePreview.get, { data: { ...whole, ...drawn(second) } });
  // as it is once it has been open for a while
  await queryClient.invalidateQueries({ queryKey: ['course-preview'], refetchType: 'none' });
  for (const event of ['visibilitychange', 'focus', 'offline', 'online']) window.dispatchEvent(new Event(event));
  await answered();
  await expect.element(answer(chosen)).toBeChecked();
  expect(server.sent(coursePreview.get)).toHaveLength(1);

  server.answer(coursePreview.grade, {
    data: { score: 0, totalQuestions: 1, percentage: 0, percentageBelow: null, passed: false },
  });
  await button('Submit').click();
  server.fail(coursePreview.get, { status: 500 });
  await button('Take it again').click();
  await expect.element(alertWith('Failed to draw another paper.')).toBeVisible();
  await expectSound('preview, no other paper');
  server.answer(coursePreview.get, { data: { ...whole, ...drawn(second) } });
  await button('Take it again').click();
  await expect.element(answer(second.options[0] ?? '')).toBeVisible();
  await expectNone(answer(chosen));
});

test('a video of the sample course that the browser cannot play is loaded again', async () => {
  await open(
    { course: { ...course, _id: sampleCourseId }, training: trainingOf([filmOf(1, { url: null })]) },
    sampleCourseId,
  );
  server.answer(coursePreview.getSampleFilm, new Blob(['no film'], { type: 'video/mp4' }));
  await button('2. Videos').click();
  await expect.element(alertWith('Failed to load training video')).toBeVisible();
  server.answer(coursePreview.getSampleFilm, await (await fetch(url)).blob());
  await button('Try again').click();
  await expectNone(alertWith('Failed to load training video'));
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThan(0);
});

test('a package is opened in its place, and may fail to load', async () => {
  await open({ training: trainingOf([filmOf(1, { kind: 'package', url: null, duration: 600 })]) });
  server.fail(packages.get, { status: 500 });
  await button('2. Videos').click();
  await expect.element(main().getByText('Failed to load the package.')).toBeVisible();
  await expect.element(says('A learner works through the package, for 10 min at least')).toBeVisible();
  server.answer(packages.get, { data: mooring });
  await button('Try again').click();
  await expect.element(main().getByTitle('Mooring safely')).toHaveAttribute('src', mooring.url);
  await expect.element(main().getByText('Nothing that the package reports here is stored.')).toBeVisible();
  await expectSound('preview, package');
  await button('Mark as completed').click();
  await expect.element(main().getByText('Here a learner chooses “Submit Training”, and the test opens.')).toBeVisible();
});

test('a preview that cannot be loaded says so, and is read again', async () => {
  staffAt('instructor');
  server.fail(coursePreview.get, { status: 500 });
  await openStaffPage(`courses/${course._id}/preview`);
  await expect.element(alertWith('Failed to load the preview.')).toBeVisible();
  await expectSound('preview, not loaded');
  server.answer(coursePreview.get, { data: whole });
  await button('Try again').click();
  await expect.element(main().getByRole('heading', { level: 1, name: 'HAZMAT' })).toBeVisible();
});
