import type { QueryClient } from '@tanstack/react-query';
import { readAnswers, writeAnswers } from './aboard-store.ts';
import { decryptText, encryptText } from './encryption.ts';

/** An answer of the server as it was last read. */
type Kept = { queryKey: readonly unknown[]; data: unknown; readAt: number };

/** How long answers are collected before they are written, in milliseconds. */
const writtenAfter = 1000;

/** The answers that are being kept. */
export type KeptAnswers = { write: () => Promise<void>; stop: () => Promise<void> };

const about = (person: string) => `answers for ${person}`;

/**
 * Puts the answers that a person last saw into the query cache, and from now on keeps those of the queries that are
 * `seenAboard`, encrypted to the person.
 *
 * @returns how to write what was read until now, which rejects when the browser does not; and how to stop, which writes
 *   what is left, if it can.
 */
export async function keepAnswers(client: QueryClient, person: string, key: CryptoKey): Promise<KeptAnswers> {
  const kept = new Map<string, Kept>();
  for (const one of await readKept(person, key)) {
    kept.set(JSON.stringify(one.queryKey), one);
    const known = client.getQueryState(one.queryKey)?.dataUpdatedAt ?? 0;
    if (known < one.readAt) client.setQueryData(one.queryKey, one.data, { updatedAt: one.readAt });
  }
  // what is not on the screen would be dropped after some minutes, and could not be read again without a network
  client.setDefaultOptions({
    ...client.getDefaultOptions(),
    queries: { ...client.getDefaultOptions().queries, gcTime: Number.POSITIVE_INFINITY },
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const written = writing.then(async () =>
      writeAnswers(person, await encryptText(key, JSON.stringify([...kept.values()]), about(person))),
    );
    // full or refused: the answers are those of before
    writing = written.catch(() => undefined);
    return written;
  };
  const tryToWrite = () => write().catch(() => undefined);
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.meta?.seenAboard !== true || query.state.status !== 'success') return;
    const { data, dataUpdatedAt: readAt } = query.state;
    const name = JSON.stringify(query.queryKey);
    if (data === undefined || kept.get(name)?.readAt === readAt) return;
    kept.set(name, { queryKey: query.queryKey, data, readAt });
    timer ??= setTimeout(() => void tryToWrite(), writtenAfter);
  });
  // what was read before this began
  for (const { queryKey, meta, state } of client.getQueryCache().getAll())
    if (meta?.seenAboard === true && state.data !== undefined)
      kept.set(JSON.stringify(queryKey), { queryKey, data: state.data, readAt: state.dataUpdatedAt });
  const onHide = () => void (timer && tryToWrite());
  window.addEventListener('pagehide', onHide);
  const stop = () => {
    unsubscribe();
    window.removeEventListener('pagehide', onHide);
    return tryToWrite();
  };
  return { write, stop };
}

async function readKept(person: string, key: CryptoKey): Promise<Kept[]> {
  try {
    const encrypted = await readAnswers(person);
    return encrypted ? JSON.parse(await decryptText(key, encrypted, about(person))) : [];
  } catch {
    return []; // another tab has stored them with a key that was removed before; pages open all the same
  }
}
