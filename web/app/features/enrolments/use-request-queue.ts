import { enrolments } from '@fairlead/contract/enrolments/calls';
import { useEffect, useState } from 'react';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { noteDecision } from './staff-api.ts';
import { type EnrolmentRequest, requestOf } from './staff-wire.ts';

/** So many requests are loaded ahead of the shown one. */
const loadedAhead = 10;

/**
 * The pending requests one at a time, with the filters in the page's URL. A decided one leaves the queue at once; the
 * list is not read again after each decision.
 */
export function useRequestQueue() {
  const list = usePaginatedList(['request-queue'], enrolments.listPending, (requests) => requests.map(requestOf));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState(0);
  const open = list.items.filter(({ id }) => !left.has(id));
  const index = Math.max(0, Math.min(at, open.length - 1));
  const runsOut = list.hasMore && !list.loadingMore && !list.moreFailed && open.length - index < loadedAhead;
  useEffect(() => {
    if (runsOut) list.more();
  }, [runsOut, list.more]);

  return {
    list,
    open,
    index,
    request: open[index],
    next: open[index + 1],
    decided: left.size,
    show: (index: number) => setAt(index),
    /** These have left the queue: they were decided, or wait for a document of their learner. */
    leave: async (gone: readonly EnrolmentRequest[]) => {
      setLeft((before) => new Set([...before, ...gone.map(({ id }) => id)]));
      await noteDecision();
    },
    /** This one is pending again, and is shown. */
    takeBack: async (request: EnrolmentRequest) => {
      setLeft((before) => new Set([...before].filter((id) => id !== request.id)));
      const place = list.items.findIndex(({ id }) => id === request.id);
      if (place < 0) list.retry();
      else setAt(list.items.slice(0, place).filter(({ id }) => !left.has(id)).length);
      await noteDecision();
    },
    /** Reads what is loaded again: something has changed. */
    readAgain: async () => list.retry(),
    /** The same from the beginning, with what has come since. */
    startAgain: () => {
      setLeft(new Set());
      setAt(0);
      list.retry();
    },
  };
}
