import type { CourseCategory } from '@fairlead/contract/courses/course-categories';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** The categories of courses in the order of staff, those that they have not arranged last, by name. */
const arranged = (db: Queryable) =>
  db
    .selectFrom('course')
    .leftJoin('courseCategory as arranged', 'arranged.name', 'course.category')
    .select(['course.category as name', sql<boolean>`coalesce(arranged.is_hidden, false)`.as('isHidden')])
    .groupBy(['course.category', 'arranged.place', 'arranged.isHidden'])
    .orderBy('arranged.place', (by) => by.asc().nullsLast())
    .orderBy('course.category');

/** The categories of the active courses that visitors can choose. */
export async function listCategories(db: Queryable): Promise<string[]> {
  const rows = await arranged(db).where('course.isActive', '=', true).execute();
  return rows.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
}

/** All categories, with the number of their courses, active or not. */
export const listAllCategories = (db: Queryable): Promise<CourseCategory[]> =>
  arranged(db)
    .select((e) => e.fn.countAll<number>().as('courses'))
    .execute();
