import { writeFile } from 'node:fs/promises';
import { training } from '@fairlead/contract/training/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { storedPath } from '../../../platform/files/testing/stored-path.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, enrol } from '../../../testing/factories.ts';
import { enrolledWithFilms, openTraining, reportWatched, submitTraining } from '../../../testing/journey.ts';

const program = await testApp();
const { call, person, wait, db, clock } = program;
const unknown = '00000000-0000-4000-8000-000000000000';

const enrolled = (durations: readonly number[]) => enrolledWithFilms(program, durations);
const open = (courseId: string, as: Person) => openTraining(program, courseId, as);

describe('a learner’s training', () => {
  // shows: player/locks, calls/course-training
  test('shows films in order, with a link only for the unlocked ones', async () => {
    const { course, films, learner } = await enrolled([60, 60, 60]);
    const set = await open(course.id, learner);
    expect(set).toMatchObject({ courseId: course.id, submitted: false });
    expect(set?.trainingVideo.map(({ _id, locked, url }) => [_id, locked, url !== null])).toEqual([
      [films[0], false, true],
      [films[1], true, false],
      [films[2], true, false],
    ]);
  });

  test('is listed for everybody by its films’ titles, while the course is active, and without links', async () => {
    const { course, films } = await enrolled([60, 90]);
    const listed = () => call(training.listTitles, { params: { courseId: course.id } });
    const titles = [
      { serial: 1, kind: 'film', title: 'Film 1', duration: 60, open: null },
      { serial: 2, kind: 'film', title: 'Film 2', duration: 90, open: null },
    ];
    expect((await listed()).body.data).toEqual(titles);
    const changes = program.publicChanges();
    const editor = await person('admin');
    await call(training.renameFilm, { params: { id: films[0] ?? '' }, body: { title: 'Renamed' } }, editor);
    expect(program.publicChanges()).toBe(changes + 1);
    expect((await listed()).body.data[0]?.title).toBe('Renamed');
    await db.updateTable('course').set({ isActive: false }).where('id', '=', course.id).execute();
    expect((await listed()).status).toBe(404);
  });

  test('starts a film’s clock with its first link, and never again', async () => {
    const { course, films, learner } = await enrolled([60, 60]);
    const openings = () =>
      db.selectFrom('watching').select(['filmId', 'openedAt']).where('filmId', 'in', films).execute();
    await open(course.id, learner);
    const first = await openings();
    expect(first).toEqual([{ filmId: films[0], openedAt: clock() }]);
    wait(30);
    await Promise.all([open(course.id, learner), open(course.id, learner)]);
    expect(await openings()).toEqual(first);
  });

  test('opens no film without its presence checks', async () => {
    const { course, films, learner } = await enrolled([60]);
    const [filmId = ''] = films;
    await db.insertInto('filmCheck').values({ filmId, atSeconds: 13, createdAt: clock() }).execute();
    await sql`alter table presence_check add constraint not_at_13 check (at_seconds <> 13)`.execute(db);
    const opened = () => db.selectFrom('watching').select('filmId').where('filmId', '=', filmId).execute();
    const { status } = await call(training.getForCourse, { params: { courseId: course.id } }, learner);
    expect([status, await opened()]).toEqual([500, []]);
    await sql`alter table presence_check drop constraint not_at_13`.execute(db);
    expect((await open(course.id, learner))?.trainingVideo[0]?.checks).toMatchObject([{ at: 13 }]);
    expect(await opened()).toHaveLength(1);
  });

  // shows: threats/stale-link
  test('contains links that open its films as long as the enrolment is valid', async () => {
    const { course, learner } = await enrolled([60]);
    const url = (await open(course.id, learner))?.trainingVideo[0]?.url ?? '';
    const [, filename = ''] = /trainingVideo\/([^?]+)/.exec(url) ?? [];
    await writeFile(storedPath(program.files, 'trainingVideo', filename), 'film');
    await db.updateTable('storedFile').set({ sizeBytes: 4 }).where('filename', '=', filename).execute();
    const statusOf = async () => (await program.app.inject({ method: 'HEAD', url })).statusCode;
    const enrolment = (change: { status: 'approved' | 'rejected' }) =>
      db.updateTable('enrolment').set(change).where('accountId', '=', learner.accountId).execute();
    expect(await statusOf()).toBe(200);
    wait(12 * 3600);
    expect(await statusOf()).toBe(200);
    wait(60);
    await enrolment({ status: 'rejected' });
    expect(await statusOf()).toBe(401);
    await enrolment({ status: 'approved' });
    expect(await statusOf()).toBe(200);
    wait(60);
    await db.updateTable('account').set({ disabledAt: clock() }).where('id', '=', learner.accountId).execute();
    expect(await statusOf()).toBe(401);
  });

  // shows: roles/learner-courses, threats/false-progress
  test('is only for approved learners', async () => {
    const { course, films, setId } = await enrolled([60]);
    const [stranger, waiting, refused] = [await person(), await person(), await person()];
    await enrol(program, waiting, course.id, 'pending');
    await enrol(program, refused, course.id, 'rejected');
    for (const who of [stranger, waiting, refused]) {
      const answer = await call(training.getForCourse, { params: { courseId: course.id } }, who);
      expect(answer).toMatchObject({ status: 403, body: { message: 'You are not approved for this course.' } });
      expect((await submitTraining(program, setId, who)).status).toBe(403);
    }
    expect((await reportWatched(program, films[0], [[0, 5]], waiting)).status).toBe(403);
    expect((await reportWatched(program, films[0], [[0, 5]], stranger)).status).toBe(404);
    expect((await call(training.getForCourse, { params: { courseId: unknown } }, stranger)).status).toBe(404);
    expect((await call(training.getForCourse, { params: { courseId: course.id } })).status).toBe(401);
  });

  // shows: calls/course-training
  test('is empty while the course has no films, and stays open when the course is deactivated', async () => {
    const course = await addCourse(program, { isActive: false });
    const learner = await person();
    await enrol(program, learner, course.id);
    expect(await call(training.getForCourse, { params: { courseId: course.id } }, learner)).toMatchObject({
      status: 200,
      body: { data: [] },
    });
  });
});
