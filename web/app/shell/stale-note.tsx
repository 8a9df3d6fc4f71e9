import { type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Moment } from '../lib/site.tsx';
import { NetworkError } from '../lib/transport.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

/**
 * Says above a page that what it shows is from before, because reading it anew has failed, with another try. What
 * could not be read at all is the page's own to tell.
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
      The academy does not answer. This page is as it was at <Moment at={new Date(since).toISOString()} />.
    </Alert>
  );
}

type Query = ReturnType<QueryCache['getAll']>[number];

/** Has content, and was asked for anew in vain: no answer came, or none that means anything. */
const isStale = ({ state: { data, error, status } }: Query) =>
  status === 'error' && data !== undefined && error instanceof NetworkError;

/** When the oldest of such content on the screen was read, in milliseconds; 0 when there is none. */
function oldestOnScreen(cache: QueryCache): number {
  const times = cache
    .getAll()
    .filter((query) => query.isActive() && isStale(query))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? 0 : Math.min(...times);
}
