import { groupDigits } from '@fairlead/contract/values/numbers';
import { type Db, type Queryable, transaction } from '../../platform/db/database.ts';
import { inParts } from '../../platform/db/in-parts.ts';
import { AppError } from '../../platform/errors.ts';
import { badFile } from '../../platform/files/bad-file.ts';
import type { Incoming } from '../../platform/files/files.ts';
import type { Platform } from '../../platform/platform.ts';
import { readTable } from '../../platform/tables/read-table.ts';
import { getBatch } from '../batches/index.ts';
import { calledColumn } from './columns.ts';
import { intoBatch } from './into-batch.ts';
import { digestOf, hasUnused, type Layout, layOut, missingIn, withMissing } from './lay-out.ts';
import { planRows } from './plan-rows.ts';
import { mostPeople } from './rules.ts';

/**
 * Reads a table of people and stores what would become of each row, for staff to review. Nothing else is stored, and no
 * email is sent.
 *
 * @param sheet the sheet of a workbook to read; the first one that is shown if it is blank.
 * @param batchId the batch for rows that name no course, or its course without a batch.
 * @returns the id of the import.
 * @throws AppError `invalid` without a file, `bad-file` for one that is not such a table or is too long; `not-found`
 *   for the batch.
 */
export async function previewImport(
  platform: Platform,
  {
    file,
    sheet,
    batchId,
    actorId,
  }: { file: Incoming | undefined; sheet: string; batchId?: string | undefined; actorId: string },
): Promise<string> {
  const { db, clock } = platform;
  const batch = batchId ? await getBatch(db, batchId) : undefined;
  if (!file) {
    const message = 'Please choose a CSV or XLSX file.';
    throw new AppError('invalid', message, { fields: { file: message } });
  }
  const { layout: found, list } = layOut(await readTable(file, sheet || undefined));
  const layout = await withKept(db, found);
  const missing = missingIn(layout);
  const isKnown = Object.keys(layout.columns).length > 0 || layout.doubts.length > 0;
  if (missing.length > 0 && !(isKnown && hasUnused(layout)))
    throw badFile(file, noneCalled(layout, missing.map(calledColumn)));
  if (list.length === 0) throw badFile(file, 'This list has no rows below the column names.');
  if (list.length > mostPeople) {
    const most = groupDigits(mostPeople);
    throw badFile(file, `At most ${most} people can be imported at once. Please split the list.`);
  }
  const { layout: whole, list: placed } = intoBatch({ layout: withMissing(layout), list }, batch);
  const rows = placed.map((row) => ({ ...row, isLeftOut: false }));
  const { plans, doubtful } = await planRows(db, platform, whole, rows);
  return transaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('peopleImport')
      .values({
        filename: file.originalName,
        createdBy: actorId,
        createdAt: clock(),
        layout: JSON.stringify({ ...whole, doubtful }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const values = plans.map((plan, n) => {
      const { row = 0, cells = [], remarks = [] } = rows[n] ?? {};
      return { importId: id, row, cells, remarks: JSON.stringify(remarks), ...plan };
    });
    for (const some of inParts(values)) await tx.insertInto('peopleImportRow').values(some).execute();
    return id;
  });
}

/** A layout with the columns that staff chose for the last list with the same headings. */
async function withKept(db: Queryable, layout: Layout): Promise<Layout> {
  const kept = await db
    .selectFrom('peopleImportHeadings')
    .select('columns')
    .where('digest', '=', digestOf(layout.titles))
    .executeTakeFirst();
  const columns = (kept?.columns ?? {}) as Layout['columns'];
  // a column without a heading is not in every list
  const isThere = Object.values(columns).every((column) => column < layout.titles.length);
  if (!kept || !isThere) return layout;
  const remarks = ['The columns are those that were chosen for the last list with these headings.', ...layout.remarks];
  return { ...layout, columns, doubts: [], remarks };
}

function noneCalled({ sheet, otherSheets }: Layout, missing: readonly string[]): string {
  const others = otherSheets.map(({ name }) => `‘${name}’`).join(', ');
  const where =
    sheet === null || others === '' ? '' : ` The sheet ‘${sheet}’ was read; the workbook also has ${others}.`;
  return `The first row must name the columns; there is none called ${missing.join(', ')}.${where}`;
}

const day = 24 * 3600 * 1000;

/**
 * Deletes imports that were not confirmed within a day, reports of those confirmed a week ago, and the columns that
 * staff chose for a list a year ago.
 */
export async function sweepImports(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - day);
  const weekAgo = new Date(now.getTime() - 7 * day);
  await db
    .deleteFrom('peopleImport')
    .where((e) =>
      e.or([e.and([e('createdAt', '<', yesterday), e('confirmedAt', 'is', null)]), e('confirmedAt', '<', weekAgo)]),
    )
    .execute();
  const yearAgo = new Date(now.getTime() - 365 * day);
  await db.deleteFrom('peopleImportHeadings').where('chosenAt', '<', yearAgo).execute();
}
