import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The transaction state of an asynchronous call chain. `migrating` belongs to the migrator, which opens transactions
 * itself.
 */
type Scope = { phase: 'beginning' | 'open' | 'over' | 'migrating' };

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Runs `open`, which may take one connection and begin one transaction on it.
 *
 * @throws inside another transaction, because the second would wait for the first forever
 */
export async function insideTransaction<T>(open: () => Promise<T>): Promise<T> {
  if (scopes.getStore()?.phase === 'open') throw rootUsedInside();
  const scope: Scope = { phase: 'beginning' };
  try {
    return await scopes.run(scope, open);
  } finally {
    // work that was started inside and continues, such as a timer, may use the database again
    scope.phase = 'over';
  }
}

/** Runs the migrator, which needs several connections and its own transaction. */
export async function whileMigrating<T>(work: () => Promise<T>): Promise<T> {
  return await scopes.run({ phase: 'migrating' }, work);
}

export const isMigrating = (): boolean => scopes.getStore()?.phase === 'migrating';

/**
 * Called by both drivers before they hand out a connection. On the embedded engine's one connection, a statement
 * through the root database would deadlock with the transaction; on a server it would not see the transaction's writes.
 *
 * @throws when the caller is inside a transaction and did not use it
 */
export function admitConnection(): void {
  const scope = scopes.getStore();
  if (scope?.phase === 'open') throw rootUsedInside();
  if (scope?.phase === 'beginning') scope.phase = 'open';
}

/** Called by both drivers before BEGIN, so that every transaction comes through `transaction(db, work)`. */
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
