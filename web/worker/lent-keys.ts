// The keys by which files aboard are read. Pages lend that of the person who is signed in, so that nobody else's files
// can be opened. The browser ends this worker when it is idle, and the key is asked for again.

/** The message of a page: the key of the person who uses it, or no key, if it is to be forgotten. */
export type Loan = { person: string; key: CryptoKey | undefined };

/** Held in memory alone. */
const keys = new Map<string, CryptoKey>();
const waiting = new Map<string, Set<(key: CryptoKey | undefined) => void>>();
/**
 * How long a page may take to lend a key, in milliseconds. The page that asks for a film has the key, but while it is
 * being built on a slow phone it answers late, and a player takes a refusal as final.
 */
const patience = 60_000;

export function lend({ person, key }: Loan): void {
  if (key) keys.set(person, key);
  else keys.delete(person);
  for (const resolve of waiting.get(person) ?? []) resolve(key);
  waiting.delete(person);
}

/** Forgets all keys; a page that is still open lends that of its person again when it is asked for. */
export const forgetKeys = (): void => keys.clear();

/** The key of a person if a page has lent it, for a page of theirs that was loaded again. */
export const heldKey = (person: string): CryptoKey | undefined => keys.get(person);

/** The key of a person, for which pages are asked if it is not held; undefined where none of them lends it. */
export async function keyOf(person: string): Promise<CryptoKey | undefined> {
  const held = keys.get(person);
  if (held) return held;
  const lent = new Promise<CryptoKey | undefined>((resolve) => {
    const others = waiting.get(person) ?? new Set();
    waiting.set(person, others.add(resolve));
    setTimeout(resolve, patience);
  });
  const { clients } = self as unknown as ServiceWorkerGlobalScope;
  for (const page of await clients.matchAll({ type: 'window' })) page.postMessage({ wanted: person });
  return lent;
}
