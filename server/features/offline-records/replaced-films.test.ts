import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addFilms, enrol } from '../../testing/factories.ts';
import { openTraining, reportWatched } from '../../testing/journey.ts';
import { aboardIn } from './testing/aboard.ts';
import { deviceAboard } from './testing/offline-device.ts';

const program = await testApp();
const { call, person, wait, db } = program;
const staff = await person('admin');
const aboard = aboardIn(program, staff);

describe('a video that staff replaced after it was taken aboard', () => {
  const remove = (id: string, successorId: string | null = null) =>
    db.updateTable('film').set({ removedAt: program.clock(), successorId }).where('id', '=', id).execute();
  /** Replaces the second film by one of some seconds; returns the new one. */
  async function replaceFilm(courseId: string, old: string, seconds: number) {
    const { films } = await addFilms(program, courseId, [seconds]);
    const [newer = ''] = films;
    await remove(old, newer);
    await db.updateTable('film').set({ serial: 2, title: 'Newer' }).where('id', '=', newer).execute();
    return newer;
  }
  /** Three films of 100 s aboard, of which staff have replaced the second; the course counts the old one, or not. */
  async function replaced(rule: 'not' | 'counts', seconds = 105) {
    const at = await aboard([100, 100, 100]);
    const { course, filmIds } = at;
    const [old = ''] = filmIds.slice(1);
    const newer = await replaceFilm(course.id, old, seconds);
    const decide = (replacedAboard: 'not' | 'counts') =>
      db.updateTable('course').set({ replacedAboard }).where('id', '=', course.id).execute();
    await decide(rule);
    return { ...at, old, newer, decide };
  }
  const record = async (enrolmentId: string) =>
    (await call(training.getWatchRecord, { params: { id: enrolmentId } }, staff)).body.data.films;

  test('counts for the new one where the course says so, and opens what is behind it', async () => {
    const { device, films, listed, enrolmentId } = await replaced('counts');
    for (const film of [0, 1, 2]) device.play(film, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(300);
    expect(await films()).toEqual([
      [100, true],
      [0, true],
      [100, true],
    ]);
    expect(await listed()).toMatchObject([{ replaced: { films: 1, counts: true, shorter: 0 } }]);
    expect(await record(enrolmentId)).toMatchObject([
      { serial: 1, replaced: false, byOlderVersion: false },
      { title: 'Newer', watchedSeconds: 0, byOlderVersion: true, completedAt: program.clock().toISOString() },
      { serial: 3, byOlderVersion: false },
      { removed: true, replaced: true, watchedSeconds: 100, offline: [{ seconds: 100 }] },
    ]);
  });

  test('is named as what completed the new one, of which some was watched as well', async () => {
    const { device, films, course, learner, enrolmentId } = await replaced('counts');
    const second = await deviceAboard(program, course.id, learner);
    second.play(1, 0, 50);
    // waits, since the first film is not complete
    await second.sync();
    for (const film of [0, 1]) device.play(film, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(250);
    expect((await films())?.[1]).toEqual([50, true]);
    expect((await record(enrolmentId))[1]).toMatchObject({ title: 'Newer', byOlderVersion: true });
  });

  test('is credited as what it is where it does not count, and counts when staff change their mind', async () => {
    const { device, films, decide, listed } = await replaced('not');
    for (const film of [0, 1, 2]) device.play(film, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(200);
    const withoutSecond = [
      [100, true],
      [0, false],
      [0, false],
    ];
    expect(await films()).toEqual(withoutSecond);
    expect(await listed()).toMatchObject([{ replaced: { films: 1, counts: false, shorter: 0 } }]);
    await decide('counts');
    expect(await films()).toEqual(withoutSecond);
    // the next contact; what waited behind it counts too
    expect((await device.sync()).body.data.creditedSeconds).toBe(100);
    expect(await films()).toEqual([
      [100, true],
      [0, true],
      [100, true],
    ]);
  });

  test.each([
    ['counts', 106, 'shorter'],
    ['not', 105, 'not'],
  ] as const)(
    'where the course says “%s” does not count for one of %i s, and the learner reads why',
    async (...row) => {
      const [rule, seconds, why] = row;
      const { device, films, course, learner, listed } = await replaced(rule, seconds);
      for (const film of [0, 1, 2]) device.play(film, 0, 100);
      await device.sync();
      expect((await films())?.map(([, completed]) => completed)).toEqual([true, false, false]);
      const set = await openTraining(program, course.id, learner);
      expect(set?.trainingVideo.map(({ olderVersion }) => olderVersion)).toEqual([null, why, null]);
      expect(await listed()).toMatchObject([{ replaced: { shorter: why === 'shorter' ? 1 : 0 } }]);
    },
  );

  test('counts nothing for who watched it with a link: no record says that it was watched aboard', async () => {
    const { device, films, course, learner, filmIds } = await aboard([100, 100]);
    for (const film of filmIds) {
      wait(100);
      await reportWatched(program, film, [[0, 100]], learner, 100);
    }
    await replaceFilm(course.id, filmIds[1] ?? '', 100);
    await db.updateTable('course').set({ replacedAboard: 'counts' }).where('id', '=', course.id).execute();
    expect((await device.sync()).status).toBe(200);
    expect(await films()).toEqual([
      [100, true],
      [0, false],
    ]);
    const set = await openTraining(program, course.id, learner);
    expect(set?.trainingVideo[1]?.olderVersion).toBe(null);
  });

  test('gives nobody more: not in part, not before time has passed, not without it aboard, not by a report', async () => {
    const { device, films, old, course, learner } = await replaced('counts');
    device.play(0, 0, 100);
    device.play(1, 0, 50);
    await device.sync();
    expect((await films())?.slice(0, 2)).toEqual([
      [100, true],
      [0, false],
    ]);
    const early = await replaced('counts');
    early.device.play(0, 0, 100, { wait: 20 });
    early.device.play(1, 0, 100, { wait: 0 });
    await early.device.sync();
    // twenty seconds at twice the speed, and the tolerance
    expect((await early.films())?.slice(0, 2)).toEqual([
      [45, false],
      [0, false],
    ]);
    expect(await early.contradictions()).toContain('more-than-clock');
    const other = await person();
    await enrol(program, other, course.id);
    await openTraining(program, course.id, other);
    for (const as of [other, learner]) {
      const answer = await call(
        training.reportProgress,
        { params: { id: old }, body: { watched: [[0, 100]], position: 100 } },
        as,
      );
      expect(answer.status).toBe(404);
    }
  });

  test('counts nothing when the new one was removed, and counts when that was replaced too', async () => {
    const { device, films, filmIds, newer, course } = await replaced('counts');
    await remove(newer);
    await db
      .updateTable('film')
      .set({ serial: 2 })
      .where('id', '=', filmIds[2] ?? '')
      .execute();
    for (const film of [0, 1, 2]) device.play(film, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(200);
    // the last film, in the place of one that replaced the old one
    const { films: last } = await addFilms(program, course.id, [90]);
    await remove(newer, last[0]);
    device.play(1, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(100);
    expect(await films()).toEqual([
      [100, true],
      [100, true],
      [0, true],
    ]);
  });
});
