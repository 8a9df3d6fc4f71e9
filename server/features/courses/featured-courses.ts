import { sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { among } from '../../platform/db/among.ts';
import { type Queryable, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSettings, ofAcademy } from '../academy/index.ts';
import { type CourseRow, selectCourses } from './queries.ts';

const chosen = sql<string[]>`coalesce((select featured_courses from academy_settings), '{}')`;

const selectChosen = (db: Queryable) =>
  selectCourses(db).where(sql<boolean>`course.id = any(${chosen})`).orderBy(sql`array_position(${chosen}, course.id)`);

/** The courses that the academy has chosen for its home page, in its order; one that is not active keeps its place. */
export const listChosen = (db: Queryable): Promise<CourseRow[]> => selectChosen(db).execute();

/** The active ones among them. */
export const listFeatured = (db: Queryable): Promise<CourseRow[]> =>
  selectChosen(db).where('course.isActive', '=', true).execute();

/**
 * Chooses the courses of the home page; none lets the six titles stand there with which it begins.
 *
 * @throws AppError `invalid` for a course that is chosen twice, or that is not active and was not chosen before.
 */
export async function featureCourses(
  { db, changes }: Platform,
  { ids, actorId, ip }: { ids: string[]; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const offered =
      ids.length === 0
        ? []
        : await tx
            .selectFrom('course')
            .select('id')
            .where(among('id', ids))
            .where(({ or, eb }) => or([eb('isActive', '=', true), sql<boolean>`course.id = any(${chosen})`]))
            .execute();
    if (offered.length !== ids.length)
      throw new AppError('invalid', 'Choose published courses, each once.', { fields: { courses: 'Choose others' } });
    await tx.updateTable('academySettings').set({ featuredCourses: ids }).execute();
    const details = { courses: ids };
    await appendAudit(tx, { actorId, action: 'settings.featured', subject: ofAcademy, details, ip });
    await changes.record(tx, 'public-pages');
  });
}
