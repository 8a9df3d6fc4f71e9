import { files } from '@fairlead/contract/platform/files';
import { training } from '@fairlead/contract/training/calls';
import type { Film } from '@fairlead/contract/training/films';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { courseOf } from '../../../../testing/courses.ts';
import { button, main } from '../../../../testing/forms.ts';
import { learnerAt } from '../../../../testing/learner.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { enrolmentOf, filmOf, idOf, trainingOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { personNow } from '../../../lib/session/session.ts';
import { readUnsent } from './watch-queue.ts';

const muster = new URL('../../../../../e2e/films/e2e-muster.webm', import.meta.url).href;
const short = new URL('../../../../../e2e/films/e2e-short.webm', import.meta.url).href;
const state = { watchedSeconds: 1, duration: 6, completed: false, position: 1, due: null };
const [first, second] = [idOf('90000000', 1), idOf('90000000', 2)];

/** Opens a film of six seconds, and returns its player. */
async function openFilm(part: Partial<Film>): Promise<HTMLVideoElement> {
  learnerAt([enrolmentOf()]);
  server.answer(training.getForCourse, { data: [trainingOf([filmOf(1, { url: muster, ...part })])] });
  await openPage(`/training/${courseOf()._id}`);
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThan(0);
  const video = document.querySelector('video') as HTMLVideoElement;
  video.muted = true;
  return video;
}

const dialog = (name: string) => page.getByRole('dialog', { name });
const kept = main().getByText(/kept/);

test('a film pauses at a check, goes on after the answer, and the answer is sent when its turn has come', async () => {
  server.answer(training.reportProgress, { data: { ...state, due: first } });
  const video = await openFilm({ checks: [{ _id: first, at: 0.5, question: null, answered: false }] });
  server.answer(training.answerCheck, () => {
    server.answer(training.reportProgress, { data: state });
    return { data: { right: true, againFrom: 0.5 } };
  });
  await video.play();
  const here = dialog('Are you there?').getByRole('button', { name: 'I am here' });
  await expect.element(here).toHaveFocus();
  expect(video.paused).toBe(true);
  expect(video.currentTime).toBeLessThan(1.5);
  await expectSound('presence check');
  // closed without an answer, it is asked again when the film is to go on
  document.querySelector('dialog')?.close();
  await video.play();
  await expect.element(here).toHaveFocus();
  await here.click();
  await expect.poll(() => video.paused).toBe(false);
  await expect
    .poll(() => server.sent(training.answerCheck))
    .toMatchObject([{ params: { id: first }, body: { choice: null } }]);
  expect(dialog('Are you there?').elements()).toEqual([]);
});

test('a question about the film is answered by keys, and a wrong answer goes back to be watched again', async () => {
  server.answer(training.reportProgress, { data: { ...state, due: second } });
  server.answer(training.answerCheck, { data: { right: false, againFrom: 0.1 } });
  const question = {
    text: 'Which signal calls all hands to the muster station?',
    options: ['A bell', 'Seven short blasts, one long'],
  };
  const video = await openFilm({ checks: [{ _id: second, at: 0.6, question, answered: false }] });
  await video.play();
  const asked = dialog('A question about the video');
  await expect.element(asked.getByLabelText('A bell')).toHaveFocus();
  await asked.getByRole('button', { name: 'Answer' }).click();
  await expect.element(asked.getByText('Please choose an answer.')).toBeVisible();
  await expectSound('presence question');
  await asked.getByLabelText('A bell').click();
  await asked.getByRole('button', { name: 'Answer' }).click();
  const again = dialog('Not correct yet');
  await expect.element(again.getByRole('button', { name: 'Watch again' })).toHaveFocus();
  expect(video.paused).toBe(true);
  await expectSound('presence question, wrong');
  await again.getByRole('button', { name: 'Watch again' }).click();
  // it plays the part again, and asks again
  await expect.element(asked.getByLabelText('A bell')).toHaveFocus();
  expect(server.sent(training.answerCheck)).toMatchObject([{ params: { id: second }, body: { choice: 0 } }]);
});

