import { AppError } from '../errors.ts';

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/** With more items in one transaction, the first of them would wait too long. */
const mostAtOnce = 200;

export type BatchOptions<Item> = {
  /** The maximum size of a batch; 200 when not given. */
  most?: number;
  /**
   * Two items with the same key are never in the same batch: the second waits for the first's outcome. Without it, any
   * items may share a batch.
   */
  keyOf?: (item: Item) => string;
};

/**
 * Combines many small database operations into few large ones: items that arrive while a batch is running wait for the
 * next batch. A single item runs at once and does not wait for others. Each caller gets its result when its batch is
 * done.
 *
 * @param run processes a batch by one query or in one transaction, and returns, for each item, its result or why it is
 *   refused. An error that it throws becomes the error of every item.
 */
export function inBatches<Item, Result>(
  { most = mostAtOnce, keyOf }: BatchOptions<Item>,
  run: (items: readonly Item[]) => Promise<readonly (Result | AppError)[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  function takeBatch(): Waiting<Item, Result>[] {
    const [taken, rest]: [Waiting<Item, Result>[], Waiting<Item, Result>[]] = [[], []];
    const keys = new Set<string>();
    for (const one of waiting) {
      const key = keyOf?.(one.item);
      const fits = taken.length < most && !(key !== undefined && keys.has(key));
      if (fits && key !== undefined) keys.add(key);
      (fits ? taken : rest).push(one);
    }
    waiting = rest;
    return taken;
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        const outcomes = await run(batch.map(({ item }) => item));
        for (const [place, { resolve, reject }] of batch.entries()) {
          const outcome = outcomes[place];
          if (outcome instanceof AppError) reject(outcome);
          else resolve(outcome as Result);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      void drain();
    });
}

/** The outcomes that are not refusals. */
export const accepted = <Result>(outcomes: readonly (Result | AppError)[]): Result[] =>
  outcomes.filter((one): one is Result => !(one instanceof AppError));

/** The result of a decision, or why it is refused. A refusal affects only its own item, not the others of the batch. */
export function outcomeOf<Result>(decide: () => Result): Result | AppError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
