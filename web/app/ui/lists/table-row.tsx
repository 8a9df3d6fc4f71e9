import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { ActionLook, asButtons } from '../dialogs/action-look.tsx';
import { Checkbox } from '../forms/choice-fields.tsx';
import { ChevronDownIcon } from '../icons.tsx';
import type { Choose } from './choice.tsx';
import { RowMenu } from './row-menu.tsx';
import { showLine, showWhole, tellWhole } from './whole-texts.ts';

export type Column<T> = {
  title: string;
  cell: (item: T) => ReactNode;
  /** Aligns figures at the right, so that they can be compared. */
  figures?: boolean;
  /** On a card, this column takes the full width, as the first one does. */
  wide?: boolean;
  /** Left out of a table on a screen of less than 1,440 pixels, until somebody shows it. */
  roomy?: boolean;
  /** Not there until somebody shows it; what it says is in the details or on the page of the record, too. */
  hidden?: boolean;
  /**
   * A class with the width in the table, such as 'lg:w-28'. Once a column has one, the table gives each row one line
   * and shares the rest of its width among the other columns.
   */
  width?: string;
};

/** The parts of a table. */
export type TableProps<T> = {
  /** The name of the table, for screen readers; the chosen columns are kept under it. */
  label: string;
  itemKey: (item: T) => string;
  /** The first column is the row's header. */
  columns: readonly Column<T>[];
  /** The name of a record, for screen readers at its buttons. */
  nameOf?: (item: T) => string;
  /** Where the row's header leads; without it the header opens the details, if there are any. */
  to?: (item: T) => string | undefined;
  /** Content that has no column, shown below the row when it is opened. */
  detail?: (item: T) => ReactNode;
  /** The decision about a record, as buttons in its row. */
  decide?: ((item: T) => ReactNode) | undefined;
  /** A class with the width of these buttons in the table. */
  decideWidth?: string;
  /** Further actions, in the row's menu; undefined where a record has none. */
  menu?: ((item: T) => ReactNode) | undefined;
  /** Adds a checkbox to each row; left out where there are no bulk actions. */
  choose?: Choose<T> | undefined;
};

/** Explicit roles, since some browsers drop the table semantics of a table that is displayed as blocks. */
export const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  header: { role: 'rowheader' },
} as const;

/** The first and the last column have padding to the table's border. */
export const edges = 'lg:first:pl-4 lg:last:pr-3 lg:group-last:first:rounded-bl-lg lg:group-last:last:rounded-br-lg';

/** Whether the rows of a table have a column of buttons. */
export const hasActions = <T,>({ decide, menu, detail, to }: TableProps<T>) =>
  Boolean(decide || menu || (detail && to));

type RowProps<T> = TableProps<T> & {
  item: T;
  isShown: (column: Column<T>) => boolean;
  isOneLine: boolean;
  chosen: boolean;
  onChoose: (range: boolean) => void;
};

/**
 * One line of text. The mouse gets the whole of it as a tooltip. While its row has the keyboard's focus, it is shown
 * over the row below: if the row grew, a button further down would move away under the mouse that presses it.
 */
const oneLine =
  'lg:truncate lg:leading-7 lg:has-focus-visible:overflow-visible lg:[&_wbr]:hidden lg:data-whole:relative lg:data-whole:z-1 lg:data-whole:-mx-2 lg:data-whole:overflow-visible lg:data-whole:rounded-md lg:data-whole:bg-surface lg:data-whole:px-2 lg:data-whole:pb-1 lg:data-whole:leading-snug lg:data-whole:wrap-anywhere lg:data-whole:whitespace-normal lg:data-whole:shadow-over';

