import { groupDigits } from '@fairlead/contract/values/numbers';
import type { Measured, Spread } from './rounds.ts';

/** One row of the bench: a figure, the limit that it is compared with, and its goal. */
export type Row = {
  what: string;
  beside: string;
  unit: string;
  measured: Measured;
  /** The goal for the ratio. */
  goal: { atLeast: number } | { atMost: number };
  /** A note on the figure: how it was measured, or what it means. */
  note?: string;
};

const digits = (value: number) => (Math.abs(value) >= 100 ? groupDigits(Math.round(value)) : value.toPrecision(3));
const spread = ({ low, high }: Spread) => `${digits(low)} to ${digits(high)}`;

/** A row for a figure that must stay below a fixed limit. */
export function beside(
  what: string,
  ours: Spread,
  { limit, unit, note }: { limit: number; unit: string; note?: string },
): Row {
  const share = (value: number) => value / limit;
  return {
    what,
    beside: `${limit} ${unit}`,
    unit,
    measured: {
      ours,
      limit: { median: limit, low: limit, high: limit },
      ratio: { median: share(ours.median), low: share(ours.low), high: share(ours.high) },
    },
    goal: { atMost: 1 },
    ...(note !== undefined && { note }),
  };
}

export const isMet = ({ measured, goal }: Row): boolean =>
  'atLeast' in goal ? measured.ratio.median >= goal.atLeast : measured.ratio.median <= goal.atMost;

const goalOf = ({ goal }: Row) => ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`);

/** The rows as a Markdown table, with medians and the spread of the ratio. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['what', 'beside', 'ours', 'limit', 'ratio', 'spread', 'goal', ''];
  const lines = rows.map((row) => [
    row.what,
    row.beside,
    `${digits(row.measured.ours.median)} ${row.unit}`,
    digits(row.measured.limit.median),
    digits(row.measured.ratio.median),
    spread(row.measured.ratio),
    goalOf(row),
    [isMet(row) ? 'met' : 'missed', row.note].filter(Boolean).join('; '),
  ]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
