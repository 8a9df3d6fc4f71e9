import { mostChosen } from '@fairlead/contract/platform/decisions';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { createContext, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { PaginatedList } from '../../lib/calls/paginated-list.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Checkbox } from '../forms/choice-fields.tsx';

/** How the items of a list are selected, and the actions for the selected ones. */
export type Choose<T> = {
  /** The name of an item, for a screen reader at its checkbox. */
  nameOf: (item: T) => string;
  actions: (chosen: T[]) => ReactNode;
};

/** Takes items off the selection, by their keys, with which an action is done; what was refused stays selected. */
export const TakeOff = createContext<(keys: readonly string[]) => void>(() => undefined);

/**
 * The selected items of a list. An item that has left the list is no longer selected.
 *
 * @param first those that are selected at first.
 */
export function useChoice<T>(items: readonly T[], itemKey: (item: T) => string, first: readonly T[] = []) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => new Set(first.map(itemKey)));
  const last = useRef<string>(undefined);
  const chosen = items.filter((item) => keys.has(itemKey(item)));

  /** The items from the one that was chosen last to this one; this one alone where there is none. */
  function rangeTo(item: T): readonly T[] {
    const from = items.findIndex((one) => itemKey(one) === last.current);
    const to = items.findIndex((one) => itemKey(one) === itemKey(item));
    return from < 0 ? [item] : items.slice(Math.min(from, to), Math.max(from, to) + 1);
  }

  return {
    chosen,
    isChosen: (item: T) => keys.has(itemKey(item)),
    /** Selects an item, or takes it off; with `range`, all from the last one on get its new state. */
    toggle: (item: T, range = false) => {
      const wanted = !keys.has(itemKey(item));
      const changed = range ? rangeTo(item) : [item];
      last.current = itemKey(item);
      // from those that are shown: one that left the list does not come back as selected
      const after = new Set(chosen.map(itemKey));
      for (const one of changed) after[wanted ? 'add' : 'delete'](itemKey(one));
      setKeys(after);
    },
    toggleAll: () => setKeys(chosen.length === items.length ? new Set() : new Set(items.map(itemKey))),
    choose: (wanted: readonly T[]) => setKeys(new Set(wanted.map(itemKey))),
    takeOff: (done: readonly string[]) =>
      setKeys((before) => new Set([...before].filter((key) => !done.includes(key)))),
  };
}

type BarProps<T> = {
  list: PaginatedList<T>;
  items: readonly T[];
  chosen: T[];
  onAll: () => void;
  onChoose: (items: readonly T[]) => void;
  onTakeOff: (keys: readonly string[]) => void;
  actions: Choose<T>['actions'];
};

/** The checkbox for all shown items; its label is on the screen unless `labelClass` hides it. */
export function ChooseAll<T>({
  items,
  chosen,
  onAll,
  labelClass,
}: Pick<BarProps<T>, 'items' | 'chosen' | 'onAll'> & { labelClass?: string }) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const some = chosen.length > 0 && chosen.length < items.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <>
      <Checkbox ref={box} id={id} checked={chosen.length === items.length} onChange={onAll} />
      <label htmlFor={id} className={cx('font-semibold', labelClass)}>
        Select all {items.length} shown
      </label>
    </>
  );
}

/**
 * A sticky bar above a list of cards: the checkbox for all items, the number of selected items, and the actions for
 * them.
 */
export function ChoiceBar<T>({ list, items, chosen, onAll, onChoose, onTakeOff, actions }: BarProps<T>) {
  return (
    <div className="sticky top-18 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-center gap-3">
        <ChooseAll items={items} chosen={chosen} onAll={onAll} />
        {list.hasMore && items.length < mostChosen && <ChooseRest list={list} onChoose={onChoose} />}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <span role="status" className="text-sm text-soft tabular-nums">
          {chosen.length === 0 ? 'None selected' : `${chosen.length} selected`}
        </span>
        <TakeOff value={onTakeOff}>{actions(chosen)}</TakeOff>
      </div>
    </div>
  );
}

/**
 * A bar at the lower edge of the screen with the actions for the selected rows of a table. It is there as long as
 * something is selected, or a dialog of an action is open: its report stays when the decided rows have left the list.
 *
 * @param list left out where all items are on the screen.
 */
export function ChosenBar<T>({
  list,
  items,
  chosen,
  onChoose,
  onTakeOff,
  actions,
}: Omit<BarProps<T>, 'onAll' | 'list'> & { list?: PaginatedList<T> }) {
  const bar = useRef<HTMLDivElement>(null);

  function takeOff(keys: readonly string[]) {
    if (bar.current?.contains(document.activeElement)) leave(bar);
    onTakeOff(keys);
  }

  return (
    <>
      <p role="status" className="sr-only">
        {chosen.length > 0 && `${chosen.length} selected`}
      </p>
      <div
        ref={bar}
        className={cx(
          'sticky bottom-4 z-10 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-edge bg-surface px-4 py-3 shadow-over print:hidden',
          chosen.length === 0 && 'not-has-[dialog[open]]:hidden',
        )}
      >
        <span className="font-semibold tabular-nums">{chosen.length} selected</span>
        <Button
          tone="quiet"
          size="small"
          onClick={() => {
            leave(bar);
            onChoose([]);
          }}
        >
          Clear selection
        </Button>
        {list?.hasMore && items.length < mostChosen && <ChooseRest list={list} onChoose={onChoose} />}
        <div className="ml-auto flex flex-wrap items-center gap-3">
          <TakeOff value={takeOff}>{actions(chosen)}</TakeOff>
        </div>
      </div>
    </>
  );
}

/** The bar with the focused button goes, so the focus moves to the checkbox for all rows. */
function leave(bar: RefObject<HTMLElement | null>): void {
  bar.current?.parentElement?.querySelector<HTMLElement>('table input[type=checkbox]')?.focus({ preventScroll: true });
}

/**
 * Selects the items that are not shown yet as well, and loads them for that, since nobody should decide on items that
 * were never on the screen.
 */
function ChooseRest<T>({ list, onChoose }: Pick<BarProps<T>, 'list' | 'onChoose'>) {
  const [busy, setBusy] = useState(false);
  const all = list.total !== null && Number(list.total) <= mostChosen;

  async function choose() {
    setBusy(true);
    try {
      onChoose((await list.readOn(mostChosen)).slice(0, mostChosen));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button tone="quiet" size="small" busy={busy} onClick={() => void choose()}>
      {all ? `Select all ${list.total}` : `Select the first ${groupDigits(mostChosen)}`}
    </Button>
  );
}
