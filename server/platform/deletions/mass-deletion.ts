import type { deletionKinds } from '@fairlead/contract/overview/calls';
import type { Db, Queryable, Tx } from '../db/database.ts';

/** What is deleted by the program itself: stored files by the sweep, people by retention. */
export type DeletionKind = (typeof deletionKinds)[number];

/**
 * The most that is deleted in a day without an administrator: one in a hundred, and 20 where that is less, so that a
 * small academy can work. Everyday deletions grow with an academy; a fault or a wrong database reaches most of it.
 */
export const mostInADay = (total: number): number => Math.max(20, Math.floor(total / 100));

/** A deletion that waits: how many would be deleted in a day, of how many, and since when it waits. */
export type WaitingDeletion = { kind: DeletionKind; waiting: number; total: number; since: Date };

/** Notes how many would be deleted in a day where that waits for an administrator, and 0 where nothing waits. */
export async function noteMassDeletion(
  db: Queryable,
  kind: DeletionKind,
  { waiting, total, now }: { waiting: number; total: number; now: Date },
): Promise<void> {
  await db
    .updateTable('massDeletion')
    .set((e) => ({ waiting, total, countedAt: now, since: waiting > 0 ? e.fn.coalesce('since', e.val(now)) : null }))
    .where('kind', '=', kind)
    .execute();
}

/** Selects the deletions that wait for an administrator. */
export const selectWaitingDeletions = (db: Queryable) =>
  db.selectFrom('massDeletion').select(['kind', 'waiting', 'total', 'since']).where('waiting', '>', 0).orderBy('kind');

/** The deletions that wait for an administrator. */
export async function listWaitingDeletions(db: Queryable): Promise<WaitingDeletion[]> {
  const rows = await selectWaitingDeletions(db).execute();
  return rows.map(({ kind, since, ...counts }) => ({ ...counts, kind: kind as DeletionKind, since: since as Date }));
}

/** How many people the next run of retention may erase although it is a mass deletion; 0 if none was allowed. */
export async function findAllowedPeople(db: Db): Promise<number> {
  const row = await db.selectFrom('massDeletion').select('allowed').where('kind', '=', 'people').executeTakeFirst();
  return row?.allowed ?? 0;
}

/**
 * Allows the pending deletion once: all files that were counted, or as many people, for the next run.
 *
 * @param seen the number that the administrator saw; more are not allowed with it.
 * @returns whether that many still wait.
 */
export async function allowMassDeletion(tx: Tx, kind: DeletionKind, seen: number): Promise<boolean> {
  const row = await tx
    .updateTable('massDeletion')
    .set({ waiting: 0, since: null, ...(kind === 'people' && { allowed: seen }) })
    .where('kind', '=', kind)
    .where('waiting', '=', seen)
    .returning('countedAt')
    .executeTakeFirst();
  if (row && kind === 'files') {
    const counted = tx.updateTable('quarantinedFile').where('since', '<=', row.countedAt);
    await counted.set({ isAllowed: true }).execute();
  }
  return row !== undefined;
}

/** Ends what was allowed for people, after a run of retention was completed. */
export async function endAllowance(db: Db): Promise<void> {
  await db.updateTable('massDeletion').set({ allowed: null }).where('kind', '=', 'people').execute();
}
