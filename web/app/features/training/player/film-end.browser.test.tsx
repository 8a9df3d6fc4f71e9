import { training } from '@fairlead/contract/training/calls';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../../testing/clock.ts';
import { courseOf } from '../../../../testing/courses.ts';
import { button, main } from '../../../../testing/forms.ts';
import { learnerAt } from '../../../../testing/learner.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { enrolmentOf, filmOf, trainingOf } from '../../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const short = new URL('../../../../../e2e/films/e2e-short.webm', import.meta.url).href;
const ready = { url: short, duration: 2 };

beforeEach(() => {
  localStorage.setItem('filmSpeed', '2');
  server.answer(training.reportProgress, {
    data: { watchedSeconds: 2, duration: 2, completed: true, position: 2, due: null },
  });
  learnerAt([enrolmentOf()]);
});

/** Plays the open film to its end, with the keyboard. */
async function play(): Promise<void> {
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThan(0);
  const video = document.querySelector('video') as HTMLVideoElement;
  video.muted = true;
  video.focus();
  await video.play();
  await expect.poll(() => video.ended, { timeout: 10_000 }).toBe(true);
}

test('the next film is announced when one has ended and counts, and opens at once or not at all', async () => {
  server.answer(training.getForCourse, {
    data: [trainingOf([filmOf(1, { ...ready, completed: true }), filmOf(2, { ...ready, title: 'Muster' })])],
  });
  await openPage(`/training/${courseOf()._id}`);
  await main()
    .getByRole('button', { name: /^1\. Raft 1/ })
    .click();
  await play();
  const status = page.getByRole('status').getByText('2. Muster');
  await expect.element(status).toBeVisible();
  await expect.element(button('Play now')).toHaveFocus();
  await button('Stay here').click();
  await expect.poll(() => status.elements()).toEqual([]);
  await expect.element(main().getByRole('heading', { level: 2, name: '1. Raft 1' })).toBeVisible();
  await play();
  await expect.element(status).toBeVisible();
  await button('Play now').click();
  await expect.element(main().getByRole('heading', { level: 2, name: '2. Muster' })).toBeVisible();
});

test('the last film ends with what comes next, which is refused, sent once, and then the test', async () => {
  const films = [filmOf(1, { completed: true }), filmOf(2, ready)];
  const watched = films.map((film) => ({ ...film, completed: true }));
  server.answer(training.getForCourse, { data: [trainingOf(films)] });
  const opened = await openPage(`/training/${courseOf()._id}`);
  const ended = page.getByRole('status').getByText('All videos watched');
  await play();
  // the server has not counted the film yet
  await expect.poll(() => server.sent(training.getForCourse).length).toBeGreaterThan(1);
  expect(ended.elements()).toEqual([]);
  server.answer(training.getForCourse, { data: [trainingOf(watched)] });
  await play();
  await expect.element(ended).toBeVisible();
  await expect.element(button('Submit Training')).toHaveFocus();
  server.fail(training.submit, 'no link');
  await button('Submit Training').click();
  await expect.element(page.getByRole('alert').getByText('API Error during submission')).toBeVisible();
  await expectSound('player, all videos watched');
  await expectWithin('player, all videos watched', 320);
  await button('Stay here').click();
  await expect.poll(() => ended.elements()).toEqual([]);
  await play();
  await expect.element(ended).toBeVisible();
  // sought back, the film is there again, and the button in its place beside the films
  (document.querySelector('video') as HTMLVideoElement).currentTime = 0;
  await expect.poll(() => ended.elements()).toEqual([]);
  await expect.element(button('Submit Training')).toBeVisible();
  await play();
  await expect.element(ended).toBeVisible();
  server.answer(training.submit, () => {
    server.answer(training.getForCourse, { data: [trainingOf(watched, { submitted: true })] });
    return { message: 'Training successfully submitted', opensTest: false };
  });
  const { passes } = stopClock();
  await button('Submit Training').click();
  await expect
    .element(main().getByRole('link', { name: 'Give Test' }))
    .toHaveAttribute('href', `/testPage/${courseOf()._id}`);
  expect(server.sent(training.submit)).toHaveLength(2);
  await passes(2);
  await expect.poll(opened.path).toBe('/UserCource');
});
