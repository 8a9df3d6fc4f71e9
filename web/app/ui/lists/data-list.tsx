import { fewestLetters, searchedText } from '@fairlead/contract/platform/search';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PaginatedList } from '../../lib/calls/paginated-list.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { SkeletonRows } from '../feedback/skeleton.tsx';
import { Checkbox } from '../forms/choice-fields.tsx';
import { SearchBox } from '../forms/search-box.tsx';
import { ChoiceBar, type Choose, useChoice } from './choice.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ListFailure } from './list-failure.tsx';
import { type ListFilter, useListFilters } from './list-filters.tsx';

/** The props that every list of records has, whether it shows rows, cards or a table. */
export type ListFrameProps<T> = {
  list: PaginatedList<T>;
  /** Shown when the list has no items at all. */
  empty: ReactNode;
  /** Shown when nothing matches the search. */
  noMatch?: ReactNode;
  /** The specification's message for a list that failed to load. */
  failure: string;
  /** The label of the search box; without it there is no search box. */
  searchLabel?: string;
  /** The filters and sort orders of the list. */
  filters?: readonly ListFilter[];
};

type DataListProps<T> = ListFrameProps<T> & {
  /** The name of the list, for screen readers: 'Unapproved users'. */
  label: string;
  itemKey: (item: T) => string;
  children: (item: T) => ReactNode;
  /** The layout of the items: rows by default, or a grid of cards. */
  className?: string | undefined;
  /** Adds a checkbox to each item; left out where there are no bulk actions. */
  choose?: Choose<T> | undefined;
};

/** Records as rows, or in a grid of cards. */
export function DataList<T>({ label, itemKey, children, className, choose, ...frame }: DataListProps<T>) {
  const shown = { label, itemKey, className };
  return (
    <ListFrame {...frame}>
      {(items) =>
        choose ? (
          <ItemsToChoose {...shown} items={items} list={frame.list} choose={choose}>
            {children}
          </ItemsToChoose>
        ) : (
          <Items {...shown} items={items}>
            {children}
          </Items>
        )
      }
    </ListFrame>
  );
}

type ItemsProps<T> = Pick<DataListProps<T>, 'label' | 'itemKey' | 'className' | 'children'> & { items: T[] };

function Items<T>({ label, itemKey, className, items, children }: ItemsProps<T>) {
  return (
    <ul aria-label={label} className={cx(className ?? 'flex flex-col gap-3')}>
      {items.map((item) => (
        <li key={itemKey(item)} className="min-w-0">
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

type ItemsToChooseProps<T> = ItemsProps<T> & { list: PaginatedList<T>; choose: Choose<T> };

function ItemsToChoose<T>({ list, choose, children, ...shown }: ItemsToChooseProps<T>) {
  const { chosen, isChosen, toggle, toggleAll, choose: chooseThese, takeOff } = useChoice(shown.items, shown.itemKey);
  return (
    <>
      <ChoiceBar
        list={list}
        items={shown.items}
        chosen={chosen}
        onAll={toggleAll}
        onChoose={chooseThese}
        onTakeOff={takeOff}
        actions={choose.actions}
      />
      <Items {...shown}>
        {(item) => (
          <div className="flex items-start gap-3">
            <Checkbox
              className="mt-5"
              aria-label={`Choose ${choose.nameOf(item)}`}
              checked={isChosen(item)}
              onChange={() => toggle(item)}
            />
            <div className="min-w-0 flex-1">{children(item)}</div>
          </div>
        )}
      </Items>
    </>
  );
}

type FrameProps<T> = ListFrameProps<T> & {
  /** Further controls at the end of the toolbar. */
  tools?: ReactNode;
  children: (items: T[]) => ReactNode;
};

/**
 * A list of any length: search from two letters, filters as chips, pagination by 'Show more', and always a text when it
 * is empty.
 */
export function ListFrame<T>({ list, searchLabel, filters = [], tools, children, ...sentences }: FrameProps<T>) {
  const { controls, below } = useListFilters(list, filters);
  const hasItems = list.items.length > 0;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        {searchLabel && <Search list={list} label={searchLabel} />}
        {controls}
        {hasItems && (
          <div className="ml-auto flex min-h-11 flex-wrap items-center gap-2">
            {searchLabel && list.takeAway && <ExportMenu takeAway={list.takeAway} />}
            {tools}
          </div>
        )}
      </div>
      {below}
      {list.searchBound && (
        <p role="status" className="text-sm text-soft">
          Only the newest {list.searchBound} matches were searched. Type more of the name or email.
        </p>
      )}
      {list.state === 'ready' && hasItems ? children(list.items) : <InsteadOfItems list={list} {...sentences} />}
      {list.moreFailed && <ListFailure sentence={sentences.failure} retry={list.more} />}
      {hasItems && searchLabel && list.total && (
        <p role="status" className="text-sm text-soft">
          {list.total} {list.total === '1' ? 'entry' : 'entries'}
        </p>
      )}
      {list.hasMore && !list.moreFailed && (
        <Button tone="plain" className="self-center" busy={list.loadingMore} onClick={list.more}>
          Show more
        </Button>
      )}
    </div>
  );
}

function InsteadOfItems<T>({ list, empty, noMatch, failure }: Omit<ListFrameProps<T>, 'searchLabel' | 'filters'>) {
  if (list.state === 'loading') return <SkeletonRows count={3} height="h-18" />;
  if (list.state === 'failed') return <ListFailure sentence={failure} retry={list.retry} />;
  const narrowing = Object.keys(list.asked).filter((name) => name !== 'sort');
  if (narrowing.length === 0) return list.searched && noMatch ? noMatch : empty;
  const wide = () => list.ask(Object.fromEntries(narrowing.map((name) => [name, ''])));
  return (
    <EmptyState
      title="Nothing matches these filters."
      action={
        <Button tone="plain" onClick={wide}>
          Clear filters
        </Button>
      }
    >
      There may be more entries without these filters.
    </EmptyState>
  );
}

function Search<T>({ list, label }: { list: PaginatedList<T>; label: string }) {
  const [text, type] = useSearchText(list);
  return (
    <div className="min-w-0 basis-full sm:max-w-md sm:flex-1 sm:basis-60">
      <SearchBox
        label={label}
        labelInside
        value={text}
        onChange={type}
        hint={text.trim() && !searchedText(text) ? `Type at least ${fewestLetters} letters` : undefined}
      />
    </div>
  );
}

/** The text of the search box: the typed text until the URL contains it. */
function useSearchText<T>({ searched, search }: PaginatedList<T>): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string>();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => setTyped((text) => (text?.trim() === searched ? undefined : text)), [searched]);

  function type(text: string) {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => search(text), 250); // debounced, so that not every keystroke sends a request
  }
  return [typed ?? searched, type];
}
