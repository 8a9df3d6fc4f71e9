import { isDeepStrictEqual } from 'node:util';
import { dayAt } from '../../platform/calendar.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { doubtfulDates } from './date-orders.ts';
import { type Layout, type ListRow, valuesIn } from './lay-out.ts';
import { findFacts } from './queries.ts';
import { readRows } from './read-rows.ts';
import { judgeRows } from './rules.ts';

/** A row as it is read and judged; `isLeftOut` where staff have left it out. */
type Planning = ListRow & { isLeftOut: boolean };

/** What a row becomes: every column that depends on how the list is read. */
type Plan = Awaited<ReturnType<typeof planRows>>['plans'][number];

/**
 * Reads and judges the rows of a list by its layout. While staff have to choose columns, every row is refused.
 *
 * @returns what is stored of each row, in their order, and which columns have dates that can be read in two ways.
 */
export async function planRows(
  db: Queryable,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  layout: Layout,
  rows: readonly Planning[],
) {
  const named = rows.map((row) => valuesIn(layout, row));
  const open = layout.doubts[0];
  // a doubt stays when the row that raised it is corrected
  const doubtful = { ...layout.doubtful, ...doubtfulDates(named) };
  const readAll = (some: typeof named) =>
    readRows(some, dayAt(clock(), config.timeZone), layout.dateOrders, doubtful).map((row) =>
      open ? { ...row, problem: `${open.message} Choose the columns first.` } : row,
    );
  // a row that is left out stands in nobody's way
  const kept = readAll(named.filter((_, n) => !rows[n]?.isLeftOut));
  const read = named.flatMap((one, n) =>
    rows[n]?.isLeftOut ? readAll([one]).map((row) => ({ ...row, problem: 'Left out.' })) : kept.splice(0, 1),
  );
  const judged = judgeRows(read, await findFacts(db, read, { clock, config }));
  const plans = read.map(({ problem: _, row: __, notHeld: ___, ...fields }, n) => ({
    ...fields,
    ...(judged[n] ?? left),
  }));
  return { plans, doubtful };
}

const left = { outcome: 'refused', reason: null } as const;

/** Whether a stored row differs from its plan. */
export const differsFrom = (stored: Record<string, unknown>, plan: Plan): boolean =>
  Object.entries(plan).some(([field, value]) => !isDeepStrictEqual(stored[field] ?? null, value ?? null));
