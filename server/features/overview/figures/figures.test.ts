import { courses } from '@fairlead/contract/courses/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addCourse, enrol } from '../../../testing/factories.ts';
import { formOf } from '../../../testing/forms.ts';
import { passed } from '../../../testing/journey.ts';
import { addCertificate } from '../../assessments/testing/assessments.ts';
import { courseFields } from '../../courses/testing/course-fields.ts';
import { sumAllDays, sumRecentDays } from './sum-days.ts';

const program = await testApp();
const { call, db, person, worker } = program;
const [admin, registrar] = [await person('admin'), await person('registrar')];
const figures = async () => (await call(overview.getFigures, registrar)).body.data;
const month = async (name: string) => (await figures()).months.find((one) => one.month === name);

test('the figures of an empty academy are complete and zero', async () => {
  const { months, courses, expiring } = await figures();
  expect(months.map((one) => one.month)).toEqual([
    ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
    ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
  ]);
  expect(months.every(({ enrolments, attempts, passes }) => enrolments + attempts + passes === 0)).toBe(true);
  expect(courses).toEqual([]);
  expect(expiring.map((one) => one.month)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04']);
});

test('enrolments, attempts and passes are counted once by month and course, however often the jobs run', async () => {
  const { course } = await passed(program, { course: { title: 'Fire' } });
  await db.updateTable('enrolment').set({ decidedAt: program.clock() }).where('courseId', '=', course.id).execute();
  for (let n = 0; n < 3; n++) await Promise.all([sumRecentDays(program), sumAllDays(program)]);
  expect(await month('2026-11')).toEqual({ month: '2026-11', enrolments: 1, attempts: 1, passes: 1 });
  expect((await figures()).courses).toEqual([{ _id: course.id, title: 'Fire', attempts: 1, passes: 1 }]);
});

test('days follow the academy’s calendar, and what is undone later is subtracted', async () => {
  const course = await addCourse(program, { title: 'Rafts' });
  const id = await enrol(program, await person(), course.id);
  const decide = (change: object) => db.updateTable('enrolment').set(change).where('id', '=', id).execute();
  await decide({ decidedAt: new Date('2026-08-31T18:29:59Z') });
  await sumAllDays(program);
  expect(await month('2026-08')).toMatchObject({ enrolments: 1 });
  await decide({ decidedAt: new Date('2026-08-31T18:30:00Z') });
  await sumRecentDays(program);
  expect(await month('2026-09')).toMatchObject({ enrolments: 0 });
  await sumAllDays(program);
  expect([await month('2026-08'), await month('2026-09')]).toMatchObject([{ enrolments: 0 }, { enrolments: 1 }]);
  await decide({ status: 'rejected' });
  await sumAllDays(program);
  expect(await month('2026-09')).toMatchObject({ enrolments: 0 });
});

test('the program updates the sums automatically', async () => {
  await db.deleteFrom('dailySum').execute();
  worker.start();
  await expect.poll(async () => (await month('2026-11'))?.passes, { timeout: 10_000 }).toBe(1);
  await worker.stop();
});

test('expiring certificates are counted by month, except expired and revoked ones', async () => {
  const expiry = [
    ['2026-11-19', 'issued'],
    ['2026-11-20', 'issued'],
    ['2027-04-30', 'issued'],
    ['2027-05-01', 'issued'],
    ['2027-04-01', 'revoked'],
  ] as const;
  for (const [expiresOn, status] of expiry) {
    const course = await addCourse(program);
    const id = await addCertificate(program, await enrol(program, await person(), course.id), {});
    await db
      .updateTable('certificate')
      .set({ expiresOn, status, ...(status === 'revoked' && { revokedAt: program.clock(), revocationReason: 'no' }) })
      .where('id', '=', id)
      .execute();
  }
  await Promise.all([sumRecentDays(program), sumAllDays(program)]);
  const { expiring } = await figures();
  const counts = Object.fromEntries(expiring.map((one) => [one.month, one.count]));
  expect([counts['2026-11'], counts['2026-12'], counts['2027-04']]).toEqual([1, 0, 1]);
});

test('figures are only for staff who may read about people', async () => {
  for (const [as, status] of [
    [admin, 200],
    [await person('instructor'), 403],
    [await person(), 403],
  ] as const) {
    expect((await call(overview.getFigures, as)).status).toBe(status);
  }
});

test('a course that is renamed has its new title at once, though the figures are kept', async () => {
  const { course } = await passed(program, { course: { title: 'Lights' } });
  await db.updateTable('enrolment').set({ decidedAt: program.clock() }).where('courseId', '=', course.id).execute();
  await sumAllDays(program);
  const titleOf = async () => (await figures()).courses.find(({ _id }) => _id === course.id)?.title;
  expect(await titleOf()).toBe('Lights');
  const form = formOf({ ...courseFields, title: 'Lights and Shapes' });
  expect((await call(courses.update, { params: { id: course.id }, form }, admin)).status).toBe(200);
  expect(await titleOf()).toBe('Lights and Shapes');
});
