import type { Call } from '@fairlead/contract/call';
import type { ExportFormat } from '@fairlead/contract/shapes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod/mini';
import { callPage, download } from './api-client.ts';
import { saveFile } from './save-file.ts';

/** A list read page by page, and searched; what DataList shows. */
export type KeysetList<T> = {
  items: T[];
  /** '1000+' at most; null while unknown. */
  total: string | null;
  /** How many people or courses the search looked into, where it found more; null otherwise. */
  searchBound: string | null;
  state: 'loading' | 'failed' | 'ready';
  error: Error | null;
  hasMore: boolean;
  loadingMore: boolean;
  /** Whether the page that 'Show more' asked for could not be read. */
  moreFailed: boolean;
  more: () => void;
  /** Reads on until this many items are there, or all of them; gives what is there then. */
  readOn: (most: number) => Promise<T[]>;
  retry: () => void;
  /** What is searched for now; it stands in the address, so that the way back and a reload find it again. */
  searched: string;
  /** Searches; fewer than three letters search nothing: the server would have to read everything. */
  search: (text: string) => void;
  /** What the list is narrowed to and sorted by, as the address says; the call's own default where it says nothing. */
  asked: Readonly<Record<string, string>>;
  /** Narrows or sorts the list; an empty value takes the narrowing away. */
  ask: (changes: Readonly<Record<string, string>>) => void;
  /** Saves the whole list as it is searched and narrowed; undefined for a list that nobody takes away. */
  takeAway: ((format: ExportFormat) => Promise<void>) | undefined;
};

export const fewestLetters = 3;
type ListCall = Parameters<typeof callPage>[0] & { query: object };
type PageOf<C extends ListCall> = Awaited<ReturnType<typeof callPage<C>>>['reply'];

type ParamsOf<C extends ListCall> = C extends { params: z.ZodMiniType } ? [z.input<C['params']>] : [];

/** What of a typed text is searched for: nothing while it is too short. */
const searchable = (text: string | null) => {
  const trimmed = text?.trim() ?? '';
  return trimmed.length >= fewestLetters ? trimmed : '';
};

/** What belongs to the pages of a list, and is no business of the address. */
const ofPages = ['q', 'limit', 'after'];

/** What the address says of a list besides its search: only what the call knows, so that it refuses nothing strange. */
function askedOf(target: ListCall, address: URLSearchParams): Record<string, string> {
  const { shape = {} } = target.query as { shape?: Record<string, z.ZodMiniType> };
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const value = address.get(name);
      return value && !ofPages.includes(name) && schema.safeParse(value).success ? [[name, value]] : [];
    }),
  );
}

/** The address with some of its values changed; what is empty leaves it. */
const changed = (changes: Readonly<Record<string, string>>) => (address: URLSearchParams) => {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
};

/** Where it stands what a list is searched for and narrowed to, and how that is changed. */
type Place = readonly [
  URLSearchParams,
  (
    change: (before: URLSearchParams) => URLSearchParams,
    options?: { replace?: boolean; preventScrollReset: boolean },
  ) => void,
];

/**
 * Reads a keyset list of the contract. A page has one such list, whose search is `q` in the page's address; there too
 * stands what it is narrowed to and sorted by, under the names of the call's query.
 *
 * @param key names the list in the cache: `['people', 'unapproved']`; invalidating it reads the list anew.
 * @param target the call, with the contract's ListQuery.
 * @param itemsOf takes the items out of an answer, mapped to the screen's own names.
 * @param params what stands in the call's path, for a list that belongs to one record; it is part of `key` too.
 */
export function useKeysetList<C extends ListCall, T>(
  key: readonly string[],
  target: C,
  itemsOf: (reply: PageOf<C>) => T[],
  ...inPath: ParamsOf<C>
): KeysetList<T> {
  return useListAt(usePageAddress(), key, target, itemsOf, ...inPath);
}

/**
 * What the page's address says. Of changes that come faster than the page follows, each builds on the one before: the
 * router gives every one of them the address that is shown.
 */
function usePageAddress(): Place {
  const [address, setAddress] = useSearchParams();
  const wanted = useRef(address);
  useEffect(() => {
    wanted.current = address;
  }, [address]);
  return [
    address,
    (change, options) => {
      wanted.current = change(wanted.current);
      setAddress(wanted.current, options);
    },
  ];
}

/**
 * As `useKeysetList`, for a list in a dialog: what it is searched for and narrowed to is forgotten with it.
 *
 * @param asked what it is narrowed to at first.
 */
export function useKeysetListHere<C extends ListCall, T>(
  asked: Readonly<Record<string, string>>,
  key: readonly string[],
  target: C,
  itemsOf: (reply: PageOf<C>) => T[],
  ...inPath: ParamsOf<C>
): KeysetList<T> {
  return useListAt(
    useState(() => changed(asked)(new URLSearchParams())),
    key,
    target,
    itemsOf,
    ...inPath,
  );
}

function useListAt<C extends ListCall, T>(
  [address, setAddress]: Place,
  key: readonly string[],
  target: C,
  itemsOf: (reply: PageOf<C>) => T[],
  ...inPath: ParamsOf<C>
): KeysetList<T> {
  const searched = searchable(address.get('q'));
  const asked = askedOf(target, address);
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
    // the list before stays until the one searched for is there, so that nothing jumps between two letters
    placeholderData: (before) => before,
  });
  const itemsIn = (data: typeof query.data) => data?.pages.flatMap(({ items }) => items) ?? [];

  async function readOn(most: number): Promise<T[]> {
    let { data, hasNextPage } = query;
    while (hasNextPage && itemsIn(data).length < most) {
      const next = await query.fetchNextPage();
      if (next.isFetchNextPageError) break; // the list says so itself
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
      const wanted = searchable(text);
      // the same again would still be a navigation, and read the page's loaders anew
      if (wanted !== searched) setAddress(changed({ q: wanted }), { replace: true, preventScrollReset: true });
    },
    asked,
    ask: (changes) => setAddress(changed(changes), { preventScrollReset: true }),
    takeAway: (target as Call).table
      ? async (format) => {
          const query = { ...asked, q: searched || undefined, format };
          saveFile(await download(target, { params: inPath.at(0), query }));
        }
      : undefined,
  };
}
