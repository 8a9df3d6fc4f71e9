import { onCommit, type Tx } from '../db/database.ts';

const told = new Set<() => void>();

/**
 * To be called by what inserts a row of a chain: after the commit, the appenders of this process look for it.
 *
 * @throws when `tx` is not the one that `transaction` has passed to its work
 */
export function noteLeftRow(tx: Tx): void {
  onCommit(tx, () => {
    for (const tell of told) tell();
  });
}

/** Has `tell` called after each commit of this process that has left rows; returns what ends that. */
export function onLeftRows(tell: () => void): () => void {
  told.add(tell);
  return () => void told.delete(tell);
}
