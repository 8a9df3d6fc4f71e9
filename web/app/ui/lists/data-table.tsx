import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { ListFrame, type ListFrameProps } from './data-list.tsx';

export type Column<T> = {
  title: string;
  cell: (item: T) => ReactNode;
  /** Aligns figures at the right, so that they can be compared. */
  figures?: boolean;
  /** On a card, this column takes the full width, as the first one does. */
  wide?: boolean;
};

type DataTableProps<T> = ListFrameProps<T> & {
  /** The name of the table, for screen readers. */
  label: string;
  itemKey: (item: T) => string;
  /** The first column is the row's header. */
  columns: readonly Column<T>[];
};

/** Explicit roles, since some browsers drop the table semantics of a table that is displayed as blocks. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
} as const;

/** The first and the last column have padding to the table's border. */
const edges = 'lg:first:pl-5 lg:last:pr-5';

/**
 * Records with the same few fields each: a table on wide screens, one card per record below that. The markup is the
 * same in both.
 */
export function DataTable<T>({ label, itemKey, columns, ...frame }: DataTableProps<T>) {
  return (
    <ListFrame {...frame}>
      {(items) => (
        <div className="lg:overflow-hidden lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:shadow-card">
          <table {...roles.table} aria-label={label} className="block w-full text-left lg:table">
            <thead {...roles.rowgroup} className="sr-only lg:not-sr-only lg:table-header-group">
              <tr {...roles.row} className="text-sm text-soft">
                {columns.map(({ title, figures }) => (
                  <th key={title} scope="col" className={cx('px-3 py-3 font-semibold', edges, figures && 'text-right')}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody {...roles.rowgroup} className="flex flex-col gap-3 lg:table-row-group">
              {items.map((item) => (
                <Row key={itemKey(item)} item={item} columns={columns} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ListFrame>
  );
}

function Row<T>({ item, columns }: { item: T; columns: readonly Column<T>[] }) {
  return (
    <tr
      {...roles.row}
      className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-5 shadow-card lg:table-row lg:border-x-0 lg:border-b-0 lg:align-top"
    >
      {columns.map(({ title, cell, figures, wide }, i) => (
        <td
          key={title}
          {...roles.cell}
          className={cx(
            'block min-w-0 lg:table-cell lg:p-3',
            edges,
            (i === 0 || wide) && 'col-span-2',
            i === 0 && 'wrap-anywhere',
            figures && 'whitespace-nowrap tabular-nums lg:text-right',
          )}
        >
          {i > 0 && (
            <span aria-hidden="true" className="block text-sm text-soft lg:hidden">
              {title}
            </span>
          )}
          {cell(item)}
        </td>
      ))}
    </tr>
  );
}
