import { AppError } from '../../errors.ts';

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/** More than this in one transaction would let the first of them wait. */
const mostAtOnce = 200;

export type BatchOptions<Item> = {
  /** At most so many in one batch; 200 when not given. */
  most?: number;
  /** Two of one key never stand in the same batch: the second waits for the first's outcome. All may, without. */
  keyOf?: (item: Item) => string;
};

/**
 * Turns many small deeds on the database into few large ones: what is asked for while a batch is under way waits for
 * the next. One that comes alone is done at once, so nobody waits for company. Each is answered when its batch is done.
 *
 * @param run does a batch by one query or in one transaction, and gives for each item its result, or why that one is
 *   refused. What it throws is every item's error.
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

/** The outcomes of those that were not refused. */
export const accepted = <Result>(outcomes: readonly (Result | AppError)[]): Result[] =>
  outcomes.filter((one): one is Result => !(one instanceof AppError));

/** What a decision comes to, or why it is refused: a refusal is its own item's, and spoils no other of a batch. */
export function outcomeOf<Result>(decide: () => Result): Result | AppError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
