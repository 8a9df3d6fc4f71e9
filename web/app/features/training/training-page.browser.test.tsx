import { assessments } from '@fairlead/contract/assessments/calls';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../testing/clock.ts';
import { courseOf } from '../../../testing/courses.ts';
import { alertWith, button, expectCount, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { profileOf } from '../../../testing/profiles.ts';
import { enrolmentOf, filmOf, trainingOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { paths } from '../../lib/paths.ts';

const path = `/training/${courseOf()._id}`;
const watched = (serial: number) => filmOf(serial, { completed: true, watchedSeconds: 6 });

// shows: rules/training-needs-profile, messages/profile-first, constants/redirect-profile-warning
test.each([
  { what: 'no profile', profile: null },
  { what: 'no passport number', profile: profileOf({ passportNumber: '' }) },
  { what: 'no phone', profile: profileOf({ phone: '' }) },
])('with $what, a training leads to the profile after 2 seconds', async ({ profile }) => {
  learnerAt([enrolmentOf()], profile);
  server.answer(training.getForCourse, { data: [trainingOf([filmOf(1)])] });
  const { passes } = stopClock();
  const opened = await openPage(path);
  await expect.element(alertWith('Please fill profile form first.')).toBeVisible();
  expect(main().getByText('Raft 1').elements()).toEqual([]);
  await expectSound('training without a profile');
  await passes(1.999);
  expect(opened.path()).toBe(path);
  await passes(0.001);
  await expect.poll(opened.path).toBe('/profile');
});

// shows: messages/training-list-load
test('a training that cannot be loaded reports it and is read again; a refused one only reports why', async () => {
  learnerAt();
  server.fail(training.getForCourse, { status: 500 });
  await openPage(path);
  await expect.element(alertWith('Failed to load training videos.')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Back to the course' })).toBeVisible();
  await expectSound('training, failed');
  server.fail(training.getForCourse, { status: 403, message: 'Your request is not approved yet.' });
  await button('Try again').click();
  await expect.element(alertWith('Your request is not approved yet.')).toBeVisible();
  expect(main().getByText('Failed to load training videos.').elements()).toEqual([]);
  expect(button('Try again').elements()).toEqual([]);
  await expectSound('training, refused');
});

test.each([
  ['is being prepared', { percent: 10, failure: null }, /^This video is being prepared/],
  ['could not be prepared', null, /^This video cannot be played at the moment/],
])('a film that browsers do not play says that it %s', async (state, preparation, sentence) => {
  learnerAt([enrolmentOf()]);
  const film = filmOf(1, { url: null, originalPlays: false, preparation });
  server.answer(training.getForCourse, { data: [trainingOf([film])] });
  await openPage(path);
  await expect.element(main().getByText(sentence)).toBeVisible();
  await expectSound(`training, film that ${state}`);
});

// shows: messages/no-training
test('a course without films reports it', async () => {
  learnerAt();
  server.answer(training.getForCourse, { data: [] });
  await openPage(path);
  await expect.element(main().getByText('No training video available for this course.')).toBeVisible();
  await expectSound('training without films');
});

// shows: messages/training-load
test('a film is locked until the previous one is watched, and one that cannot be played is tried again', async () => {
  learnerAt([enrolmentOf()]);
  const films = [filmOf(1, { olderVersion: 'shorter' }), filmOf(2, { locked: true, url: null })];
  server.answer(training.getForCourse, { data: [trainingOf(films)] });
  await openPage(path);
  await expect.element(button('Give Test')).toBeDisabled();
  await expect
    .element(main().getByRole('button', { name: /^2\..*Locked: watch the video before it first/ }))
    .toBeDisabled();
  const shorter = 'You watched an older version offline. It is shorter than this one, so please watch this one.';
  await expect.element(main().getByText(shorter)).toBeVisible();
  await expect.element(alertWith('Failed to load training video')).toBeVisible();
  await expectSound('training, film failed');
  const before = server.sent(training.getForCourse).length;
  await button('Try again').click();
  await expect.poll(() => server.sent(training.getForCourse).length).toBe(before + 1);
});

test('with low data nothing of a film is loaded before it is played', async () => {
  localStorage.setItem('lowData', 'on');
  learnerAt([enrolmentOf()]);
  server.answer(training.getForCourse, { data: [trainingOf([filmOf(1)])] });
  await openPage(path);
  await expect.poll(() => document.querySelector('video')?.getAttribute('preload')).toBe('none');
  expect(main().getByRole('alert').elements()).toEqual([]);
  await expectSound('training with low data');
});

test('a training that is submitted opens its test in the same step', async () => {
  localStorage.setItem('lowData', 'on');
  learnerAt([enrolmentOf()]);
  const title = courseOf().title;
  server.answer(training.getForCourse, { data: [trainingOf([watched(1)], { title })] });
  const opened = await openPage(path);
  // proposed by the form, the title of the training is often the one of its course
  await expectCount(main().getByText(title, { exact: true }), 1);
  server.answer(training.submit, { message: 'Training successfully submitted', opensTest: true });
  server.answer(assessments.getPaper, { data: [] });
  await button('Submit Training').click();
  await expect.poll(opened.path).toBe(paths.test(courseOf()._id));
  await expect.element(page.getByRole('status').getByText('Training successfully submitted')).toBeVisible();
  expect(server.sent(training.submit)).toHaveLength(1);
});

// shows: messages/training-submit-failure, messages/training-submitted, constants/redirect-training
test('a training that is refused reports why, is sent once, and leads to the courses after 2 seconds', async () => {
  localStorage.setItem('lowData', 'on');
  learnerAt([enrolmentOf()]);
  server.answer(training.getForCourse, { data: [trainingOf([watched(1), watched(2)])] });
  const opened = await openPage(path);
  await expect.element(main().getByText('2 of 2 videos watched')).toBeVisible();
  const send = button('Submit Training');
  server.fail(training.submit, { status: 500 });
  const release = server.hold(training.submit);
  await send.click();
  await expect.element(send).toBeDisabled();
  await expect.element(send).toHaveAttribute('aria-busy', 'true');
  release();
  for (const [words, fault] of [
    ['Submission failed!', { status: 409, message: 'Some parts are missing.' }],
    ['Some parts are missing.', 'no link'],
    ['API Error during submission', undefined],
  ] as const) {
    await expect.element(alertWith(words)).toBeVisible();
    expect(main().getByRole('alert').elements()).toHaveLength(1);
    await expect.element(send).toBeEnabled();
    if (fault) {
      server.fail(training.submit, fault);
      await send.click();
    }
  }
  await expectSound('training, not submitted');
  server.answer(training.submit, { message: 'Training successfully submitted', opensTest: false });
  server.answer(training.getForCourse, { data: [trainingOf([watched(1), watched(2)], { submitted: true })] });
  const { passes } = stopClock();
  await send.click();
  await expect.element(page.getByRole('status').getByText('Training successfully submitted')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Give Test' })).toBeVisible();
  await expectSound('training, submitted');
  await passes(1.999);
  expect(opened.path()).toBe(path);
  await passes(0.001);
  await expect.poll(opened.path).toBe('/UserCource');
  expect(server.sent(training.submit)).toHaveLength(4);
});
