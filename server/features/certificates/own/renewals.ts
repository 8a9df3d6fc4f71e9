import type { CalendarDate } from '../../../platform/calendar.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { findRulesInForce } from '../../courses/course-rules/queries.ts';

/** The days before the end of a certificate on which its holder is reminded, by email and in calendars. */
export const reminderDays = [180, 90, 60, 30, 7] as const;

/** How a certificate is renewed: by its refresher course, or by its own again; `firstDay` is that of the next open batch. */
export type Renewal = { courseId: string; title: string | null; isRefresher: boolean; firstDay: CalendarDate | null };
type Ending = { courseId: string; qualification: string | null };

/**
 * Finds the way to the renewal of certificates: an active course whose rule of today refreshes what the certificate proves,
 * or else the same course.
 */
export async function findRenewals(db: Queryable, today: CalendarDate): Promise<(ending: Ending) => Renewal> {
  const courses = await db
    .selectFrom('course')
    .select((e) => [
      'course.id',
      'course.title',
      'course.isActive',
      e
        .selectFrom('batch')
        .select((b) => b.fn.min('firstDay').as('firstDay'))
        .whereRef('batch.courseId', '=', 'course.id')
        .where('batch.state', '=', 'open')
        .where('batch.firstDay', '>', today)
        .as('firstDay'),
    ])
    .orderBy('course.id')
    .execute();
  const rules = await findRulesInForce(
    db,
    courses.map(({ id }) => id),
    today,
  );
  const refreshers = new Map(
    courses.flatMap((course) => {
      const rule = rules.get(course.id);
      return course.isActive && rule?.kind === 'refresher' ? [[rule.kindOf, course] as const] : [];
    }),
  );
  const byId = new Map(courses.map((course) => [course.id, course]));
  return ({ courseId, qualification }) => {
    const refresher = refreshers.get(qualification || (rules.get(courseId)?.qualification ?? ''));
    const course = refresher ?? byId.get(courseId);
    return {
      courseId: course?.id ?? courseId,
      title: course?.title ?? null,
      isRefresher: refresher !== undefined,
      firstDay: course?.firstDay ?? null,
    };
  };
}
