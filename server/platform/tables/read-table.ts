import { badFile } from '../files/bad-file.ts';
import type { Incoming } from '../files/files.ts';
import { fairTurns } from '../inspection/fair-turns.ts';
import { inspector } from '../inspection/inspection.ts';
import { Refusal } from '../inspection/refusal.ts';
import type { Table } from './table.ts';
import type { TableFile } from './table-inspection.ts';

/** The place in which tables are inspected, and other files that only staff send. */
export const tableTurns = fairTurns(1, 'tables');

const inspectTable = inspector<Table, TableFile>(new URL('./table-inspection.ts', import.meta.url), {
  turns: tableTurns,
  bounds: { seconds: 15, megabytes: 512 },
});

/**
 * Reads an uploaded table, CSV or XLSX, in a process with limited memory. At most 20,000 rows below the titles;
 * empty rows are left out. What is not taken as it stands has a remark.
 *
 * @param sheet the sheet of a workbook to read; the first one that is shown if it is left out.
 * @throws AppError `bad-file` for a file that is not a table, is broken or is too large.
 */
export function readTable(incoming: Incoming, sheet?: string): Promise<Table> {
  return inspectTable({ path: incoming.path, sheet }).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
}
