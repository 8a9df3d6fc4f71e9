import type { ListQuery } from '@fairlead/contract/values/shapes';
import { callPage, type Page } from './api-client.ts';

type ListCall = Parameters<typeof callPage>[0] & { query: object };
type ReplyOf<C extends ListCall> = Awaited<ReturnType<typeof callPage<C>>>['reply'];

/** The largest page that the server returns. */
const limit = 200;

/** All items of a paginated list of the contract, for a select field, which has no 'Show more'. */
export async function readAll<C extends ListCall, T>(target: C, itemsOf: (reply: ReplyOf<C>) => T[]): Promise<T[]> {
  const read = callPage as (target: C, args: { query: ListQuery }) => Promise<Page<ReplyOf<C>>>;
  const items: T[] = [];
  let after: string | undefined;
  do {
    const page: Page<ReplyOf<C>> = await read(target, { query: { limit, after } });
    items.push(...itemsOf(page.reply));
    after = page.after ?? undefined;
  } while (after);
  return items;
}
