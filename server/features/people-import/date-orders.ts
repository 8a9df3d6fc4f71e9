import type { ImportMeaning, dateOrders as orders } from '@fairlead/contract/people-import/calls';
import { calledColumn } from './columns.ts';

/** What comes first in dates of a column. */
type DateOrder = (typeof orders)[number];
/** The order that staff have chosen for a column. */
export type DateOrders = Partial<Record<ImportMeaning, DateOrder>>;

/** The columns that have dates. */
export const dated = ['birthDate', 'passportExpiresOn', 'cdcExpiresOn', 'batch'] as const satisfies ImportMeaning[];
type Dated = (typeof dated)[number];

/** Why the open dates of a column are not read: another date writes the month first. */
export type DoubtfulDates = Partial<Record<Dated, string>>;

const numeric = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;

/** What a date in numbers proves: the order in which it is written, or nothing where both are possible. */
function proofOf(text: string): DateOrder | 'open' | undefined {
  const found = numeric.exec(text);
  if (!found) return undefined;
  const [first, second] = [Number(found[1]), Number(found[2])];
  if (first > 12) return second > 12 ? undefined : 'day';
  if (second > 12) return 'month';
  return first === second ? undefined : 'open';
}

/** Whether a date in numbers can be read with the day or with the month first. */
export const isOpenDate = (text: string): boolean => proofOf(text) === 'open';

/**
 * The columns whose open dates are doubtful: one of their rows writes the month first, or one of another column does
 * while no row of their own writes the day first.
 */
export function doubtfulDates(rows: readonly { row: number; values: Record<ImportMeaning, string> }[]): DoubtfulDates {
  const proofs = dated.map((key) => {
    const all = rows.map(({ row, values }) => ({ row, text: values[key], proof: proofOf(values[key]) }));
    const first = (proof: DateOrder | 'open') => all.find((one) => one.proof === proof);
    return { key, month: first('month'), day: first('day'), open: first('open') };
  });
  const anywhere = proofs.find(({ month }) => month);
  if (!anywhere?.month) return {};
  return Object.fromEntries(
    proofs.flatMap(({ key, month, day, open }) => {
      if (!open || (!month && day)) return [];
      const by = month ?? anywhere.month;
      const where = month ? '' : ` of ${calledColumn(anywhere.key)}`;
      return [
        [
          key,
          `Row ${by?.row}${where} writes the month first (${by?.text}), so that ${calledColumn(key)} ${open.text} can be read in two ways.`,
        ],
      ];
    }),
  );
}

/** A date in numbers whose month stands first, with its day first; any other text as it is. */
export function dayFirst(text: string, order: DateOrder | undefined): string {
  const found = order === 'month' ? numeric.exec(text) : null;
  return found ? `${found[2]}/${found[1]}/${found[3]}` : text;
}
