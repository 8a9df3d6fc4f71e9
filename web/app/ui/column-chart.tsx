import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** One data series of a chart, and the colour of its columns. */
export type Series<T> = { title: string; value: (item: T) => number; look: 'signal' | 'sea' };

type ColumnChartProps<T> = {
  /** The chart's description for screen readers; the figures are in the table below. */
  label: string;
  items: readonly T[];
  /** The label of an item: short, below its column; and full, in the table. */
  short: (item: T) => string;
  full: (item: T) => string;
  series: readonly Series<T>[];
};

const looks = { signal: 'bg-signal', sea: 'bg-link' } as const;

/** A column chart of counts, with a table of the same figures. */
export function ColumnChart<T>({ label, items, short, full, series }: ColumnChartProps<T>) {
  const highest = Math.max(1, ...items.flatMap((item) => series.map(({ value }) => value(item))));
  return (
    <figure className="flex flex-col gap-4">
      {series.length > 1 && (
        <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
          {series.map(({ title, look }) => (
            <span key={title} className="inline-flex items-center gap-2">
              <span aria-hidden="true" className={cx('size-3 rounded-sm', looks[look])} /> {title}
            </span>
          ))}
        </figcaption>
      )}
      <div role="img" aria-label={label} className="flex h-48 items-stretch gap-1 sm:gap-2">
        {items.map((item) => (
          <div key={full(item)} className="flex min-w-0 flex-1 flex-col gap-1.5" title={titleOf(item, full, series)}>
            <div className="flex flex-1 items-end justify-center gap-0.5 border-b border-edge">
              {series.map(({ title, value, look }) => (
                <div
                  key={title}
                  className={cx('w-full max-w-6 rounded-t-sm', looks[look])}
                  style={{ height: `${(100 * value(item)) / highest}%` }}
                />
              ))}
            </div>
            <span className="text-center text-xs text-soft">{short(item)}</span>
          </div>
        ))}
      </div>
      <FiguresBehind
        titles={['Month', ...series.map(({ title }) => title)]}
        rows={items.map((item) => [full(item), ...series.map(({ value }) => value(item).toLocaleString('en-IN'))])}
      />
    </figure>
  );
}

const titleOf = <T,>(item: T, full: (item: T) => string, series: readonly Series<T>[]) =>
  `${full(item)}: ${series.map(({ title, value }) => `${title} ${value(item)}`).join(', ')}`;

/** The figures of a chart as a table, to read or to copy. */
export function FiguresBehind({ titles, rows }: { titles: readonly string[]; rows: readonly (readonly string[])[] }) {
  const cell = (text: string, i: number): ReactNode => (
    <td key={titles[i]} className={cx('py-1.5', i > 0 && 'pl-4 text-right tabular-nums')}>
      {text}
    </td>
  );
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-link">Figures as a table</summary>
      <table className="mt-3 w-full text-left text-sm">
        <thead>
          <tr className="text-soft">
            {titles.map((title, i) => (
              <th key={title} scope="col" className={cx('py-1.5 font-semibold', i > 0 && 'pl-4 text-right')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((texts) => (
            <tr key={texts[0]}>{texts.map(cell)}</tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
