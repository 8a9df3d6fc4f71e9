import type { Decisions } from '@fairlead/contract/decisions';
import { AppError } from '../../errors.ts';

/**
 * Decides many things one after the other, each in the transaction that `decide` opens: one that is refused holds up
 * no other, and is reported with its reason. Whatever else goes wrong stops the row and is thrown; what was decided
 * before it stays decided.
 *
 * @param done what is said of each that was decided.
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
