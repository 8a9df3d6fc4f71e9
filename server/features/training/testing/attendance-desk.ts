import { batches } from '@fairlead/contract/batches/calls';
import { type AttendanceMark, attendance } from '@fairlead/contract/training/attendance';
import { expect } from 'vitest';
import type { Person, TestApp } from '../../../testing/app.ts';
import { addBatch, addCourse, addProfile, enrol } from '../../../testing/factories.ts';
import { openPaper } from '../../../testing/journey.ts';
import { addTest } from '../../assessments/testing/assessments.ts';

type Details = Partial<{
  firstDay: string;
  lastDay: string;
  endsAt: string;
  seats: number;
  format: 'classroom' | 'both';
  hasTest: boolean;
}>;

export type Mark = readonly [
  id: string,
  day: string | undefined,
  half: 'morning' | 'afternoon',
  mark: AttendanceMark,
  secondsAgo?: number,
];

/** Batches whose attendance an instructor marks, and what is to be seen of it afterwards. */
export async function attendanceDesk(program: TestApp) {
  const { call, person, db } = program;
  const [registrar, instructor, admin] = [await person('registrar'), await person('instructor'), await person('admin')];
  // the clock stands on the 20th: by then two of three days are over
  const [first, second, third] = ['2026-11-18', '2026-11-19', '2026-11-20'];
  const unknown = '00000000-0000-4000-8000-000000000000';

  /** A batch of the instructor's course with approved people in it. */
  async function running(people: number, { format = 'classroom', hasTest = true, ...details }: Details = {}) {
    const course = await addCourse(program, { format });
    if (hasTest) await addTest(program, course.id);
    await db.insertInto('courseInstructor').values({ courseId: course.id, accountId: instructor.accountId }).execute();
    const batch = await addBatch(program, course.id, { firstDay: first, lastDay: third, seats: 10, ...details });
    const ids: string[] = [];
    const learners: Person[] = [];
    for (let n = 0; n < people; n++) {
      const learner = await person();
      await addProfile(program, learner);
      const id = await enrol(program, learner, course.id);
      const seat = { batchId: batch, batchAskedAt: program.clock(), seatedAt: program.clock() };
      await db.updateTable('enrolment').set(seat).where('id', '=', id).execute();
      ids.push(id);
      learners.push(learner);
    }
    return { course, batch, ids, learners, id: ids[0] ?? '', learner: learners[0] as Person };
  }

  const send = (batch: string, marks: readonly Mark[], as = instructor) => {
    const body = {
      marks: marks.map(([enrolmentId, day = '', half, mark, secondsAgo = 0]) => ({
        enrolmentId,
        day,
        half,
        mark,
        secondsAgo,
      })),
    };
    return call(attendance.mark, { params: { id: batch }, body }, as);
  };
  const both = (id: string, day: string | undefined, mark: AttendanceMark): Mark[] => [
    [id, day, 'morning', mark],
    [id, day, 'afternoon', mark],
  ];
  const sheet = async (batch: string) =>
    (await call(attendance.getSheet, { params: { id: batch } }, instructor)).body.data;
  const marksOf = async (batch: string, id: string) =>
    (await sheet(batch)).people
      .find(({ _id }) => _id === id)
      ?.marks.map(({ day, half, mark, replaced }) => [day, half, mark, replaced?.mark ?? null]);
  const standings = async (batch: string) => (await sheet(batch)).people.map(({ standing }) => standing);
  const changeDays = async (id: string, days: { firstDay?: string; restDays: string[] }) => {
    const { batch } = await sheet(id);
    const { code, firstDay, lastDay, startsAt, endsAt, venue, seats } = batch;
    const same = { code, firstDay, lastDay, startsAt, endsAt, venue, seats, instructorId: null, isOpen: true };
    const { status } = await call(batches.update, { params: { id }, query: {}, body: { ...same, ...days } }, registrar);
    expect(status).toBe(200);
  };
  const isTestOpen = async (courseId: string, as: Person) => (await openPaper(program, courseId, as)).status === 200;
  const audited = async (subjectId: string) =>
    (
      await db
        .selectFrom('auditEvent')
        .select(['action', 'details'])
        .where('subjectId', '=', subjectId)
        .orderBy('id')
        .execute()
    ).map(({ action, details }) => [action, details]);

  return {
    registrar,
    instructor,
    admin,
    first,
    second,
    third,
    unknown,
    running,
    send,
    both,
    sheet,
    marksOf,
    standings,
    changeDays,
    isTestOpen,
    subjects: program.subjectsTo,
    audited,
  };
}
