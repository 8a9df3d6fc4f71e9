import { groupDigits } from '@fairlead/contract/values/numbers';
import { dayAt } from '../../platform/calendar.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { inParts } from '../../platform/db/in-parts.ts';
import { AppError } from '../../platform/errors.ts';
import { badFile } from '../../platform/files/bad-file.ts';
import type { Incoming } from '../../platform/files/files.ts';
import type { Platform } from '../../platform/platform.ts';
import { readNamedRows } from '../../platform/tables/read-table.ts';
import { findFacts } from './queries.ts';
import { importColumns, optionalColumns, readRows } from './read-rows.ts';
import { judgeRows, mostPeople } from './rules.ts';

/**
 * Reads a table of people and stores what would become of each row, for staff to review. Nothing else is stored, and no
 * email is sent.
 *
 * @returns the id of the import.
 * @throws AppError `invalid` without a file, `bad-file` for one that is not such a table or is too long.
 */
export async function previewImport(
  platform: Platform,
  { file, actorId }: { file: Incoming | undefined; actorId: string },
): Promise<string> {
  const { db, clock, config } = platform;
  if (!file) {
    const message = 'Please choose a CSV or XLSX file.';
    throw new AppError('invalid', message, { fields: { file: message } });
  }
  const named = await readNamedRows(file, importColumns, optionalColumns);
  if (named.length === 0) throw badFile(file, 'This list has no rows below the column names.');
  if (named.length > mostPeople) {
    const most = groupDigits(mostPeople);
    throw badFile(file, `At most ${most} people can be imported at once. Please split the list.`);
  }
  if (named.every(({ values: { name, firstName, lastName } }) => !name && !firstName && !lastName)) {
    throw badFile(file, 'The first row must name the columns; there is none called Name.');
  }
  const rows = readRows(named, dayAt(clock(), config.timeZone));
  const judged = judgeRows(rows, await findFacts(db, rows, platform));
  return transaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('peopleImport')
      .values({ filename: file.originalName, createdBy: actorId, createdAt: clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const values = rows.map(({ problem: _, ...row }, n) => ({ importId: id, ...row, ...(judged[n] ?? left) }));
    for (const some of inParts(values)) await tx.insertInto('peopleImportRow').values(some).execute();
    return id;
  });
}

const left = { outcome: 'refused', reason: null } as const;

const day = 24 * 3600 * 1000;

/** Deletes imports that were not confirmed within a day, and reports of those confirmed a week ago. */
export async function sweepImports(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - day);
  const weekAgo = new Date(now.getTime() - 7 * day);
  await db
    .deleteFrom('peopleImport')
    .where((e) =>
      e.or([e.and([e('createdAt', '<', yesterday), e('confirmedAt', 'is', null)]), e('confirmedAt', '<', weekAgo)]),
    )
    .execute();
}
