import { AsyncLocalStorage } from 'node:async_hooks';

const scopes = new AsyncLocalStorage<{ lags: boolean }>();

/**
 * Runs reads that may be some seconds old: where a replica is configured, on the replica. Transactions, and what
 * `onPrimary` runs, still go to the primary. A read that must show what its reader has just done does not belong here.
 */
export const onReplica = <T>(read: () => Promise<T>): Promise<T> => scopes.run({ lags: true }, read);

/** Runs statements on the primary, within `onReplica` as well: those that write without a transaction. */
export const onPrimary = <T>(work: () => Promise<T>): Promise<T> => scopes.run({ lags: false }, work);

export const mayLag = (): boolean => scopes.getStore()?.lags === true;
