import type { CategoryOrder } from '@fairlead/contract/courses/course-categories';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

type By = { actorId: string; ip: string };

const subject = { kind: 'academy', id: 'settings' };

/** Sets the order of the categories, and which of them are hidden. Of two who do so at once, the later one's stands. */
export async function arrangeCategories(
  { db, changes }: Platform,
  { categories, actorId, ip }: CategoryOrder & By,
): Promise<void> {
  await transaction(db, async (tx) => {
    for (const [place, { name, isHidden }] of categories.entries()) {
      await tx
        .insertInto('courseCategory')
        .values({ name, place, isHidden })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ place, isHidden }))
        .execute();
    }
    const hidden = categories.filter(({ isHidden }) => isHidden).map(({ name }) => name);
    await appendAudit(tx, { actorId, action: 'category.arrange', subject, details: { hidden }, ip });
    await changes.record(tx, 'public-pages');
  });
}

/**
 * Renames a category in all of its courses, whose editors learn that the course has changed. Certificates do not state
 * it.
 *
 * @throws AppError `not-found` for a category without courses, `done` for the name that it has.
 */
export async function renameCategory(
  { db, clock, changes }: Platform,
  { from, to, actorId, ip }: { from: string; to: string } & By,
): Promise<void> {
  if (from === to) throw new AppError('done', 'The category has this name.');
  await transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('course')
      .set((e) => ({ category: to, version: e('version', '+', 1), updatedAt: clock() }))
      .where('category', '=', from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('There is no such category.');
    const known = await tx.selectFrom('courseCategory').select('name').where('name', '=', to).executeTakeFirst();
    const old = tx.selectFrom('courseCategory').selectAll().where('name', '=', from);
    const before = await old.executeTakeFirst();
    await tx.deleteFrom('courseCategory').where('name', '=', from).execute();
    if (before && !known) {
      await tx
        .insertInto('courseCategory')
        .values({ ...before, name: to })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await appendAudit(tx, { actorId, action: 'category.rename', subject, details: { from, to }, ip });
    await changes.record(tx, 'public-pages');
  });
}
