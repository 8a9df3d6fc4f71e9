import { useRef } from 'react';
import { cx } from '../cx.ts';
import { ChooseAll, ChosenBar, useChoice } from './choice.tsx';
import { ListFrame, type ListFrameProps } from './data-list.tsx';
import { ListKeys, useListKeys } from './list-keys.tsx';
import { ListMenu, useShownColumns } from './list-menu.tsx';
import { type Column, edges, hasActions, roles, type TableProps, TableRow } from './table-row.tsx';

type DataTableProps<T> = ListFrameProps<T> & TableProps<T>;

/**
 * Records with the same few fields each: a dense table on wide screens, one card per record below that, with the same
 * markup. Columns can be hidden, rows opened, chosen and decided, all of it by keys too.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, list } = props;
  const root = useRef<HTMLDivElement>(null);
  const keys = useListKeys(root, list.items);
  const shown = useShownColumns(label);
  return (
    <div ref={root}>
      <ListFrame
        {...props}
        tools={
          <>
            <ListMenu columns={columns.slice(1)} {...shown} onKeys={() => keys.show(true)} />
            <ListKeys list={root} {...keys} />
          </>
        }
      >
        {(items) => (
          <Rows
            {...props}
            items={items}
            isShown={(column) => column === columns[0] || shown.isShown(column)}
            isCrowded={columns.filter(shown.isShown).length > columns.filter(shown.isUsual).length}
          />
        )}
      </ListFrame>
    </div>
  );
}

type RowsProps<T> = DataTableProps<T> & {
  items: T[];
  isShown: (column: Column<T>) => boolean;
  /** More columns are shown than the widths are made for: all of them get the same width then. */
  isCrowded: boolean;
};

function Rows<T>(props: RowsProps<T>) {
  const { label, itemKey, columns, items, list, choose, isShown, isCrowded } = props;
  const { chosen, isChosen, toggle, toggleAll, choose: chooseThese, takeOff } = useChoice(items, itemKey);
  const isFixed = columns.some(({ width }) => width);
  const headLook =
    'px-2.5 py-2 font-semibold lg:align-middle lg:sticky lg:top-16 lg:z-5 lg:bg-sunken lg:first:rounded-tl-lg lg:last:rounded-tr-lg';
  return (
    <>
      <div className="lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:shadow-card">
        <table
          {...roles.table}
          aria-label={label}
          className={cx(
            'block w-full border-separate border-spacing-0 text-left lg:table',
            isFixed && 'lg:table-fixed lg:text-sm',
          )}
        >
          <thead
            {...roles.rowgroup}
            className={cx('lg:table-header-group', choose ? 'block' : 'sr-only lg:not-sr-only')}
          >
            <tr {...roles.row} className="flex text-sm text-soft lg:table-row">
              {choose && (
                <th scope="col" className={cx('lg:w-12', headLook, edges)}>
                  <span className="flex items-center gap-3">
                    <ChooseAll items={items} chosen={chosen} onAll={toggleAll} labelClass="lg:sr-only" />
                  </span>
                </th>
              )}
              {columns.map((column) => (
                <th
                  key={column.title}
                  scope="col"
                  className={cx(
                    headLook,
                    edges,
                    !isCrowded && column.width,
                    column.figures && 'text-right',
                    choose && 'max-lg:sr-only',
                    !isShown(column) && 'hidden',
                  )}
                >
                  {column.title}
                </th>
              ))}
              {hasActions(props) && (
                <th scope="col" className={cx(headLook, edges, choose && 'max-lg:sr-only', widthOfActions(props))}>
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody {...roles.rowgroup} className="flex flex-col gap-3 lg:table-row-group">
            {items.map((item) => (
              <TableRow
                key={itemKey(item)}
                {...props}
                item={item}
                isOneLine={isFixed}
                chosen={isChosen(item)}
                onChoose={(range) => toggle(item, range)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {choose && (
        <ChosenBar
          list={list}
          items={items}
          chosen={chosen}
          onChoose={chooseThese}
          onTakeOff={takeOff}
          actions={choose.actions}
        />
      )}
    </>
  );
}

/** The width of the last column: it has buttons of known sizes. */
function widthOfActions<T>({ decide, decideWidth, menu, detail, to }: DataTableProps<T>): string {
  if (decide) return decideWidth ?? 'lg:w-48';
  return menu && detail && to ? 'lg:w-24' : 'lg:w-14';
}
