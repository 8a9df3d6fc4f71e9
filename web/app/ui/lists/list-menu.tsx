import { useId, useRef, useState, useSyncExternalStore } from 'react';
import { Checkbox } from '../forms/choice-fields.tsx';
import { KeyboardIcon, MoreIcon } from '../more-icons.tsx';
import { columnChoices, keepColumnChoices } from './list-settings.ts';
import { placePopover } from './place-popover.ts';

type Chosen = { title: string; hidden?: boolean; roomy?: boolean };

/** A screen on which names are cut when a table has all of its columns: up to 1,440 pixels. */
const narrow = () => matchMedia('(min-width: 64rem) and (max-width: 89.99rem)');

function onNarrow(notify: () => void) {
  const query = narrow();
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}

/** Which columns of a list are shown; the choice is kept on the device. */
export function useShownColumns(list: string) {
  const [choices, setChoices] = useState(() => columnChoices(list));
  const isNarrow = useSyncExternalStore(onNarrow, () => narrow().matches);
  const isUsual = ({ hidden, roomy }: Chosen) => !hidden && !(roomy && isNarrow);
  return {
    isShown: (column: Chosen) => choices[column.title] ?? isUsual(column),
    /** Whether a column is shown without a choice. */
    isUsual,
    show: (title: string, shown: boolean) => {
      const next = { ...choices, [title]: shown };
      setChoices(next);
      keepColumnChoices(list, next);
    },
  };
}

type ListMenuProps = Pick<ReturnType<typeof useShownColumns>, 'isShown' | 'show'> & {
  /** The columns that may be hidden. */
  columns: readonly Chosen[];
  /** Shows the keys of the list. */
  onKeys: () => void;
};

/** What is seldom changed of a list: a checkbox for each column, and its keys, on screens wide enough for a table. */
export function ListMenu({ columns, isShown, show, onKeys }: ListMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label="Columns and keys"
        title="Columns and keys"
        aria-expanded={open}
        aria-controls={id}
        className="icon-button size-9 border border-edge bg-surface text-base max-lg:hidden"
      >
        <MoreIcon className="stroke-3" />
      </button>
      <div
        id={id}
        ref={menu}
        popover="auto"
        onBeforeToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open');
          if (newState === 'open' && button.current)
            placePopover(currentTarget, button.current, 40 * columns.length + 72);
        }}
        className="min-w-52 rounded-md border border-line bg-surface p-2 text-ink shadow-over"
      >
        <fieldset aria-label="Columns">
          {/* rendered while it is open: a filter may have the same label */}
          {open &&
            columns.map((column) => (
              <ColumnChoice key={column.title} column={column} isShown={isShown(column)} show={show} />
            ))}
        </fieldset>
        <button
          type="button"
          data-keys=""
          aria-haspopup="dialog"
          onClick={() => {
            menu.current?.hidePopover();
            onKeys();
          }}
          className="mt-2 flex w-full items-center gap-2 rounded-sm border-t border-line px-3 py-2 text-left hover:bg-sunken"
        >
          <KeyboardIcon /> Keyboard shortcuts
        </button>
      </div>
    </>
  );
}

type ColumnChoiceProps = { column: Chosen; isShown: boolean; show: ListMenuProps['show'] };

function ColumnChoice({ column: { title }, isShown, show }: ColumnChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-center rounded-sm hover:bg-sunken">
      <Checkbox
        id={id}
        className="ml-2"
        checked={isShown}
        onChange={(event) => show(title, event.currentTarget.checked)}
      />
      <label htmlFor={id} className="flex-1 px-3 py-1.5">
        {title}
      </label>
    </div>
  );
}
