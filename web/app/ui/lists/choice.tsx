import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { PaginatedList } from '../../lib/calls/paginated-list.ts';
import { Button } from '../button.tsx';
import { Checkbox } from '../forms/choice-fields.tsx';

/** How the items of a list are selected, and the actions for the selected ones. */
export type Choose<T> = {
  /** The name of an item, for a screen reader at its checkbox. */
  nameOf: (item: T) => string;
  actions: (chosen: T[]) => ReactNode;
};

/** The selected items of a list. An item that has left the list is no longer selected. */
export function useChoice<T>(items: readonly T[], itemKey: (item: T) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter((item) => keys.has(itemKey(item)));
  return {
    chosen,
    isChosen: (item: T) => keys.has(itemKey(item)),
    toggle: (item: T) =>
      setKeys((before) => {
        const after = new Set(before);
        if (!after.delete(itemKey(item))) after.add(itemKey(item));
        return after;
      }),
    toggleAll: () => setKeys(chosen.length === items.length ? new Set() : new Set(items.map(itemKey))),
    choose: (wanted: readonly T[]) => setKeys(new Set(wanted.map(itemKey))),
  };
}

/**
 * The largest selection: each item is loaded first, since nobody should decide on items that were never on the screen.
 */
const mostChosen = 1000;

type BarProps<T> = {
  list: PaginatedList<T>;
  items: readonly T[];
  chosen: T[];
  onAll: () => void;
  onChoose: (items: readonly T[]) => void;
  actions: Choose<T>['actions'];
};

/**
 * A sticky bar above a long list: the checkbox for all items, the number of selected items, and the actions for them.
 */
export function ChoiceBar<T>({ list, items, chosen, onAll, onChoose, actions }: BarProps<T>) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const some = chosen.length > 0 && chosen.length < items.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <div className="sticky top-18 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-center gap-3">
        <Checkbox ref={box} id={id} checked={chosen.length === items.length} onChange={onAll} />
        <label htmlFor={id} className="font-semibold">
          Select all {items.length} shown
        </label>
        {list.hasMore && items.length < mostChosen && <ChooseRest list={list} onChoose={onChoose} />}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <span role="status" className="text-sm text-soft tabular-nums">
          {chosen.length === 0 ? 'None selected' : `${chosen.length} selected`}
        </span>
        {actions(chosen)}
      </div>
    </div>
  );
}

/** Selects the items that are not shown yet as well, and loads them for that. */
function ChooseRest<T>({ list, onChoose }: Pick<BarProps<T>, 'list' | 'onChoose'>) {
  const [busy, setBusy] = useState(false);
  const all = list.total !== null && Number(list.total) <= mostChosen;

  async function choose() {
    setBusy(true);
    onChoose((await list.readOn(mostChosen)).slice(0, mostChosen));
    setBusy(false);
  }

  return (
    <Button tone="quiet" size="small" busy={busy} onClick={() => void choose()}>
      {all ? `Select all ${list.total}` : 'Select the first 1,000'}
    </Button>
  );
}