/** A record, and its details below it once they are opened. */
export function TableRow<T>(props: RowProps<T>) {
  const { item, itemKey, columns, nameOf, to, detail, choose, isShown, isOneLine, chosen, onChoose } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const more = detail?.(item);
  const target = to?.(item);
  const toggle = more ? { open, controls: id, onToggle: () => setOpen(!open) } : undefined;
  const cells = columns.filter(isShown).length + (choose ? 1 : 0) + (hasActions(props) ? 1 : 0);
  const below = 'max-lg:rounded-b-none max-lg:border-b-0';
  return (
    <>
      <tr
        {...roles.row}
        data-row={itemKey(item)}
        tabIndex={-1}
        onFocus={showWhole}
        onBlur={showLine}
        className={cx(
          'group relative grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-5 shadow-card outline-none',
          'focus:outline-2 lg:table-row lg:scroll-mt-11 lg:shadow-none lg:hover:bg-paper lg:focus-within:bg-paper lg:focus:-outline-offset-2',
          chosen && 'bg-sunken lg:bg-sunken',
          open && Boolean(more) && below,
        )}
      >
        {choose && (
          <td
            {...roles.cell}
            className={cx('max-lg:absolute max-lg:top-5 max-lg:left-5 lg:py-0.5 lg:align-middle', line, marked, edges)}
          >
            <span className="flex items-center gap-3">
              <Checkbox
                aria-label={`Choose ${choose.nameOf(item)}`}
                checked={chosen}
                data-choose=""
                onChange={(event) => onChoose('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
              />
            </span>
          </td>
        )}
        {columns.map((column, i) => {
          const { title, cell, figures, wide } = column;
          const Cell = i === 0 ? 'th' : 'td';
          return (
            <Cell
              key={title}
              {...(i === 0 ? { ...roles.header, scope: 'row' } : roles.cell)}
              className={cx(
                'min-w-0 font-normal lg:px-2.5 lg:py-0.5',
                line,
                isOneLine ? 'lg:h-[42px] lg:align-middle' : 'lg:py-2.5 lg:align-top',
                edges,
                !choose && i === 0 && marked,
                (i === 0 || wide) && 'col-span-2',
                i === 0 && 'wrap-anywhere',
                i === 0 && choose && 'max-lg:pl-9',
                figures && 'whitespace-nowrap tabular-nums lg:text-right',
                isShown(column) ? 'block lg:table-cell' : 'hidden',
              )}
            >
              {i > 0 && (
                <span aria-hidden="true" className="block text-sm text-soft lg:hidden">
                  {title}
                </span>
              )}
              <div className={isOneLine ? 'lg:h-7' : undefined}>
                <div {...(isOneLine && { 'data-line': '', className: oneLine, onMouseEnter: tellWhole })}>
                  {i === 0 ? (
                    <RowHeader to={target} toggle={toggle}>
                      {cell(item)}
                    </RowHeader>
                  ) : (
                    cell(item)
                  )}
                </div>
              </div>
            </Cell>
          );
        })}
        {hasActions(props) && (
          <td {...roles.cell} className={cx('col-span-2 lg:py-0.5 lg:pl-1 lg:align-middle', line, edges)}>
            <div className="flex flex-wrap items-center gap-2 lg:flex-nowrap lg:justify-end lg:gap-0">
              <RowActions
                {...props}
                name={nameOf?.(item) ?? choose?.nameOf(item) ?? ''}
                toggle={target ? toggle : undefined}
              />
            </div>
          </td>
        )}
      </tr>
      {more && open && (
        <tr
          {...roles.row}
          data-detail=""
          className="-mt-3 block rounded-b-lg border border-t-0 border-line bg-surface px-5 pb-5 shadow-card lg:table-row lg:shadow-none"
        >
          <td
            {...roles.cell}
            id={id}
            colSpan={cells}
            className="block lg:table-cell lg:bg-paper/60 lg:px-5 lg:pt-2 lg:pb-5"
          >
            <h2 className="sr-only">Details</h2>
            {more}
          </td>
        </tr>
      )}
    </>
  );
}

/** The line above each row of the table, and the mark of the current one. */
const line = 'lg:border-t lg:border-line';
const marked = 'lg:group-focus-within:shadow-[inset_3px_0_0_var(--color-signal)]';

type Toggle = { open: boolean; controls: string; onToggle: () => void };

/** The header of a row is what opens it: a link to its page, or a button for its details. */
function RowHeader({
  to,
  toggle,
  children,
}: {
  to: string | undefined;
  toggle: Toggle | undefined;
  children: ReactNode;
}) {
  if (to) {
    return (
      <Link to={to} data-open="" className="font-semibold hover:text-link hover:underline">
        {children}
      </Link>
    );
  }
  if (!toggle) return <span className="font-semibold">{children}</span>;
  const { open, controls, onToggle } = toggle;
  return (
    <button
      type="button"
      data-open=""
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
      className="max-w-full text-left font-semibold hover:text-link lg:truncate"
    >
      <ChevronDownIcon className={cx('mr-1.5 inline-block text-soft', !open && '-rotate-90')} />
      {children}
    </button>
  );
}

/** Buttons of a decision: in the table as quiet as its text, none of them red. */
function RowButton({ className, ...button }: ComponentProps<typeof Button>) {
  return (
    <Button
      {...button}
      tone="plain"
      size="small"
      className={cx(
        'lg:min-h-8 lg:border-transparent lg:bg-transparent lg:px-2.5 lg:text-link lg:hover:bg-sunken',
        className,
      )}
    />
  );
}

/** The opener of a decision in a row. */
const inRow = { ...asButtons, Opener: RowButton };

type RowActionsProps<T> = Pick<TableProps<T>, 'decide' | 'menu'> & {
  item: T;
  name: string;
  toggle: Toggle | undefined;
};

function RowActions<T>({ item, decide, menu, name, toggle }: RowActionsProps<T>) {
  const further = menu?.(item);
  return (
    <>
      {decide && <ActionLook value={inRow}>{decide(item)}</ActionLook>}
      {toggle && (
        <button
          type="button"
          aria-expanded={toggle.open}
          aria-controls={toggle.open ? toggle.controls : undefined}
          title="Details"
          onClick={toggle.onToggle}
          data-tone="plain"
          data-size="small"
          className="button lg:size-9 lg:border-transparent lg:bg-transparent lg:p-0 lg:text-lg lg:hover:bg-sunken"
        >
          <span className="lg:sr-only">
            Details<span className="sr-only"> of {name}</span>
          </span>
          <ChevronDownIcon className={cx(toggle.open && 'rotate-180')} />
        </button>
      )}
      {further && <RowMenu name={name}>{further}</RowMenu>}
    </>
  );
}