test('a check that was only sought is not asked before the film was watched up to it', async () => {
  server.answer(training.reportProgress, { data: { ...state, due: null } });
  const video = await openFilm({ checks: [{ _id: first, at: 4, question: null, answered: false }] });
  // the dialog may pause it before it has begun
  const begin = () => void video.play().catch((error: DOMException) => expect(error.name).toBe('AbortError'));
  video.currentTime = 4.5;
  begin();
  const ahead = dialog('First watch the video up to here');
  await expect.element(ahead.getByRole('button', { name: 'Watch from 0:00' })).toHaveFocus();
  expect([video.paused, dialog('Are you there?').elements()]).toEqual([true, []]);
  await expectSound('presence check, not watched up to');
  await ahead.getByRole('button', { name: 'Watch from 0:00' }).click();
  await expect.poll(() => video.paused).toBe(false);
  expect(video.currentTime).toBeLessThan(2);
  // what was watched on another device, the server knows
  server.answer(training.reportProgress, { data: { ...state, due: first } });
  video.currentTime = 4.5;
  await expect.element(dialog('Are you there?')).toBeVisible();
  expect(server.sent(training.answerCheck)).toEqual([]);
});

test('an answer without a link is kept, and the film goes on', async () => {
  server.fail(training.reportProgress, 'no link');
  const video = await openFilm({ checks: [{ _id: first, at: 0.3, question: null, answered: false }] });
  await video.play();
  await dialog('Are you there?').getByRole('button', { name: 'I am here' }).click();
  await expect
    .element(main().getByText(/There is no connection. What you watch is saved on this device/))
    .toBeVisible();
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.6);
  video.pause();
  // at the next visit it is sent with what was watched
  server.answer(training.reportProgress, { data: { ...state, due: first } });
  server.answer(training.answerCheck, () => {
    server.answer(training.reportProgress, { data: state });
    return { data: { right: true, againFrom: 0.3 } };
  });
  await openPage(`/training/${courseOf()._id}`);
  await expect.poll(() => server.sent(training.answerCheck)).toMatchObject([{ params: { id: first } }]);
});

test.each([403, 404, 409])('a report that is refused with %i does not claim that anything is kept', async (status) => {
  server.fail(training.reportProgress, { status, message: 'You are not approved for this course.' });
  const video = await openFilm({});
  await video.play();
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.3);
  video.pause();
  await expect
    .element(main().getByText('You are not approved for this course. What you watch now does not count.'))
    .toBeVisible();
  expect(kept.elements()).toEqual([]);
  if (status === 403) await expectSound('player, report refused');
});

test('speeds end at the highest of the course, also where the browser offers more', async () => {
  localStorage.setItem('filmSpeed', '2');
  server.answer(training.reportProgress, { data: state });
  const video = await openFilm({ highestSpeed: 1.25 });
  const speed = main().getByLabelText('Speed');
  await expect.element(speed).toHaveValue('1.25');
  expect([...(speed.element() as HTMLSelectElement).options].map(({ label }) => label)).toEqual([
    ...[0.5, 0.75, 1, 1.25].map((value) => `${value} ×`),
  ]);
  video.playbackRate = 4;
  await expect.poll(() => video.playbackRate).toBe(1.25);
  expect(button('I am here').elements()).toEqual([]);
});

test('a film without a picture shows its title, and that it is sound only', async () => {
  const samples = 8000;
  const wave = new DataView(new ArrayBuffer(44 + samples));
  const text = (at: number, word: string) => [...word].map((sign, i) => wave.setUint8(at + i, sign.charCodeAt(0)));
  text(0, 'RIFF');
  wave.setUint32(4, 36 + samples, true);
  text(8, 'WAVEfmt ');
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, samples],
  ] as const)
    wave.setUint32(at, value, true);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    wave.setUint16(at, value, true);
  text(36, 'data');
  await openFilm({ url: URL.createObjectURL(new Blob([wave], { type: 'audio/wav' })), title: 'Alarm signals' });
  await expect.element(main().getByText('Sound only')).toBeVisible();
  await expectSound('player, sound only');
});

/** The body of the last report. */
const lastReport = () =>
  server.sent(training.reportProgress).at(-1)?.body as { watched: [number, number][] } | undefined;

