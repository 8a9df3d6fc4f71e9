import { useId } from 'react';
import type { PaginatedList } from '../../lib/calls/paginated-list.ts';
import { ChevronDownIcon } from '../icons.tsx';

/**
 * A filter or sort order of a list, under its name in the call's query: either one of a few values, or a range of days
 * whose parameters are `from` and `to` unless named otherwise.
 */
export type ListFilter =
  | { name: string; label: string; options: readonly (readonly [value: string, label: string])[]; any?: string }
  | { days: string; names?: readonly [from: string, to: string] };

type FiltersProps = { list: Pick<PaginatedList<unknown>, 'asked' | 'ask'>; filters: readonly ListFilter[] };

/** The filters and sort orders of a list. Each choice applies at once, and is stored in the URL. */
export function ListFilters({ list, filters }: FiltersProps) {
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end">
      {filters.map((filter) =>
        'days' in filter ? (
          <Days key={filter.days} list={list} filter={filter} />
        ) : (
          <Choice key={filter.name} list={list} filter={filter} />
        ),
      )}
    </div>
  );
}

function Choice({ list, filter }: { list: FiltersProps['list']; filter: Exclude<ListFilter, DaysFilter> }) {
  const id = useId();
  const { name, label, options, any } = filter;
  return (
    <div className="min-w-0 sm:w-44">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
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

type DaysFilter = Extract<ListFilter, { days: string }>;

function Days({ list, filter }: { list: FiltersProps['list']; filter: DaysFilter }) {
  const id = useId();
  const [from, to] = filter.names ?? ['from', 'to'];
  const ends = [
    { name: from, word: 'from', max: list.asked[to] },
    { name: to, word: 'until', min: list.asked[from] },
  ];
  return ends.map(({ name, word, ...limits }) => (
    <div key={name} className="min-w-0 sm:w-40">
      <label htmlFor={`${id}-${name}`} className="mb-1.5 block text-sm font-semibold">
        {filter.days} {word}
      </label>
      <input
        // a half-typed day has no value yet, and must not be cleared from the field
        key={list.asked[name] ?? ''}
        id={`${id}-${name}`}
        type="date"
        defaultValue={list.asked[name] ?? ''}
        {...limits}
        onBlur={({ currentTarget: { value } }) => value !== (list.asked[name] ?? '') && list.ask({ [name]: value })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className="control"
      />
    </div>
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
