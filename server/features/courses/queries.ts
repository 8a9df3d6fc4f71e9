import type { CatalogueQuery, CoursesQuery } from '@fairlead/contract/courses/calls';
import { type Expression, type SqlBool, sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import {
  type Counted,
  matches,
  type Order,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import { notFound } from '../../platform/errors.ts';

/** The text that a course search covers; the trigram index is on the same expression. */
const searchText = sql<string>`(course.title || ' ' || course.category || ' ' || course.description)`;

const titleText = sql<string>`course.title`;

/** The ids of courses whose title matches, for searches of records that belong to courses. */
export const coursesTitled = (db: Queryable, search: Search) =>
  db.selectFrom('course').select('course.id').where(matches(titleText, search));

/**
 * Whether the row `question` is on the open test paper of an enrolment, which may have begun before the question was
 * for practice. The edit that marked it may have changed its options or picture as well, so that its text alone tells
 * it.
 */
export const isHeldBack = (enrolmentId: Expression<string> | string | null) => sql<SqlBool>`exists (
  select from attempt join question as asked on asked.version_id = attempt.version_id and not asked.for_practice
  where attempt.enrolment_id = ${enrolmentId} and attempt.submitted_at is null and asked.text = question.text
    and (attempt.paper is null or attempt.paper @> jsonb_build_array(jsonb_build_object('questionId', asked.id))))`;

/**
 * The number of questions with which the learners of a course practise: those for practice of its published assessment,
 * in the newest version, without those that an open test holds back. It is here since enrolments and training, which
 * come before assessments, lead to practice.
 *
 * @param courseId the column with the course's id, such as 'enrolment.course_id'.
 * @param enrolmentId the learner's enrolment, or the column with its id; null counts all, as for staff.
 */
export const practiceQuestionsOf = (courseId: string, enrolmentId: Expression<string> | string | null) => sql<number>`(
  select count(*)::int from question where for_practice and not ${isHeldBack(enrolmentId)} and version_id = (
    select version.id from assessment join assessment_version as version on version.assessment_id = assessment.id
    where assessment.course_id = ${sql.ref(courseId)} and assessment.is_published
    order by version.number desc limit 1))`;

/** Whether learners find a test in a course; here for the same reason. */
export async function hasTest(db: Queryable, courseId: string): Promise<boolean> {
  const published = db
    .selectFrom('assessment')
    .select('id')
    .where('courseId', '=', courseId)
    .where('isPublished', '=', true);
  return (await published.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The learners of courses, a row for each enrolment: its person and course. A query adds its columns and conditions.
 */
export const selectLearners = (db: Queryable) =>
  db
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select([
      'enrolment.accountId',
      'account.email',
      'account.firstName',
      'account.lastName',
      'enrolment.courseId',
      'course.title as courseTitle',
    ]);

export const selectCourses = (db: Queryable) =>
  db
    .selectFrom('course')
    .leftJoin('storedFile as image', 'image.id', 'course.imageId')
    .selectAll('course')
    .select('image.filename as imageFilename');

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

/** The last person who edited a course or its rule; undefined if nobody did. */
export const findLastEditor = (db: Queryable, courseId: string) =>
  db
    .selectFrom('auditEvent')
    .innerJoin('account', 'account.id', 'auditEvent.actorId')
    .select(['account.id', 'account.firstName', 'account.lastName'])
    .where('auditEvent.subjectKind', '=', 'course')
    .where('auditEvent.subjectId', '=', courseId)
    .where('auditEvent.action', 'in', ['course.update', 'course.rule', 'course.approval'])
    .orderBy('auditEvent.at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The error for a course that does not exist, and for one that the reader may not see. */
export const noSuchCourse = () => notFound('There is no such course.');

/** Several courses by their ids, in no particular order. */
export const listCoursesById = async (db: Queryable, ids: readonly string[]) =>
  ids.length === 0 ? [] : selectCourses(db).where(among('course.id', ids)).execute();

/** Whether staff are asked for the highest playback speed of the row `course`; the same as `asksSpeed`. */
export const isAskedForSpeed = sql<SqlBool>`not course.speed_chosen and course.highest_speed > 1
  and course.format <> 'classroom' and (course.is_active or course.is_draft)`;

/** A course scope: all courses, or those that an instructor is assigned to. */
export type CourseScope = 'all' | { instructorId: string };

/**
 * Restricts rows to those in the course scope.
 *
 * @param courseId the column that holds the row's course id, such as 'enrolment.courseId'.
 */
export const within = (courseScope: CourseScope, courseId: string) =>
  courseScope === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(courseId)} in (
        select course_id from course_instructor where account_id = ${courseScope.instructorId})`;

const id = sql<string>`course.id`;

const stateOf = sql`case when course.is_active then 'active' when course.is_draft then 'draft' else 'inactive' end`;

const orders: Record<NonNullable<CoursesQuery['sort']>, Order> = {
  newest: { id, way: 'desc' },
  oldest: { id, way: 'asc' },
  title: { id, way: 'asc', by: { expression: sql`lower(course.title)`, table: sql`course` } },
};

/**
 * A page of courses, newest first by default: the active ones, or those in a course scope. Returns the rows (one more
 * than the limit if there is a next page) and the capped count.
 */
export async function listCourses(
  db: Queryable,
  which: 'active' | CourseScope,
  { sort = 'newest', state, category, format, isCounted, ...query }: Counted<CoursesQuery & CatalogueQuery>,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = selectCourses(db);
  matching = matching.where(which === 'active' ? sql<SqlBool>`course.is_active` : within(which, 'course.id'));
  if (search) matching = matching.where(matches(searchText, search));
  if (state) matching = matching.where(sql<SqlBool>`${stateOf} = ${state}`);
  if (category) matching = matching.where('course.category', '=', category);
  // a course that is held both ways is found by either
  if (format) matching = matching.where('course.format', 'in', [format, 'both']);
  const rows = await pageInOrder(matching, orders[sort], { after, take }).execute();
  const ids = matching.clearSelect().select('course.id');
  return { rows, limit, total: await totalOf(db, ids, { rows, limit, after, isCounted }) };
}
