import { type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { NetworkError } from '../lib/calls/transport.ts';
import { Moment } from '../lib/site.tsx';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';

/**
 * A note above a page whose data is stale because refetching has failed, with a retry. Data that could not be read at
 * all is reported by the page itself.
 */
export function StaleNote() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const since = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => oldestOnScreen(cache),
    () => 0,
  );
  const [busy, setBusy] = useState(false);

  async function tryAgain() {
    setBusy(true);
    await client.refetchQueries({ type: 'active', predicate: isStale });
    setBusy(false);
  }

  if (since === 0) return null;
  return (
    <Alert
      tone="info"
      className="mb-8"
      action={
        <Button tone="plain" size="small" busy={busy} onClick={() => void tryAgain()}>
          Try again
        </Button>
      }
    >
      The server does not answer. This page shows the state of <Moment at={new Date(since).toISOString()} />.
    </Alert>
  );
}

type Query = ReturnType<QueryCache['getAll']>[number];

/** Has data, but the last refetch failed without a usable response. */
const isStale = ({ state: { data, error, status } }: Query) =>
  status === 'error' && data !== undefined && error instanceof NetworkError;

/** The time at which the oldest stale data on the screen was read, in milliseconds; 0 when there is none. */
function oldestOnScreen(cache: QueryCache): number {
  const times = cache
    .getAll()
    .filter((query) => query.isActive() && isStale(query))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? 0 : Math.min(...times);
}
