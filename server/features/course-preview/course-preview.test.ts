import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assessments } from '@fairlead/contract/assessments/calls';
import { certificates } from '@fairlead/contract/certificates/calls';
import { coursePreview, sampleCourseId } from '@fairlead/contract/course-preview/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { training } from '@fairlead/contract/training/calls';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { consume } from '../../platform/db/rate-limits.ts';
import type { AppError } from '../../platform/errors.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { urlOf } from '../../testing/call-url.ts';
import { addCourse, addFilms } from '../../testing/factories.ts';
import { nothingStated } from '../../testing/stated-academy.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';
import { addTest } from '../assessments/testing/assessments.ts';
import { readCode } from '../certificates/testing/read-code.ts';

const program = await testApp(nothingStated);
const { call, person, db } = program;
const [admin, second, teacher, registrar, learner] = [
  await person('admin'),
  await person('admin'),
  await person('instructor'),
  await person('registrar'),
  await person(),
];

/** A draft of the teacher's, with a video and a test of three questions that is not published. */
async function draft() {
  const course = await addCourse(program, { title: 'Tanker Safety' });
  await db.updateTable('course').set({ isActive: false, isDraft: true }).where('id', '=', course.id).execute();
  await db.insertInto('courseInstructor').values({ courseId: course.id, accountId: teacher.accountId }).execute();
  await addFilms(program, course.id, [60, 90]);
  return { id: course.id, test: await addTest(program, course.id, { isPublished: false }) };
}

const preview = (id: string, as?: Person) => call(coursePreview.get, { params: { id } }, as);
const fetchFile = async (
  target: typeof coursePreview.getSpecimen | typeof coursePreview.getSampleFilm,
  params: object,
  as: Person,
) => {
  const token = await signAccessToken(as, program.config.secrets.token, program.clock());
  const url = urlOf(target, { params } as never);
  return program.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
};
const specimenOf = (id: string, as: Person) => fetchFile(coursePreview.getSpecimen, { id }, as);
type Answers = { questionId: string; selectedAnswer: string }[];
const grade = (id: string, answers: Answers, as = teacher) =>
  call(coursePreview.grade, { params: { id }, body: { answers } }, as);

