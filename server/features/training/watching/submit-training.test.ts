import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, addFilms, addProfile, enrol } from '../../../testing/factories.ts';
import { enrolledWithFilms, openTraining, reportWatched, submitTraining, watchFilm } from '../../../testing/journey.ts';
import { addTest } from '../../assessments/testing/assessments.ts';

const program = await testApp();
const { call, person, wait, db, clock } = program;
const instructor = await person('instructor');
const registrar = await person('registrar');
const unknown = '00000000-0000-4000-8000-000000000000';

const enrolled = (durations: readonly number[], learner?: Person) => enrolledWithFilms(program, durations, learner);
const open = (courseId: string, as: Person) => openTraining(program, courseId, as);
const report = (film: string | undefined, watched: [number, number][], as: Person, position = 0) =>
  reportWatched(program, film, watched, as, position);
const watch = (courseId: string, film: string | undefined, seconds: number, as: Person) =>
  watchFilm(program, { courseId, film, seconds }, as);
const submit = (setId: string, as: Person) => submitTraining(program, setId, as);

describe('a submission', () => {
  // shows: states/training-submit, calls/film-watched, messages/training-submitted
  test('is refused while a video is not proved, then accepted once', async () => {
    const { course, setId, films, learner, enrolmentId } = await enrolled([60, 60]);
    await watch(course.id, films[0], 60, learner);
    expect(await submit(setId, learner)).toMatchObject({
      status: 409,
      body: { message: 'Please watch every video to its end first.' },
    });
    await watch(course.id, films[1], 60, learner);
    const clicks = await Promise.all([1, 2, 3].map(() => submit(setId, learner)));
    wait(5);
    for (const answer of [...clicks, await submit(setId, learner)]) {
      expect(answer).toMatchObject({ status: 200, body: { message: 'Training successfully submitted' } });
    }
    const auditActions = await db
      .selectFrom('auditEvent')
      .select('action')
      .where('subjectId', '=', enrolmentId)
      .execute();
    expect(auditActions).toEqual([{ action: 'training.submit' }]);
    expect((await open(course.id, learner))?.submitted).toBe(true);
  });

  test('says whether the test opens: with a published test of the course and a profile, and not otherwise', async () => {
    const { course, setId, films, learner } = await enrolled([60]);
    const other = await enrolled([60]);
    await addTest(program, other.course.id);
    await watch(course.id, films[0], 60, learner);
    await addProfile(program, learner);
    expect((await submit(setId, learner)).body.opensTest).toBe(false);
    const { id } = await addTest(program, course.id);
    await db.updateTable('assessment').set({ isPublished: false }).where('id', '=', id).execute();
    expect((await submit(setId, learner)).body.opensTest).toBe(false);
    await db.updateTable('assessment').set({ isPublished: true }).where('id', '=', id).execute();
    expect((await submit(setId, learner)).body.opensTest).toBe(true);
    await watch(other.course.id, other.films[0], 60, other.learner);
    expect((await submit(other.setId, other.learner)).body.opensTest).toBe(false);
  });

  test('is not reopened by films added later', async () => {
    const { course, setId, films, learner } = await enrolled([60]);
    await watch(course.id, films[0], 60, learner);
    await submit(setId, learner);
    await addFilms(program, course.id, [60]);
    expect(await open(course.id, learner)).toMatchObject({
      submitted: true,
      trainingVideo: [{}, { completed: false }],
    });
    expect((await submit(setId, learner)).status).toBe(200);
  });

  // shows: messages/no-training
  test('requires a film, and an existing training', async () => {
    const { setId, films, learner } = await enrolled([60]);
    await db.updateTable('film').set({ removedAt: clock() }).where('id', 'in', films).execute();
    expect(await submit(setId, learner)).toMatchObject({
      status: 409,
      body: { message: 'No training video available for this course.' },
    });
    expect((await submit(unknown, learner)).status).toBe(404);
    expect((await report(films[0], [[0, 1]], learner)).status).toBe(404);
  });
});

describe('attendance', () => {
  const mark = (id: string, as: Person) => call(training.markAttendance, { params: { id } }, as);

  test('of a course without films is marked by staff, once, and the learner is notified', async () => {
    const course = await addCourse(program);
    const learner = await person();
    const enrolmentId = await enrol(program, learner, course.id);
    const clicks = await Promise.all([mark(enrolmentId, registrar), mark(enrolmentId, registrar)]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    expect(
      await db.selectFrom('trainingCompletion').selectAll().where('enrolmentId', '=', enrolmentId).execute(),
    ).toEqual([{ enrolmentId, kind: 'attendance', completedAt: clock(), markedBy: registrar.accountId }]);
    const mails = await program.mailsTo(learner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`Your attendance of ${course.title} is recorded`]);
    expect(mails[0]?.text).toContain(`https://academy.example/testPage/${course.id}`);
  });

  test('is refused for a course with films, an enrolment that is not approved, and people without the permission', async () => {
    const { enrolmentId, learner } = await enrolled([60]);
    expect(await mark(enrolmentId, registrar)).toMatchObject({ status: 409 });
    const course = await addCourse(program);
    const pending = await enrol(program, learner, course.id, 'pending');
    expect(await mark(pending, registrar)).toMatchObject({
      status: 409,
      body: { message: 'This enrollment is not approved.' },
    });
    expect((await mark(unknown, registrar)).status).toBe(404);
    expect((await mark(pending, instructor)).status).toBe(403);
    expect((await mark(pending, learner)).status).toBe(403);
    expect(
      await db
        .selectFrom('trainingCompletion')
        .selectAll()
        .where('enrolmentId', 'in', [enrolmentId, pending])
        .execute(),
    ).toEqual([]);
  });
});
