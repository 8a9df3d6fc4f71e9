import type { Queryable } from '../db/database.ts';
import { type Chain, getHead, type Stored } from './chain.ts';
import { digestOf, firstHash, hashOf } from './link.ts';

/**
 * `checked` is the number of valid links. `readable` is the number of those whose data is still stored and matches the
 * digest. `bad` is the first invalid link.
 */
export type Verdict = { size: number; checked: number; readable: number; bad?: { index: number; reason: string } };

const pageSize = 1000;

/**
 * Verifies a chain from its beginning: no link is missing, each has the hash of the previous one, and the data of its
 * row is unchanged since it was chained. Stops at the first invalid link.
 */
export async function verifyChain(db: Queryable, chain: Chain): Promise<Verdict> {
  const head = await getHead(db, chain);
  const verdict: Verdict = { size: head.size, checked: 0, readable: 0 };
  let previous = firstHash;
  for (let page = await chain.read(db, 1, pageSize); page.length > 0; ) {
    for (const link of page) {
      // Links that were added since the head was read are left to a later verification.
      if (link.index > head.size && verdict.checked === head.size) break;
      const reason = flawOf(link, { index: verdict.checked + 1, previous });
      if (reason) return { ...verdict, bad: { index: verdict.checked + 1, reason } };
      previous = link.hash;
      verdict.checked += 1;
      if (link.salt !== null) verdict.readable += 1;
    }
    page = verdict.checked < head.size ? await chain.read(db, verdict.checked + 1, pageSize) : [];
  }
  if (verdict.checked < head.size) {
    return { ...verdict, bad: { index: verdict.checked + 1, reason: 'it is missing' } };
  }
  if (previous === head.hash) return verdict;
  return { ...verdict, bad: { index: head.size, reason: 'it is not the one at which the chain was said to end' } };
}

/** The reason why a link is invalid at its place; undefined when it is valid. */
function flawOf(link: Stored, expected: { index: number; previous: string }): string | undefined {
  if (link.index !== expected.index) return 'it is missing';
  if (hashOf(link, expected.previous) !== link.hash) return 'it was changed after it was chained';
  if (link.salt === null) return undefined;
  if (!link.facts || digestOf(link.salt, link.facts) !== link.digest) return 'what it stands for was changed';
  return undefined;
}
