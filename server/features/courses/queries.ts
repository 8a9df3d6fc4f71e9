import type { CoursesQuery } from '@fairlead/contract/courses';
import { type SqlBool, sql } from 'kysely';
import { notFound } from '../../errors.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { keysetOf, matches, type Order, pageInOrder, totalOf } from '../../platform/http/keyset.ts';

/** The text that a search for courses looks through; the trigram index is of the same expression. */
const searchText = sql<string>`(course.title || ' ' || course.category || ' ' || course.description)`;

const titleText = sql<string>`course.title`;

/** The ids of the courses whose title a search finds, for the searches of what belongs to them. */
export const coursesTitled = (db: Queryable, pattern: string) =>
  db.selectFrom('course').select('course.id').where(matches(titleText, pattern));

const selectCourses = (db: Queryable) =>
  db
    .selectFrom('course')
    .leftJoin('storedFile as image', 'image.id', 'course.imageId')
    .select([
      'course.id',
      'course.title',
      'course.description',
      'course.duration',
      'course.price',
      'course.category',
      'course.subjects',
      'course.regulations',
      'course.isActive',
      'course.validityMonths',
      'course.version',
      'course.createdAt',
      'course.updatedAt',
      'image.filename as imageFilename',
    ]);

/** A course with its picture. */
export type CourseRow = Awaited<ReturnType<typeof getCourse>>;

export const findCourse = (db: Queryable, id: string) =>
  selectCourses(db).where('course.id', '=', id).executeTakeFirst();

/** @throws AppError `not-found`. */
export async function getCourse(db: Queryable, id: string) {
  const course = await findCourse(db, id);
  if (!course) throw noSuchCourse();
  return course;
}

/** Who edited a course last; undefined when nobody did. */
export const findLastEditor = (db: Queryable, courseId: string) =>
  db
    .selectFrom('auditEvent')
    .innerJoin('account', 'account.id', 'auditEvent.actorId')
    .select(['account.id', 'account.firstName', 'account.lastName'])
    .where('auditEvent.subjectKind', '=', 'course')
    .where('auditEvent.subjectId', '=', courseId)
    .where('auditEvent.action', '=', 'course.update')
    .orderBy('auditEvent.at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What is said of a course that never was, and of one that its reader may not see. */
export const noSuchCourse = () => notFound('There is no such course.');

/** Several courses at once, by their ids; the order is the database's. */
export const listCoursesById = async (db: Queryable, ids: readonly string[]) =>
  ids.length === 0 ? [] : selectCourses(db).where('course.id', 'in', ids).execute();

/** The courses that somebody of the staff works on: every one, or those that they look after. */
export type Reach = 'all' | { instructorId: string };

/**
 * Narrows rows to those of the courses in reach.
 *
 * @param courseId the column that says of which course a row is, such as 'enrolment.courseId'.
 */
export const within = (reach: Reach, courseId: string) =>
  reach === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(courseId)} in (
        select course_id from course_instructor where account_id = ${reach.instructorId})`;

const id = sql<string>`course.id`;

const orders: Record<NonNullable<CoursesQuery['sort']>, Order> = {
  newest: { id, way: 'desc' },
  oldest: { id, way: 'asc' },
  title: { id, way: 'asc', by: { expression: sql`lower(course.title)`, table: sql`course` } },
};

/**
 * A page of courses, newest first unless told otherwise: the active ones, or those in reach. Gives the rows, one more
 * than the limit when there is a further page, and the bounded count.
 */
export async function listCourses(
  db: Queryable,
  which: 'active' | Reach,
  { sort = 'newest', state, ...query }: CoursesQuery,
) {
  const { take, limit, after, pattern } = keysetOf(query);
  let matching = selectCourses(db);
  matching = matching.where(which === 'active' ? sql<SqlBool>`course.is_active` : within(which, 'course.id'));
  if (pattern) matching = matching.where(matches(searchText, pattern));
  if (state) matching = matching.where('course.isActive', '=', state === 'active');
  const rows = await pageInOrder(matching, orders[sort], { after, take }).execute();
  return { rows, limit, total: await totalOf(db, matching.clearSelect().select('course.id'), { rows, limit, after }) };
}
