import { AppError } from '../../errors.ts';

/** How many refused items a refusal names. */
const named = 3;

/**
 * Decides many items in one transaction, which the caller has opened: all, or none.
 *
 * @param decide is called for each item, also after another one was refused, so that the refusal names what is in the way.
 * @throws AppError the refusal of a single item as it is; `conflict` for several items, naming those that were refused.
 */
export async function decideAll<Item extends { id: string }>(
  items: readonly Item[],
  { decide, nameOf }: { decide: (item: Item) => Promise<unknown>; nameOf: (item: Item) => Promise<string> },
): Promise<void> {
  const refused: { item: Item; refusal: AppError }[] = [];
  for (const item of items) {
    try {
      await decide(item);
    } catch (refusal) {
      if (!(refusal instanceof AppError) || items.length === 1) throw refusal;
      refused.push({ item, refusal });
    }
  }
  if (refused.length === 0) return;
  const sentences: string[] = [];
  for (const { item, refusal } of refused.slice(0, named)) sentences.push(`${await nameOf(item)}: ${refusal.message}`);
  const more = refused.length - named;
  if (more > 0) sentences.push(`${more} more ${more === 1 ? 'was' : 'were'} refused.`);
  throw new AppError('conflict', `Nothing was changed. ${sentences.join(' ')}`);
}
