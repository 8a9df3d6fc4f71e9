import { AppError } from '../errors.ts';

/** How many refused items a refusal names. */
const named = 3;

/**
 * Requires that no item of several was refused, in a transaction that changes all of them or none.
 *
 * @param count the number of items.
 * @param refused the refused ones, each with the name of its person.
 * @throws AppError the refusal of a single item as it is; `conflict` for several items, naming those that were refused.
 */
export function requireAll(count: number, refused: readonly { name: string; refusal: AppError }[]): void {
  const [first] = refused;
  if (!first) return;
  if (count === 1) throw first.refusal;
  const sentences = refused.slice(0, named).map(({ name, refusal }) => `${name}: ${refusal.message}`);
  const more = refused.length - named;
  if (more > 0) sentences.push(`${more} more ${more === 1 ? 'was' : 'were'} refused.`);
  throw new AppError('conflict', `Nothing was changed. ${sentences.join(' ')}`);
}
