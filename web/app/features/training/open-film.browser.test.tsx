import { assessments } from '@fairlead/contract/assessments/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { training } from '@fairlead/contract/training/calls';
import type { OpenFilm } from '@fairlead/contract/training/films';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf, filmTitles } from '../../../testing/courses.ts';
import { button, expectNone, main } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { filmOf, trainingOf } from '../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

// A film that staff have opened to visitors: on the public page of its course, and where staff open it.

const course = courseOf();
const [first, second] = filmTitles;
const { _id, ...played } = filmOf(1, { url: new URL('../../../../e2e/films/e2e-muster.webm', import.meta.url).href });
const film: OpenFilm = {
  ...played,
  _id,
  title: 'Muster and abandon ship',
  ladder: '/no-such-list.m3u8',
  versions: [
    { lines: 480, bytes: 2_100_000, url: '/480.m3u8' },
    { lines: 240, bytes: 700_000, url: '/240.m3u8' },
    { lines: 0, bytes: 210_000, url: '/sound.m3u8' },
  ],
  texts: [
    { kind: 'captions', language: 'en', url: 'data:text/vtt,WEBVTT' },
    { kind: 'transcript', language: 'en', url: '/transcript.txt' },
  ],
};
const watch = () => main().getByRole('link', { name: 'Watch' });
const openCourse = () => openPage(`/courses/${course._id}`, { and: [`/courses/${course._id}/watch/${film._id}`] });

beforeEach(() => {
  // the list of versions is no film of this test
  localStorage.setItem('filmQuality', 'original');
  server.answer(courses.getCourse, { data: course });
  const open = { _id: film._id, leastBytes: 700_000, mostBytes: 2_100_000 };
  server.answer(training.listTitles, { data: first && second ? [{ ...first, open }, second] : [] });
  server.answer(training.getOpenFilm, { data: film });
});

test('a visitor watches it in the page of its course, in any version, and loads nothing of it before', async () => {
  const opened = await openCourse();
  await expect.element(main().getByText('12 min · 700 kB to 2.1 MB')).toBeVisible();
  await expect.element(main().getByText(/You can watch 1 of them here without an account/)).toBeVisible();
  expect([watch().elements().length, document.querySelector('video'), server.sent(training.getOpenFilm)]).toEqual([
    1,
    null,
    [],
  ]);
  await expectSound('course with an open film');
  await expectWithin('course with an open film', 320);
  await watch().click();
  await expect.poll(opened.path).toBe(`/courses/${course._id}/watch/${film._id}`);
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThan(0);
  const video = document.querySelector('video') as HTMLVideoElement;
  expect(document.activeElement).toBe(video);
  const qualities = [...(main().getByLabelText('Quality').element() as HTMLSelectElement).options];
  expect(qualities.map(({ label }) => label)).toEqual([
    ...['Automatic · up to 2.1 MB', '480p · 2.1 MB', '240p · 0.7 MB', 'Sound only · 0.2 MB', 'Original · 1.0 MB'],
  ]);
  await button('Captions').click();
  await expect.element(button('Captions')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(main().getByText('Transcript, English')).toBeVisible();
  // played to its end it is reported to nobody: a call that is not prepared fails the test
  video.muted = true;
  video.currentTime = video.duration - 0.3;
  await video.play();
  await expect.poll(() => video.ended).toBe(true);
  expect(server.written()).toEqual([]);
  await expectNone(main().getByText(/watched/));
  // the list says which one it is, and a visitor how to go on
  await expectNone(watch());
  await expect.element(main().getByText('Shown above')).toBeVisible();
  await main().getByRole('link', { name: 'Enroll to watch all videos and earn the certificate' }).click();
  await expect.element(button('Enroll Now')).toBeInViewport();
  await expectSound('open film');
  await expectWithin('open film', 320);
  await main().getByRole('link', { name: 'Close' }).click();
  await expect.poll(() => document.querySelector('video')).toBe(null);
  await expect.element(watch()).toBeVisible();
});

test('one that was closed meanwhile, or cannot be reached, leaves the course on the screen', async () => {
  server.fail(training.getOpenFilm, { status: 404, message: 'This video is not open to visitors.' });
  await openCourse();
  await watch().click();
  await expect.element(main().getByText('This video is not open to visitors.')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible();
  await expectSound('open film, closed');
  server.fail(training.getOpenFilm, 'no link');
  await button('Try again').click();
  await expect.element(main().getByText('Network error. Please try again.')).toBeVisible();
  server.answer(training.getOpenFilm, { data: film });
  await button('Try again').click();
  await expect.element(main().getByRole('group', { name: `Player: ${film.title}` })).toBeVisible();
});

test('staff open and close it at once, and are told when that fails', async () => {
  staffAt();
  server.answer(courses.listInstructors, { data: [] });
  server.answer(assessments.listOfCourse, { data: [] });
  server.answer(training.listLearners, { data: [] });
  const stands = (openToVisitors: boolean) => trainingOf([filmOf(1, { openToVisitors }), filmOf(2)]);
  server.answer(training.getForCourse, { data: [stands(false)] });
  await openStaffPage(`courses/${course._id}`);
  const box = main().getByLabelText('Visitors can watch it before they enroll').first();
  await expect.element(box).not.toBeChecked();
  server.fail(training.openToVisitors, { status: 409, message: 'Somebody has removed or replaced this video.' });
  await box.click();
  await expect.element(page.getByText('Somebody has removed or replaced this video.')).toBeVisible();
  await expect.element(box).not.toBeChecked();
  server.answer(training.getForCourse, { data: [stands(true)] });
  server.answer(training.openToVisitors, { message: 'Visitors can watch this video now.', data: stands(true) });
  await box.click();
  await expect.element(page.getByText('Visitors can watch this video now.')).toBeVisible();
  expect(server.sent(training.openToVisitors).at(-1)).toMatchObject({ params: { id: _id }, body: { open: true } });
  await expect.element(box).toBeChecked();
  await expectSound('films of a course, one open');
});