/** The rows of each table but that of the limits, and the names of all stored files. */
async function everything() {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'rate_limit' order by 1`.execute(
    db,
  );
  const rows: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const counted = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db);
    rows[name] = counted.rows[0]?.count ?? 0;
  }
  const files = await readdir(join(program.config.dataDir, 'files'), { recursive: true });
  return { rows, files: files.sort() };
}
const setSample = (to: 'add' | 'remove', as = admin) =>
  call(to === 'add' ? coursePreview.addSample : coursePreview.removeSample, as);

test('staff who work on a draft see it as a learner, and nobody else does', async () => {
  const { id } = await draft();
  const refused: [Person | undefined, number][] = [
    [undefined, 401],
    [learner, 403],
    [registrar, 403],
    [await person('instructor'), 404],
  ];
  for (const [as, status] of refused) {
    expect((await preview(id, as)).status).toBe(status);
    expect((await call(coursePreview.grade, { params: { id }, body: { answers: [] } }, as)).status).not.toBe(200);
    if (as) expect((await specimenOf(id, as)).statusCode).toBe(status);
  }
  for (const as of [teacher, admin]) {
    const { course, training, test } = (await preview(id, as)).body.data;
    expect(course).toMatchObject({ title: 'Tanker Safety', isDraft: true });
    expect(training?.trainingVideo.map(({ locked, url }) => [locked, url !== null])).toEqual([
      [false, true],
      [false, true],
    ]);
    expect([test?.isPublished, test?.paper.questions.length, test?.paper.attempt]).toEqual([false, 3, null]);
    expect(JSON.stringify(test)).not.toMatch(/correct/i);
  }
});

test('a course without videos and test has a preview; the published test is the one that learners find', async () => {
  const { id } = await addCourse(program);
  expect((await preview(id, admin)).body.data).toMatchObject({ training: null, test: null });
  expect((await grade(id, [{ questionId: id, selectedAnswer: 'Red' }], admin)).status).toBe(404);
  const published = await addTest(program, id);
  await addTest(program, id, { isPublished: false, title: 'Newer' });
  expect((await preview(id, admin)).body.data.test).toMatchObject({ isPublished: true, paper: { _id: published.id } });
});

test('answers are graded as those of a learner, whose rough score hides which were wrong, and are not kept', async () => {
  const { id, test } = await draft();
  const before = await everything();
  const given = (right: number): Answers =>
    test.questions.map(({ id: questionId, ...one }, n) => ({
      questionId,
      selectedAnswer: n < right ? one.right : one.wrong,
    }));
  expect((await grade(id, given(3))).body.data).toMatchObject({ passed: true, score: 3, percentage: 100 });
  await db.updateTable('assessmentVersion').set({ failedScore: 'rough' }).where('assessmentId', '=', test.id).execute();
  expect((await grade(id, given(1))).body.data).toMatchObject({ passed: false, score: 0, percentageBelow: 70 });
  const [first] = given(3);
  if (!first) throw new Error('the test has no question');
  const stranger = { ...first, questionId: learner.accountId };
  for (const wrong of [[], [first, first], [...given(3), stranger], [{ ...first, selectedAnswer: '' }]])
    expect((await grade(id, wrong)).status).toBe(400);
  expect(await everything()).toEqual(before);
});

test('a specimen is a picture whose code finds no certificate, also before the academy has stated anything', async () => {
  const { id } = await draft();
  const before = await everything();
  const { headers, rawPayload } = await specimenOf(id, teacher);
  expect(headers['content-type']).toBe('image/webp');
  const code = await readCode(sharp(rawPayload));
  expect(code).toBe('https://academy.example/verify/SPECIMEN');
  expect(await everything()).toEqual(before);
  expect((await call(certificates.verify, { params: { number: 'SPECIMEN' } })).status).toBe(404);
});

test('one person has a limited number of specimens drawn', async () => {
  const { id } = await draft();
  const limit = { key: `specimen:${teacher.accountId}`, max: 30, seconds: 900 };
  for (let drawn = 0; drawn < limit.max; drawn += 1)
    await consume(db, limit, program.clock()).catch((error: AppError) => expect(error.code).toBe('too-many'));
  const statusFor = async (person: typeof teacher) => (await specimenOf(id, person)).statusCode;
  expect([await statusFor(teacher), await statusFor(admin)]).toEqual([429, 200]);
});

test('the sample course is walked, and leaves nothing but the audit when it is removed', async () => {
  // the row of the settings is there from the first change on
  await call(overview.setStepLater, { params: { step: 'films' }, body: { later: true } }, admin);
  const before = await everything();
  await setSample('add');
  const { course, training, test } = (await preview(sampleCourseId, admin)).body.data;
  expect([course._id, training?.trainingVideo.length, test?.paper.questions.length]).toEqual([sampleCourseId, 2, 3]);
  for (const serial of ['1', '2']) {
    const film = await fetchFile(coursePreview.getSampleFilm, { serial }, admin);
    expect([film.statusCode, film.headers['content-type']]).toEqual([200, 'video/mp4']);
    const size = training?.trainingVideo[Number(serial) - 1]?.sizeBytes;
    expect(film.rawPayload).toHaveLength(size ?? -1);
  }
  const answers = (test?.paper.questions ?? []).map(({ _id, options }) => ({
    questionId: _id,
    selectedAnswer: options[0] ?? '',
  }));
  expect((await grade(sampleCourseId, answers, admin)).body.data).toMatchObject({ passed: true, percentage: 100 });
  expect((await specimenOf(sampleCourseId, admin)).statusCode).toBe(200);
  await setSample('remove');
  const after = await everything();
  expect(after.files).toEqual(before.files);
  expect(after.rows).toEqual({ ...before.rows, audit_event: (before.rows.audit_event ?? 0) + 2 });
});

test('several clicks of two administrators add and remove it once, and the audit names them', async () => {
  const audited = db.selectFrom('auditEvent').select(['actorId', 'action']).where('action', 'like', 'sample-course.%');
  await db.updateTable('academySettings').set({ sampleCourse: null }).execute();
  await setSample('remove');
  const { length } = await audited.execute();
  await Promise.all([setSample('add'), setSample('add'), setSample('add')]);
  await Promise.all([setSample('remove', second), setSample('remove', second)]);
  expect((await audited.orderBy('id').execute()).slice(length)).toEqual([
    { actorId: admin.accountId, action: 'sample-course.added' },
    { actorId: second.accountId, action: 'sample-course.removed' },
  ]);
});

test('only administrators find the sample course, only while it is added, and no other call knows it', async () => {
  const hasSample = async (as = admin) => (await call(overview.getOverview, as)).body.data.hasSampleCourse;
  const film = () => fetchFile(coursePreview.getSampleFilm, { serial: '1' }, admin);
  const filmOf = async () => (await film()).statusCode;
  expect([(await preview(sampleCourseId, admin)).status, await filmOf(), await hasSample()]).toEqual([404, 404, false]);
  for (const as of [registrar, teacher, learner]) expect((await setSample('add', as)).status).toBe(403);
  expect(await hasSample()).toBe(false);
  await setSample('add');
  expect([(await preview(sampleCourseId, second)).status, await filmOf(), await hasSample(second)]).toEqual([
    200,
    200,
    true,
  ]);
  expect([await hasSample(registrar), await hasSample(teacher)]).toEqual([false, false]);
  expect((await preview(sampleCourseId, teacher)).status).toBe(404);
  const id = sampleCourseId;
  for (const as of [undefined, learner, admin]) {
    expect((await call(courses.getCourse, { params: { id } }, as)).status).toBe(404);
    expect((await call(training.listTitles, { params: { courseId: id } }, as)).status).toBe(404);
  }
  expect((await call(courses.activate, { params: { id } }, admin)).status).toBe(404);
  expect((await call(assessments.listOfCourse, { params: { id }, query: {} }, admin)).status).toBe(404);
  expect((await call(enrolments.request, { body: { courseId: id } }, learner)).status).toBe(404);
});
