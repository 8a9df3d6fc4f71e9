import type { Withdrawals } from './calls.ts';

type Signed = Pick<Withdrawals, 'asOf' | 'nextUpdate' | 'withdrawn'>;
type Row = Signed['withdrawn'][number];

/** How each version counts a row's entry of the public log: from 1, and from 0 as the log itself does. */
const entryIn = {
  1: { head: 'fairlead withdrawals', entryOf: ({ entry }: Row) => entry },
  2: { head: 'fairlead withdrawals 2', entryOf: ({ index }: Row) => index },
} as const;

/**
 * The bytes that the academy signs of a list of withdrawals, with its key for facts: a line that says what it is, so
 * that no other signature can be taken for this one, and a JSON array (docs/formats.md).
 *
 * @param version 1 for `signature`, 2 for `signature2`.
 */
export function signedWithdrawals({ asOf, nextUpdate, withdrawn }: Signed, version: 1 | 2): Uint8Array {
  const { head, entryOf } = entryIn[version];
  const rows = withdrawn.map((row) => [row.digest, row.of, row.kind, row.on, entryOf(row)]);
  return new TextEncoder().encode(`${head}\n${JSON.stringify([asOf, nextUpdate, rows])}`);
}
