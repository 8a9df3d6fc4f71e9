import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getCourse } from './queries.ts';
import { rolesOfOwnCourses } from './rules.ts';

type Assignment = { courseId: string; accountId: string; actorId: string; ip: string };

/**
 * Assigns a colleague to a course. Idempotent.
 *
 * @throws AppError `not-found` for an unknown course; `over` for an account that cannot be assigned: not an active
 * staff account, or its role has access to every course anyway.
 */
export async function assignInstructor({ db }: Pick<Platform, 'db'>, assignment: Assignment): Promise<void> {
  const { courseId, accountId } = assignment;
  await transaction(db, async (tx) => {
    await getCourse(tx, courseId);
    const colleague = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', accountId)
      .where('role', 'in', rolesOfOwnCourses)
      .where('disabledAt', 'is', null)
      .executeTakeFirst();
    if (!colleague) throw new AppError('over', 'This person is no longer an instructor.');
    const assigned = await tx
      .insertInto('courseInstructor')
      .values({ courseId, accountId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('accountId')
      .executeTakeFirst();
    if (assigned) await appendAudit(tx, recordOf('course.assign-instructor', assignment));
  });
}

/**
 * Removes a colleague from a course, with immediate effect. Idempotent.
 *
 * @throws AppError `not-found` for an unknown course.
 */
export async function unassignInstructor({ db }: Pick<Platform, 'db'>, assignment: Assignment): Promise<void> {
  const { courseId, accountId } = assignment;
  await transaction(db, async (tx) => {
    await getCourse(tx, courseId);
    const gone = await tx
      .deleteFrom('courseInstructor')
      .where('courseId', '=', courseId)
      .where('accountId', '=', accountId)
      .returning('accountId')
      .executeTakeFirst();
    if (gone) await appendAudit(tx, recordOf('course.unassign-instructor', assignment));
  });
}

const recordOf = (action: string, { courseId, accountId, actorId, ip }: Assignment) => ({
  actorId,
  action,
  ip,
  subject: { kind: 'course', id: courseId },
  details: { instructor: accountId },
});
