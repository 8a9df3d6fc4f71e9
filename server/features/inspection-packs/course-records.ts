import { dayAt } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Platform } from '../../platform/platform.ts';
import { getMostAbsentPercent } from '../academy/index.ts';
import { fullName, fullNameOrNull, listQualifications } from '../accounts/index.ts';
import { getBatch } from '../batches/index.ts';
import { listCoursesById, listEditions } from '../courses/index.ts';
import { judge, listAttendees, listMarks, toSheet } from '../training/index.ts';
import { listInstructors } from './queries.ts';

type Dependencies = Pick<Platform, 'db' | 'clock' | 'config'>;
type Ids = { courseIds: readonly string[]; batchIds: readonly string[] };

/** Courses with the editions of their rules, batches with their attendance, and who teaches them. */
export async function getCourseRecords(dependencies: Dependencies, { courseIds, batchIds }: Ids) {
  const { db } = dependencies;
  const instructors = await listInstructors(db, { courseIds, batchIds });
  const qualifications = Map.groupBy(
    await listQualifications(
      db,
      instructors.map(({ id }) => id),
    ),
    ({ accountId }) => accountId,
  );
  const assessments = await db
    .selectFrom('assessment')
    .select(['id', 'courseId'])
    .where(among('courseId', courseIds))
    .execute();
  const courses = [];
  for (const { id, title, regulations, duration, format, taughtBy } of await listCoursesById(db, courseIds)) {
    courses.push({
      id,
      title,
      regulations,
      duration,
      format,
      taughtBy,
      rules: (await listEditions(db, id)).map(({ firstName, lastName, ...edition }) => ({
        ...edition,
        createdBy: fullNameOrNull({ firstName, lastName }),
      })),
      assessmentIds: assessments.flatMap((one) => (one.courseId === id ? [one.id] : [])),
    });
  }
  const batches = [];
  const attendees = [];
  for (const id of batchIds) {
    const { record, attendees: some } = await getBatchRecord(dependencies, id);
    batches.push(record);
    attendees.push(...some);
  }
  return {
    /** The people of the sheets, who are not all members of the pack. */
    attendees: attendees.map(({ accountId, erasedAt }) => ({ accountId, erasedAt })),
    courses,
    batches,
    instructors: instructors.map(({ firstName, lastName, disabledAt, ...instructor }) => ({
      ...instructor,
      name: fullName({ firstName, lastName }),
      isFormer: disabledAt !== null,
      qualifications: (qualifications.get(instructor.id) ?? []).map(({ title, issuer, number, validUntil }) => ({
        title,
        issuer,
        number,
        validUntil,
      })),
    })),
  };
}

async function getBatchRecord({ db, clock, config }: Dependencies, id: string) {
  const batch = await getBatch(db, id);
  const attendees = await listAttendees(db, id);
  const marks = await listMarks(db, id);
  const mostAbsentPercent = await getMostAbsentPercent(db);
  const today = dayAt(clock(), config.timeZone);
  const { days, halves, people } = toSheet({ batch, attendees, marks, today, mostAbsentPercent });
  const { code, firstDay, lastDay, startsAt, endsAt, venue, seats, state, createdAt } = batch;
  const { firstName, lastName } = batch;
  const record = {
    id,
    code,
    firstDay,
    lastDay,
    startsAt,
    endsAt,
    venue,
    seats,
    state,
    createdAt,
    days,
    halves,
    courseTitle: batch.courseTitle,
    instructor: fullNameOrNull({ firstName, lastName }),
    mostAbsentPercent,
    people: people.map(({ _id, ...person }) => {
      const { attended, total } = judge(batch, person.marks, mostAbsentPercent);
      return { enrolmentId: _id, ...person, attended, of: total };
    }),
  };
  return { record, attendees };
}
