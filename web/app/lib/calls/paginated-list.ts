import type { Call } from '@fairlead/contract/platform/call';
import { searchedText } from '@fairlead/contract/platform/search';
import type { ExportFormat } from '@fairlead/contract/values/shapes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod/mini';
import { saveFile } from '../device/save-file.ts';
import { callPage, download } from './api-client.ts';

/** A list that is read page by page and can be searched; shown by DataList. */
export type PaginatedList<T> = {
  items: T[];
  /** At most '1000+'; null while unknown. */
  total: string | null;
  /** The number of people or courses to which the search was limited, where more of them matched; null otherwise. */
  searchBound: string | null;
  state: 'loading' | 'failed' | 'ready';
  error: Error | null;
  hasMore: boolean;
  loadingMore: boolean;
  /** Whether loading the next page after 'Show more' failed. */
  moreFailed: boolean;
  more: () => void;
  /** Loads further pages until at least this many items, or all, are loaded; returns the loaded items. */
  readOn: (most: number) => Promise<T[]>;
  retry: () => void;
  /** The current search text; it is in the URL, so that the back button and a reload restore it. */
  searched: string;
  /** Searches; too little text searches nothing. */
  search: (text: string) => void;
  /** The current filters and sort order from the URL; the call's defaults apply to what it leaves out. */
  asked: Readonly<Record<string, string>>;
  /** Sets filters or the sort order; an empty value removes the filter. */
  ask: (changes: Readonly<Record<string, string>>) => void;
  /** Saves the whole list with its search and filters to a file; undefined for a list without export. */
  takeAway: ((format: ExportFormat) => Promise<void>) | undefined;
};

type ListCall = Parameters<typeof callPage>[0] & { query: object };
type PageOf<C extends ListCall> = Awaited<ReturnType<typeof callPage<C>>>['reply'];

type ParamsOf<C extends ListCall> = C extends { params: z.ZodMiniType } ? [z.input<C['params']>] : [];

/** Query parameters of the search and the pagination, which are not filters. */
const ofPages = ['q', 'limit', 'after'];

/**
 * The filters and sort order in the URL: only those that the call's schema accepts, so that unknown parameters do not
 * cause an error.
 */
function askedOf(target: ListCall, params: URLSearchParams): Record<string, string> {
  const { shape = {} } = target.query as { shape?: Record<string, z.ZodMiniType> };
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const value = params.get(name);
      return value && !ofPages.includes(name) && schema.safeParse(value).success ? [[name, value]] : [];
    }),
  );
}

/** The URL parameters with some values changed; empty values are removed. */
const changed = (changes: Readonly<Record<string, string>>) => (before: URLSearchParams) => {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
};

/** The parameters that hold the search, the filters and the sort order, and the function to change them. */
type UrlParams = readonly [
  URLSearchParams,
  (
    change: (before: URLSearchParams) => URLSearchParams,
    options?: { replace?: boolean; preventScrollReset: boolean },
  ) => void,
];

/**
 * Reads a paginated list of the contract. A page has one such list; its search is `q` in the page's URL; its filters
 * and sort order are there too, under the names of the call's query.
 *
 * @param key the query key of the list in the cache: `['people', 'unapproved']`; invalidating it reads the list again.
 * @param target the call, with the contract's ListQuery.
 * @param itemsOf returns the items of a reply, mapped to the screen's own names.
 * @param params the path parameters of the call, for a list that belongs to one record; they are part of `key` too.
 */
export function usePaginatedList<C extends ListCall, T>(
  key: readonly string[],
  target: C,
  itemsOf: (reply: PageOf<C>) => T[],
  ...inPath: ParamsOf<C>
): PaginatedList<T> {
  return useListAt(usePageParams(), key, target, itemsOf, ...inPath);
}

/**
 * The parameters in the page's URL. Changes may come faster than the router applies them, and it gives each of them the
 * URL that is shown; so each change is based on the one before.
 */
function usePageParams(): UrlParams {
  const [params, setParams] = useSearchParams();
  const wanted = useRef(params);
  useEffect(() => {
    wanted.current = params;
  }, [params]);
  return [
    params,
    (change, options) => {
      wanted.current = change(wanted.current);
      setParams(wanted.current, options);
    },
  ];
}

/**
 * Like `usePaginatedList`, for a list in a dialog: its search and filters are kept in component state and not in the
 * URL.
 *
 * @param asked the initial filters.
 */
export function usePaginatedListHere<C extends ListCall, T>(
  asked: Readonly<Record<string, string>>,
  key: readonly string[],
  target: C,
  itemsOf: (reply: PageOf<C>) => T[],
  ...inPath: ParamsOf<C>
): PaginatedList<T> {
  return useListAt(
    useState(() => changed(asked)(new URLSearchParams())),
    key,
    target,
    itemsOf,
    ...inPath,
  );
}

function useListAt<C extends ListCall, T>(
  [params, setParams]: UrlParams,
  key: readonly string[],
  target: C,
  itemsOf: (reply: PageOf<C>) => T[],
  ...inPath: ParamsOf<C>
): PaginatedList<T> {
  const searched = searchedText(params.get('q') ?? '');
  const asked = askedOf(target, params);
  const query = useInfiniteQuery({
    queryKey: [...key, searched, asked],
    queryFn: async ({ pageParam }) => {
      const query = { ...asked, q: searched || undefined, after: pageParam ?? undefined };
      const read = callPage as (target: C, args: object) => ReturnType<typeof callPage<C>>;
      const page = await read(target, { params: inPath.at(0), query });
      return { items: itemsOf(page.reply), after: page.after, total: page.total, searchBound: page.searchBound };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
    // the previous list stays until the new one is loaded, so that nothing jumps between two keystrokes
    placeholderData: (before) => before,
  });
  const itemsIn = (data: typeof query.data) => data?.pages.flatMap(({ items }) => items) ?? [];

  async function readOn(most: number): Promise<T[]> {
    let { data, hasNextPage } = query;
    while (hasNextPage && itemsIn(data).length < most) {
      const next = await query.fetchNextPage();
      if (next.isFetchNextPageError) break; // the list itself shows the error
      ({ data, hasNextPage } = next);
    }
    return itemsIn(data);
  }

  return {
    items: itemsIn(query.data),
    total: query.data?.pages[0]?.total ?? null,
    searchBound: query.data?.pages[0]?.searchBound ?? null,
    state: query.data ? 'ready' : query.isError ? 'failed' : 'loading',
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    more: () => void query.fetchNextPage(),
    readOn,
    retry: () => void query.refetch(),
    searched,
    search: (text) => {
      const wanted = searchedText(text);
      // the same value would still be a navigation, and run the page's loaders again
      if (wanted !== searched) setParams(changed({ q: wanted }), { replace: true, preventScrollReset: true });
    },
    asked,
    ask: (changes) => setParams(changed(changes), { preventScrollReset: true }),
    takeAway: (target as Call).table
      ? async (format) => {
          const query = { ...asked, q: searched || undefined, format };
          saveFile(await download(target, { params: inPath.at(0), query }));
        }
      : undefined,
  };
}
