import { wholePackage } from '@fairlead/contract/packages/calls';
import { useRef, useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import type { OpenPackage } from './api.ts';
import { launchValues } from './launch-values.ts';
import type { FromPackage, Ordered, Played, Way } from './package-frame.tsx';

type Opened = Pick<OpenPackage, 'edition' | 'learner' | 'order' | 'states' | 'values' | 'current'>;

/** Where a learner is in a package whose rules say which item comes next, and where they may go. */
export type Order = Omit<Extract<FromPackage, { kind: 'order' }>, 'kind'>;

type Values = Readonly<Record<string, string>>;
type Failure = { message: string; onAgain: () => void };

/**
 * The item of a package that is played, and the ways to others. In a package with rules about their order, the page at
 * the second origin follows these rules and says what comes next; in any other, the learner chooses.
 *
 * @param items those that can be opened.
 * @param read what an item has stored that did not come with the package.
 */
export function usePlayed(opened: Opened, items: OpenPackage['items'], read: (itemId: string) => Promise<Values>) {
  const isOrdered = opened.order !== null;
  // what this visit has stored or read, so that an item which is opened again goes on where it was
  const [values] = useState(() => new Map(Object.entries(opened.values)));
  const [unread] = useState(() => new Set(opened.states.map(({ itemId }) => itemId).filter((id) => !values.has(id))));
  const [failure, setFailure] = useState<Failure>();
  const [played, setPlayed] = useState<Played | undefined>(() =>
    isOrdered ? undefined : playedOf(items.find(({ id }) => id === opened.current)?.id ?? items[0]?.id ?? '', 0),
  );
  const shown = useRef(0);
  const delivered = useRef(0);
  const [order, setOrder] = useState<Order>();
  const [way, setWay] = useState<Way>();
  const [rules] = useState<Ordered | undefined>(() =>
    isOrdered ? { tree: opened.order, state: stateIn(values.get(wholePackage) ?? {}) } : undefined,
  );

  function playedOf(id: string, round: number): Played | undefined {
    const item = items.find((one) => one.id === id);
    if (!item?.launch) return undefined;
    const { edition } = opened;
    const given = launchValues(opened, item, values.get(id) ?? {});
    const { launch, isScored, isSelfCompleting } = item;
    return { item: id, round, launch, isScored, isSelfCompleting, edition, values: given };
  }

  /** Plays an item, once what it has stored is known. The last one that was chosen is played. */
  function show(id: string, round: number): void {
    shown.current += 1;
    const turn = shown.current;
    setFailure(undefined);
    if (!unread.has(id)) {
      setPlayed(playedOf(id, round));
      return;
    }
    read(id).then(
      (stored) => {
        if (unread.delete(id)) values.set(id, stored);
        if (turn === shown.current) setPlayed(playedOf(id, round));
      },
      (error: unknown) => {
        if (!isRefusal(error)) throw error;
        if (turn !== shown.current) return;
        const message = messageOf(error, 'Failed to open this part.');
        setFailure({ message, onAgain: () => show(id, round) });
      },
    );
  }

  function keep(id: string, stored: Values): void {
    unread.delete(id);
    values.set(id, stored);
  }

  function take(message: FromPackage): void {
    if (message.kind === 'stored') keep(message.item, message.values);
    if (message.kind !== 'order') return;
    setOrder(message);
    const { current, delivery, isNew } = message;
    if (current === null || delivery === delivered.current) return;
    delivered.current = delivery;
    // a new attempt begins without what the last one has stored
    if (isNew) keep(current, {});
    show(current, delivery);
  }

  return {
    item: isOrdered ? order?.current : played?.item,
    take,
    /** Why the item that was chosen is not played, and the way to try again. */
    failure,
    frame: { played, order: rules, way },
    play: {
      order,
      go: (request: 'continue' | 'previous' | 'start') => setWay({ request }),
      open: (id: string) => {
        if (isOrdered) setWay({ request: 'choice', target: id });
        else show(id, 0);
      },
      mayOpen: (id: string) => !isOrdered || (order?.choices.includes(id) ?? false),
    },
  };
}

/** The state of the rules, as the page at the second origin has stored it in pieces. */
function stateIn(values: Values): string {
  let state = '';
  for (let i = 0; `order.${i}` in values; i += 1) state += values[`order.${i}`];
  return state;
}
