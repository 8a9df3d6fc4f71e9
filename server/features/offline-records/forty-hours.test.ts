import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { enrolledWithFilms, openTraining } from '../../testing/journey.ts';
import { dice } from '../training/testing/stretches.ts';
import { deviceAboard } from './testing/offline-device.ts';

const program = await testApp();

/** What a month at sea may need of a link, in bytes of the call's body. */
const mostBytes = 25_000;

test('forty hours of film in thirty days are sent in one call of less than 25 kB, and all of it counts', async () => {
  const random = dice(40);
  const durations = Array<number>(60).fill(40 * 60);
  const { course, learner } = await enrolledWithFilms(program, durations);
  const device = await deviceAboard(program, course.id, learner);
  let film = 0;
  let at = 0;
  for (let day = 0; day < 30; day++) {
    program.wait(17 * 3600);
    // two evenings of forty minutes, in which the film is paused every few minutes
    for (let evening = 0; evening < 2; evening++) {
      program.wait(3600);
      device.start();
      for (let left = 40 * 60; left > 0; ) {
        const to = Math.min(at + 60 + Math.round(random() * 300), 40 * 60, at + left);
        device.play(film, at, to, { took: (to - at) * 100 + Math.round(random() * 40) });
        left -= to - at;
        program.wait(random() * 60);
        [film, at] = to === 40 * 60 ? [film + 1, 0] : [film, to];
      }
    }
  }
  const part = await device.part();
  const bytes = JSON.stringify({ part, answers: [] }).length;
  const before = process.cpuUsage();
  expect((await device.send(part)).body.data.creditedSeconds).toBeCloseTo(40 * 3600, 0);
  const { user, system } = process.cpuUsage(before);
  const set = await openTraining(program, course.id, learner);
  expect(set?.trainingVideo.every(({ completed }) => completed)).toBe(true);
  if (process.env.FIGURES) console.log({ links: device.unsent.length, bytes, cpuMs: (user + system) / 1000 });
  expect(bytes).toBeLessThan(mostBytes);
});
