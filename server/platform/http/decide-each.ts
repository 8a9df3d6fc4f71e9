import type { Decisions } from '@fairlead/contract/platform/decisions';
import { AppError } from '../errors.ts';

/**
 * Decides many items one after the other, each in the transaction that `decide` opens. A refusal does not affect the
 * other items, and is reported with its reason. Any other error stops the loop and is thrown; earlier decisions stay.
 *
 * @param done the message for each item that was decided.
 */
export async function decideEach<Item extends { id: string }>(
  items: readonly Item[],
  done: string,
  decide: (item: Item) => Promise<void>,
): Promise<Decisions> {
  const decisions: Decisions = [];
  for (const item of items) {
    try {
      await decide(item);
      decisions.push({ id: item.id, ok: true, message: done });
    } catch (refusal) {
      if (!(refusal instanceof AppError)) throw refusal;
      decisions.push({ id: item.id, ok: false, message: refusal.message });
    }
  }
  return decisions;
}
