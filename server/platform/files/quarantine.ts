import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Files } from './files.ts';
import { isInUse } from './files-in-use.ts';
import { type Folder, folders, isStoredName } from './folders.ts';
import { isProbe } from './stores/probe.ts';

const day = 24 * 3600 * 1000;

/** Days for which a file without a row, or marked as deleted, is kept. */
export const quarantineDays = 30;

/** Files noted by one statement. */
const batch = 500;

/**
 * A file without a row that no sweep has found for this many days begins its quarantine again: the notes may be those
 * of an older database, or the clock may have jumped.
 */
const mostDaysUnseen = 2;

type Listed = { filename: string; changedAt: number };
type Note = { folder: Folder; filename: string; since: Date; seenAt: Date; hasRow: boolean; inUse: boolean };

/**
 * Notes each stored file that has no row, or whose row is marked as deleted, and forgets the notes of all others. Only
 * the notes are in the database: the files stay where they are, so one whose row is there again was never away. Files
 * that are stored at the moment have no row yet; those younger than a day are left out. Several sweeps may do this at
 * once.
 *
 * @returns the number of stored files, and the names of probes that killed processes have left.
 */
export async function noteQuarantine(db: Db, files: Files, now: Date): Promise<{ total: number; probes: string[] }> {
  const yesterday = now.getTime() - day;
  const probes: string[] = [];
  let total = 0;
  for (const folder of folders) {
    let listed: Listed[] = [];
    const note = async () => {
      await keepNotes(db, await notesOf(db, folder, listed, now), now);
      listed = [];
    };
    for await (const { filename, changedAt } of files.store.list(folder)) {
      if (isProbe(filename) && changedAt < yesterday) probes.push(`${folder}/${filename}`);
      // What somebody else put there is never deleted.
      if (!isStoredName(filename)) continue;
      total += 1;
      listed.push({ filename, changedAt });
      if (listed.length === batch) await note();
    }
    await note();
  }
  await db.deleteFrom('quarantinedFile').where('seenAt', '<', now).execute();
  return { total, probes };
}

async function notesOf(db: Db, folder: Folder, listed: readonly Listed[], now: Date): Promise<Note[]> {
  if (listed.length === 0) return [];
  // A file may be listed twice while it moves from one place to another.
  const names = new Map(listed.map(({ filename, changedAt }) => [filename, changedAt]));
  const those = db
    .selectFrom('storedFile')
    .select(['filename', 'deletedAt'])
    .where('folder', '=', folder)
    .where('filename', 'in', [...names.keys()]);
  const rows = new Map((await those.execute()).map(({ filename, deletedAt }) => [filename, deletedAt]));
  const isAnyMarked = [...rows.values()].some((deletedAt) => deletedAt !== null);
  const used = isAnyMarked ? await those.where('deletedAt', 'is not', null).where(isInUse()).execute() : [];
  const inUse = new Set(used.map(({ filename }) => filename));
  return [...names].flatMap(([filename, changedAt]): Note[] => {
    const deletedAt = rows.get(filename);
    const one = { folder, filename, seenAt: now, inUse: inUse.has(filename) };
    if (deletedAt) return [{ ...one, since: deletedAt, hasRow: true }];
    return deletedAt === undefined && changedAt < now.getTime() - day ? [{ ...one, since: now, hasRow: false }] : [];
  });
}

/** Simultaneous sweeps note files in the same order, so that their statements do not deadlock. */
async function keepNotes(db: Db, notes: readonly Note[], now: Date): Promise<void> {
  if (notes.length === 0) return;
  const unseen = new Date(now.getTime() - mostDaysUnseen * day);
  const goesOn = sql<boolean>`not excluded.has_row and not quarantined_file.has_row
    and quarantined_file.seen_at >= ${unseen}`;
  const since = sql<Date>`case when ${goesOn} then quarantined_file.since else excluded.since end`;
  await db
    .insertInto('quarantinedFile')
    .values(notes.toSorted((a, b) => (a.filename < b.filename ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['folder', 'filename']).doUpdateSet({
        since,
        seenAt: sql`greatest(quarantined_file.seen_at, excluded.seen_at)`,
        hasRow: sql`excluded.has_row`,
        inUse: sql`excluded.in_use`,
        isAllowed: sql`quarantined_file.is_allowed and quarantined_file.since = ${since}`,
      }),
    )
    .execute();
}

/**
 * The number of files that would be deleted within 24 hours, on the day with most of them; what an administrator has
 * allowed does not count. Files that are overdue, as after a pause of the program, go on the same day. A list of a
 * film's versions that a newer list has replaced does not count: each version that is made leaves one behind.
 */
export async function mostToGoInADay(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    with going as (
      select greatest(since + make_interval(days => ${quarantineDays}::int), ${now}) as at
      from quarantined_file as note where not in_use and not is_allowed
        and not (has_row and filename like '%.m3u8' and exists (
          select from stored_file as list
          where list.folder = note.folder and list.filename = note.filename
            and not exists (select from film where ladder_file_id = list.id)
            and not exists (select from film_rendition where playlist_file_id = list.id))))
    select coalesce(max(number), 0) as most from (
      select count(*) over (order by at range between current row and interval '24 hours' following) as number
      from going) as days`.execute(db);
  return rows[0]?.most ?? 0;
}

/** The numbers of files in quarantine. */
export type Quarantined = { withoutRow: number; markedDeleted: number; inUse: number };

export function countQuarantined(db: Db): Promise<Quarantined> {
  return db
    .selectFrom('quarantinedFile')
    .select((e) => [
      e.fn.countAll<number>().filterWhere('hasRow', '=', false).as('withoutRow'),
      e.fn.countAll<number>().filterWhere('hasRow', '=', true).filterWhere('inUse', '=', false).as('markedDeleted'),
      e.fn.countAll<number>().filterWhere('inUse', '=', true).as('inUse'),
    ])
    .executeTakeFirstOrThrow();
}
