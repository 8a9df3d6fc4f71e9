import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Where a chain of calls stands towards a transaction. `migrating` belongs to the migrator, which opens
 * transactions by itself.
 */
type Scope = { phase: 'beginning' | 'open' | 'over' | 'migrating' };

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Runs `open`, which may take one connection and begin one transaction on it.
 *
 * @throws inside another transaction, which a second one would wait for
 */
export async function insideTransaction<T>(open: () => Promise<T>): Promise<T> {
  if (scopes.getStore()?.phase === 'open') throw rootUsedInside();
  const scope: Scope = { phase: 'beginning' };
  try {
    return await scopes.run(scope, open);
  } finally {
    // work that was started inside and lives on, such as a timer, is free to use the database again
    scope.phase = 'over';
  }
}

/** Runs the migrator, which needs several connections and its own transaction. */
export async function whileMigrating<T>(work: () => Promise<T>): Promise<T> {
  return await scopes.run({ phase: 'migrating' }, work);
}

export const isMigrating = (): boolean => scopes.getStore()?.phase === 'migrating';

/**
 * Asked by both drivers before they give out a connection. On one connection a statement through the root database
 * would wait for the very transaction that waits for it; on a server it would miss what the transaction wrote.
 *
 * @throws when the caller stands inside a transaction and did not use it
 */
export function admitConnection(): void {
  const scope = scopes.getStore();
  if (scope?.phase === 'open') throw rootUsedInside();
  if (scope?.phase === 'beginning') scope.phase = 'open';
}

/** Asked by both drivers before BEGIN, so that every transaction comes through `transaction(db, work)`. */
export function admitTransaction(): void {
  const phase = scopes.getStore()?.phase;
  if (phase !== 'open' && phase !== 'migrating') {
    throw new Error(
      'Open a transaction with transaction(db, tx => …), which also retries and guards the root database.',
    );
  }
}

const rootUsedInside = () =>
  new Error('The root database was used inside a transaction: hand the tx of transaction(db, tx => …) on.');
