import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import { byName } from '../accounts/index.ts';
import { rolesOfOwnCourses } from './rules.ts';

/** Instructors of a course by name: those who are assigned and, unless `assignedOnly`, those who could be. */
export const listInstructors = (
  db: Queryable,
  { courseId, assignedOnly }: { courseId: string; assignedOnly: boolean },
) =>
  db
    .selectFrom('account')
    .leftJoin('courseInstructor as assignment', (join) =>
      join.onRef('assignment.accountId', '=', 'account.id').on('assignment.courseId', '=', courseId),
    )
    .select(['account.id', 'account.firstName', 'account.lastName', 'account.email'])
    .select(sql<boolean>`assignment.course_id is not null`.as('assigned'))
    .where('account.role', 'in', rolesOfOwnCourses)
    .where('account.disabledAt', 'is', null)
    .$if(assignedOnly, (some) => some.where('assignment.courseId', 'is not', null))
    .orderBy(byName)
    .orderBy('account.id')
    .execute();