// the processor is busy when the film begins, as it is on an old phone: the first update comes late
test.each([0.5, 1, 2])(
  'a film of two seconds, played whole at %s times, is reported from its first second',
  async (speed) => {
    localStorage.setItem('filmSpeed', String(speed));
    server.answer(training.reportProgress, { data: { ...state, duration: 2, completed: true } });
    const video = await openFilm({ url: short, duration: 2 });
    const begun = video.play();
    const busyUntil = performance.now() + 400;
    while (performance.now() < busyUntil) Math.sqrt(busyUntil);
    await begun;
    await expect.poll(() => video.ended, { timeout: 10_000 }).toBe(true);
    await expect.poll(() => lastReport()?.watched).toEqual([[0, expect.closeTo(video.duration, 1)]]);
    // pause and end are reported one after the other: the second report must not reach the next test
    await expect.poll(() => server.sent(training.reportProgress).length).toBeGreaterThan(1);
    const watching = { person: personNow(), courseId: courseOf()._id, filmId: filmOf(1)._id };
    await expect.poll(() => readUnsent(watching)).toBeUndefined();
  },
);

test('a film that has ended uncounted says what is missing, and plays it', async () => {
  server.answer(training.reportProgress, { data: state });
  const video = await openFilm({ watched: [[1.5, 6]], watchedSeconds: 4.5 });
  video.currentTime = video.duration - 0.3;
  await video.play();
  await expect.element(main().getByText(/It counts when you have watched them too: 0:00 to 0:02/)).toBeVisible();
  await expectSound('player, uncounted');
  await button('Watch the missing parts').click();
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.2);
  expect(video.currentTime).toBeLessThan(4);
  // as soon as the part was played it is reported, while the film goes on
  await expect
    .poll(() => lastReport()?.watched[0], { timeout: 10_000 })
    .toEqual([expect.closeTo(0, 1), expect.toSatisfy((to) => to > 0.9)]);
  expect(video.ended).toBe(false);
});

test('the film is worked by its buttons, its bar and its keys', async () => {
  server.answer(training.reportProgress, { data: state });
  const texts = [{ kind: 'captions' as const, language: 'en', url: 'data:text/vtt,WEBVTT' }];
  const video = await openFilm({ texts });
  const position = main().getByRole('slider', { name: 'Position' });
  await expect.element(position).toHaveAttribute('aria-valuetext', '0:00 of 0:06');
  await button('Play').click();
  await expect.poll(() => video.paused).toBe(false);
  await button('Pause').click();
  await expect.poll(() => video.paused).toBe(true);
  await button('Captions').click();
  await expect.element(button('Captions')).toHaveAttribute('aria-pressed', 'true');
  position.element().focus();
  video.currentTime = 0;
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(position).toHaveAttribute('aria-valuetext', '0:05 of 0:06');
  await button('Back 10 seconds').click();
  await expect.element(position).toHaveAttribute('aria-valuetext', '0:00 of 0:06');
  await userEvent.keyboard('m');
  expect(video.muted).toBe(false);
  await userEvent.keyboard('mc');
  await expect.element(button('Captions')).toHaveAttribute('aria-pressed', 'false');
  // letters choose in a select field, and are not taken from it
  (main().getByLabelText('Speed').element() as HTMLElement).focus();
  await userEvent.keyboard('c');
  expect(video.textTracks[0]?.mode).toBe('disabled');
  video.focus();
  await userEvent.keyboard('?');
  await expect.element(dialog('Keyboard shortcuts')).toBeVisible();
  await expectSound('keys of the player');
});

test('a film sought while there is no link says so, and goes on from there when the link is back', async () => {
  server.answer(training.reportProgress, { data: state });
  server.fail(files.renew, 'no link');
  const video = await openFilm({});
  await video.play();
  video.currentTime = 4;
  await expect.poll(() => video.seeking).toBe(false);
  // a browser tries for half a minute before it reports this
  Object.defineProperty(video, 'error', { configurable: true, value: { code: MediaError.MEDIA_ERR_NETWORK } });
  video.dispatchEvent(new Event('error'));
  const gone = main().getByText('No connection. The video continues when the connection is back.');
  await expect.element(gone).toBeVisible();
  expect(main().getByText('Failed to load training video').elements()).toEqual([]);
  await expectSound('player, link gone');
  Reflect.deleteProperty(video, 'error');
  // where it is after each update while it plays: it must not begin again
  const times: number[] = [];
  video.addEventListener('timeupdate', () => {
    if (video.readyState > HTMLMediaElement.HAVE_METADATA && !video.seeking) times.push(video.currentTime);
  });
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => gone.elements()).toEqual([]);
  await expect.poll(() => video.paused).toBe(false);
  await expect.poll(() => times.length).toBeGreaterThan(1);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(3.9);
});
