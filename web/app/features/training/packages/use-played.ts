import { wholePackage } from '@fairlead/contract/packages';
import { useRef, useState } from 'react';
import type { OpenPackage } from './api.ts';
import { launchValues } from './launch-values.ts';
import type { FromPackage, Ordered, Played, Way } from './package-frame.tsx';

type Opened = Pick<OpenPackage, 'edition' | 'learner' | 'order' | 'states' | 'current'>;

/** Where a learner is in a package whose rules say which item comes next, and where they may go. */
export type Order = Omit<Extract<FromPackage, { kind: 'order' }>, 'kind'>;

/**
 * The item of a package that is played, and the ways to others. In a package with rules about their order, the page at the
 * second origin follows these rules and says what comes next; in any other, the learner chooses.
 *
 * @param items those that can be opened.
 */
export function usePlayed(opened: Opened, items: OpenPackage['items']) {
  const isOrdered = opened.order !== null;
  // what this visit has stored, so that an item which is opened again goes on where it was
  const [values] = useState(() => new Map(opened.states.map((state) => [state.itemId, state.values])));
  const [played, setPlayed] = useState<Played | undefined>(() =>
    isOrdered ? undefined : playedOf(items.find(({ id }) => id === opened.current)?.id ?? items[0]?.id ?? '', 0),
  );
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

  function take(message: FromPackage): void {
    if (message.kind === 'stored') values.set(message.item, message.values);
    if (message.kind !== 'order') return;
    setOrder(message);
    const { current, delivery, isNew } = message;
    if (current === null || delivery === delivered.current) return;
    delivered.current = delivery;
    // a new attempt begins without what the last one has stored
    if (isNew) values.delete(current);
    setPlayed(playedOf(current, delivery));
  }

  return {
    item: isOrdered ? order?.current : played?.item,
    take,
    frame: { played, order: rules, way },
    play: {
      order,
      go: (request: 'continue' | 'previous' | 'start') => setWay({ request }),
      open: (id: string) => {
        if (isOrdered) setWay({ request: 'choice', target: id });
        else setPlayed(playedOf(id, 0));
      },
      mayOpen: (id: string) => !isOrdered || (order?.choices.includes(id) ?? false),
    },
  };
}

/** The state of the rules, as the page at the second origin has stored it in pieces. */
function stateIn(values: Readonly<Record<string, string>>): string {
  let state = '';
  for (let i = 0; `order.${i}` in values; i += 1) state += values[`order.${i}`];
  return state;
}
