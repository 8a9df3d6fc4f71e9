import type { CalendarDate } from '../../platform/calendar.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { findRulesInForce } from '../courses/index.ts';

/** Expiry reminders: the days before the end of a document on which its holder gets one, by email and in calendars. */
export const reminderDays = [180, 90, 60, 30, 7] as const;

/**
 * How a document is renewed: by the refresher course of what it proves, by the course that gives it, or by its own
 * course again; `firstDay` is that of the next open batch.
 */
export type Renewal = { courseId: string; title: string | null; isRefresher: boolean; firstDay: CalendarDate | null };
/** A document that ends: what it proves, and the course of a certificate; null for another document. */
type Ending = { courseId: string | null; qualification: string | null };

/** The first day of its next batch; without one, after all that have one. */
const startOf = ({ firstDay }: { firstDay: CalendarDate | null }) => firstDay ?? '9999-12-31';

/**
 * Finds the way to the renewal of documents: an active course whose rule of today refreshes what the document proves,
 * or else the course of a certificate, or an active course that gives what another document proves.
 *
 * @returns for a document, its renewal; undefined where no course is one, as for a passport.
 */
export async function findRenewals(
  db: Queryable,
  today: CalendarDate,
): Promise<(ending: Ending) => Renewal | undefined> {
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
  const active = courses.flatMap((course) => {
    const rule = course.isActive ? rules.get(course.id) : undefined;
    return rule ? [{ course, rule }] : [];
  });
  // Of several, the one that begins first; a later entry of a map replaces an earlier one.
  const latestFirst = active.toSorted((a, b) => startOf(b.course).localeCompare(startOf(a.course)));
  const refreshers = new Map(
    latestFirst.flatMap(({ course, rule }) => (rule.kind === 'refresher' ? [[rule.kindOf, course] as const] : [])),
  );
  const givers = new Map(latestFirst.map(({ course, rule }) => [rule.qualification, course]));
  const byId = new Map(courses.map((course) => [course.id, course]));
  return ({ courseId, qualification }) => {
    const code = qualification || (courseId === null ? '' : (rules.get(courseId)?.qualification ?? ''));
    const refresher = code === '' ? undefined : refreshers.get(code);
    const own = courseId === null ? givers.get(code) : byId.get(courseId);
    const course = refresher ?? (code === '' && courseId === null ? undefined : own);
    if (!course && courseId === null) return undefined;
    return {
      courseId: course?.id ?? courseId ?? '',
      title: course?.title ?? null,
      isRefresher: refresher !== undefined,
      firstDay: course?.firstDay ?? null,
    };
  };
}
