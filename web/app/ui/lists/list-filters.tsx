import { formatDate } from '@fairlead/contract/values/dates';
import { useId, useRef, useState } from 'react';
import type { PaginatedList } from '../../lib/calls/paginated-list.ts';
import { Button } from '../button.tsx';
import { DateField } from '../forms/date-field.tsx';
import { ChevronDownIcon, CloseIcon } from '../icons.tsx';
import { FilterIcon } from '../more-icons.tsx';

/**
 * A filter or sort order of a list, under its name in the call's query: either one of a few values, or a range of days
 * whose parameters are `from` and `to` unless named otherwise. A choice without `any` is a sort order.
 */
export type ListFilter =
  | { name: string; label: string; options: readonly (readonly [value: string, label: string])[]; any?: string }
  | { days: string; names?: readonly [from: string, to: string] };

type Asked = Pick<PaginatedList<unknown>, 'asked' | 'ask'>;
type DaysFilter = Extract<ListFilter, { days: string }>;
type ChoiceFilter = Exclude<ListFilter, DaysFilter>;

const isOrder = (filter: ListFilter): filter is ChoiceFilter => !('days' in filter) && filter.any === undefined;

/** The two parameters of a range of days, each with the word that follows the filter's name. */
function endsOf({ names: [from, to] = ['from', 'to'] }: DaysFilter) {
  return [
    { name: from, word: 'from', limit: 'max', other: to },
    { name: to, word: 'until', limit: 'min', other: from },
  ] as const;
}

/** The filters that are set, each with its parameter and its text: 'State: Expired'. */
function setFiltersOf(filters: readonly ListFilter[], asked: Asked['asked']): { name: string; text: string }[] {
  return filters.flatMap((filter) => {
    if ('days' in filter) {
      return endsOf(filter).flatMap(({ name, word }) =>
        asked[name] ? [{ name, text: `${filter.days} ${word} ${formatDate(asked[name])}` }] : [],
      );
    }
    const { name, label, options, any } = filter;
    if (any === undefined || !asked[name]) return [];
    // the options of a filter by course may not be loaded yet
    const text = options.find(([value]) => value === asked[name])?.[1];
    return [{ name, text: text ? `${label}: ${text}` : label }];
  });
}

/**
 * The filters of a list behind one button, and its sort order beside it. Each choice applies at once, and is stored in
 * the URL. `controls` belong into the row with the search, `below` under it: the fields while they are open, and a chip
 * for each filter that is set.
 */
export function useListFilters(list: Asked, filters: readonly ListFilter[]) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const narrowing = filters.filter((filter) => !isOrder(filter));
  const set = setFiltersOf(filters, list.asked);
  const clear = (names: readonly string[]) => {
    list.ask(Object.fromEntries(names.map((name) => [name, ''])));
    button.current?.focus(); // the pressed chip goes
  };
  return {
    controls: (
      <>
        {narrowing.length > 0 && (
          <Button
            ref={button}
            tone="plain"
            className="px-3 font-normal aria-expanded:bg-sunken"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <FilterIcon /> Filters
          </Button>
        )}
        {filters.filter(isOrder).map((filter) => (
          <Choice key={filter.name} list={list} filter={filter} labelClass="sr-only" className="sm:w-38" />
        ))}
      </>
    ),
    below: (
      <>
        <div
          id={id}
          hidden={!open}
          className="grid w-full grid-cols-2 gap-3 rounded-lg border border-line bg-surface p-4 not-[[hidden]]:sm:flex sm:flex-wrap sm:items-start"
        >
          {open &&
            narrowing.map((filter) =>
              'days' in filter ? (
                <Days key={filter.days} list={list} filter={filter} />
              ) : (
                <Choice key={filter.name} list={list} filter={filter} />
              ),
            )}
        </div>
        {set.length > 0 && (
          <ul aria-label="Filters that are set" className="flex flex-wrap items-center gap-2">
            {set.map(({ name, text }) => (
              <li key={name} className="min-w-0">
                <button
                  type="button"
                  onClick={() => clear([name])}
                  className="flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-edge bg-surface py-0.5 pr-2 pl-3 text-sm hover:bg-sunken"
                >
                  <span className="sr-only">Remove filter</span>
                  <span className="truncate">{text}</span>
                  <CloseIcon className="size-4 text-soft" />
                </button>
              </li>
            ))}
            <li>
              <Button tone="quiet" size="small" className="min-h-8" onClick={() => clear(set.map(({ name }) => name))}>
                Clear all
              </Button>
            </li>
          </ul>
        )}
      </>
    ),
  };
}

type ChoiceProps = { list: Asked; filter: ChoiceFilter; labelClass?: string; className?: string };

function Choice({
  list,
  filter,
  labelClass = 'mb-1.5 block text-sm font-semibold',
  className = 'sm:w-44',
}: ChoiceProps) {
  const id = useId();
  const { name, label, options, any } = filter;
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={list.asked[name] ?? ''}
          onChange={(event) => list.ask({ [name]: event.currentTarget.value })}
          className="control appearance-none truncate pr-10"
        >
          {any !== undefined && <option value="">{any}</option>}
          {options.map(([value, text], i) => (
            // the first sort order is the list's default, so it needs no parameter in the URL
            <option key={value} value={any === undefined && i === 0 ? '' : value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-soft" />
      </div>
    </div>
  );
}

function Days({ list, filter }: { list: Asked; filter: DaysFilter }) {
  return endsOf(filter).map(({ name, word, limit, other }) => (
    <DateField
      // a half-typed day has no value yet, and must not be cleared from the field
      key={`${name} ${list.asked[name] ?? ''}`}
      label={`${filter.days} ${word}`}
      name={name}
      defaultValue={list.asked[name] ?? ''}
      {...{ [limit]: list.asked[other] }}
      onBlur={({ currentTarget: { value, validity } }) =>
        !validity.badInput && value !== (list.asked[name] ?? '') && list.ask({ [name]: value })
      }
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      className="min-w-0 sm:w-40 [&>label]:text-sm"
    />
  ));
}

/** The sort orders that most lists have. */
export const byAge = (first: 'newest' | 'oldest', more: readonly (readonly [string, string])[] = []): ListFilter => {
  const ages = [
    ['newest', 'Newest first'],
    ['oldest', 'Oldest first'],
  ] as const;
  return { name: 'sort', label: 'Sort by', options: [...(first === 'newest' ? ages : ages.toReversed()), ...more] };
};
