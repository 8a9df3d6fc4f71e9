import type { Withdrawals } from './calls.ts';

/**
 * The bytes that the academy signs of a list of withdrawals, with its key for facts: a line that says what it is, so
 * that no other signature can be taken for this one, and a JSON array.
 */
export const signedWithdrawals = ({
  asOf,
  nextUpdate,
  withdrawn,
}: Pick<Withdrawals, 'asOf' | 'nextUpdate' | 'withdrawn'>): Uint8Array => {
  const rows = withdrawn.map(({ digest, of, kind, on, entry }) => [digest, of, kind, on, entry]);
  return new TextEncoder().encode(`fairlead withdrawals\n${JSON.stringify([asOf, nextUpdate, rows])}`);
};
