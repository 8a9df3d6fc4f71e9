import { groupDigits } from '@fairlead/contract/values/numbers';
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

/** A column chart of counts, with a table of the same figures; counts of one and none as sentences. */
export function ColumnChart<T>({ label, items, short, full, series }: ColumnChartProps<T>) {
  if (items.every((item) => series.every(({ value }) => value(item) <= 1)))
    return <InWords items={items} full={full} series={series} />;
  const top = topOf(Math.max(1, ...items.flatMap((item) => series.map(({ value }) => value(item)))));
  const marks = top % 2 === 0 ? [top, top / 2, 0] : [top, 0];
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
      <div role="img" aria-label={label} className="flex h-56 gap-2 text-xs text-soft">
        <div className="flex flex-col justify-between pt-4 pb-6 text-right tabular-nums">
          {marks.map((mark) => (
            <span key={mark} className="leading-none">
              {groupDigits(mark)}
            </span>
          ))}
        </div>
        <div className="relative flex min-w-0 flex-1 items-stretch gap-1 sm:gap-2">
          <div className="absolute inset-x-0 top-[1.375rem] bottom-[1.875rem] flex flex-col justify-between">
            {marks.map((mark) => (
              <div key={mark} className="border-t border-line" />
            ))}
          </div>
          {items.map((item) => (
            <div key={full(item)} className="relative flex min-w-0 flex-1 flex-col" title={titleOf(item, full, series)}>
              <div className="mt-[1.375rem] flex flex-1 items-end justify-center gap-0.5">
                {series.map(({ title, value, look }) => (
                  <Column key={title} value={value(item)} top={top} look={look} />
                ))}
              </div>
              <span className="flex h-[1.875rem] items-end justify-center text-[0.625rem] sm:text-xs">
                {short(item)}
              </span>
            </div>
          ))}
        </div>
      </div>
      <FiguresBehind
        titles={['Month', ...series.map(({ title }) => title)]}
        rows={items.map((item) => [full(item), ...series.map(({ value }) => groupDigits(value(item)))])}
      />
    </figure>
  );
}

/** A chart of ones and zeros would show less than its sentences say. */
function InWords<T>({ items, full, series }: Pick<ColumnChartProps<T>, 'items' | 'full' | 'series'>) {
  return series.map(({ title, value }) => {
    const those = items.filter((item) => value(item) > 0).map(full);
    return (
      <p key={title}>
        {title}: {those.length === 0 ? 'none' : `${those.length > 1 ? '1 each' : '1'} in ${those.join(', ')}`}.
      </p>
    );
  });
}

type ColumnProps = { value: number; top: number; look: Series<unknown>['look'] };

/** A column with its value above it, where there is room for that. */
function Column({ value, top, look }: ColumnProps) {
  return (
    <div
      className={cx('relative w-full max-w-8 rounded-t-sm', looks[look])}
      style={{ height: `${(100 * value) / top}%` }}
    >
      {value > 0 && (
        <span className="absolute inset-x-0 bottom-full hidden justify-center pb-0.5 text-ink tabular-nums md:flex">
          {groupDigits(value)}
        </span>
      )}
    </div>
  );
}

/** The upper end of an axis: the next of 1, 2, 4, 6, 10, 20, 40, 60, 100 … that is not below the highest value. */
export function topOf(highest: number): number {
  const unit = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 4, 6, 10].find((step) => step * unit >= highest) ?? 10) * unit;
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
