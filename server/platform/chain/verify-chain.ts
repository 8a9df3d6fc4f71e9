import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import { readAhead } from '../db/read-ahead.ts';
import { type Chain, getHead, type Stored } from './chain.ts';
import { digestOf, firstHash, hashOf } from './link.ts';

/** A link that is wrong, and why; `about` names what it is about, where the chain knows that. */
export type Flaw = { index: number; about?: string | undefined; reason: string };

/**
 * `checked` is the number of links read. `readable` is the number of those whose data is still stored. `flaws` are the
 * first hundred wrong links of `found`. `hash` is that of the last link.
 */
export type Verdict = {
  size: number;
  checked: number;
  readable: number;
  flaws: Flaw[];
  found: number;
  hash: string;
};

/** A link up to which a chain was verified before. */
export type Verified = { index: number; hash: string };

const pageSize = 1000;
/** A rewritten chain has as many flaws as links: this many are enough to see that. */
export const flawsListed = 100;

/**
 * Verifies a chain: no link is missing, each has the hash of the previous one, and the data of its row is unchanged
 * since it was chained. Each wrong link is named, and those after it are judged as if it were right.
 *
 * @param after the last link of an earlier verification; the links up to it are counted, but not read again.
 */
export async function verifyChain(
  db: Queryable,
  chain: Chain,
  after: Verified = { index: 0, hash: firstHash },
): Promise<Verdict> {
  const head = await getHead(db, chain);
  const verdict: Verdict = { size: head.size, checked: 0, readable: 0, flaws: [], found: 0, hash: after.hash };
  const blame = (flaw: Flaw) => {
    verdict.found += 1;
    if (verdict.flaws.length < flawsListed) verdict.flaws.push(flaw);
  };
  const gone = await firstMissing(db, chain, after.index);
  if (gone) blame({ index: gone.index, reason: missing(gone.count) });
  let last = after.index;
  // Links that were added since the head was read are left to a later verification.
  const read = async (before?: Stored[]) => {
    const from = (before?.at(-1)?.index ?? after.index) + 1;
    const page = (await chain.read(db, from, pageSize)).filter(({ index }) => index <= head.size);
    return page.length > 0 ? page : undefined;
  };
  for await (const page of readAhead(read)) {
    for (const link of page) {
      if (link.index !== last + 1) blame({ index: last + 1, reason: missing(link.index - last - 1) });
      const previous = link.index === last + 1 ? verdict.hash : undefined;
      const reason = flawOf(link, previous);
      if (reason) blame({ index: link.index, about: link.about, reason });
      last = link.index;
      verdict.hash = link.hash;
      verdict.checked += 1;
      if (link.salted) verdict.readable += 1;
    }
  }
  if (last < head.size) blame({ index: last + 1, reason: missing(head.size - last) });
  else if (verdict.hash !== head.hash)
    blame({ index: head.size, reason: 'it is not the one at which the chain was said to end' });
  return verdict;
}

/** The first of the links up to an index that are missing, and how many follow on it; undefined if none is. */
async function firstMissing(db: Queryable, { table }: Chain, upTo: number) {
  const links = sql.table(table);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from ${links} where seal_index between 1 and ${upTo}`.execute(db);
  if (counted[0]?.count === upTo) return undefined;
  const { rows } = await sql<{ index: number; count: number }>`
    select before + 1 as index, (seal_index - before - 1)::int as count from (
      select seal_index, coalesce(lag(seal_index) over (order by seal_index), 0) as before from (
        select seal_index from ${links} where seal_index between 1 and ${upTo}
        union all select ${upTo}::bigint + 1) as present
    ) as steps where seal_index > before + 1 order by seal_index limit 1`.execute(db);
  return rows[0] && { index: Number(rows[0].index), count: rows[0].count };
}

const missing = (count: number) => (count === 1 ? 'it is missing' : `it is missing, and so are ${count - 1} after it`);

/**
 * The reason why a link is wrong; undefined when it is right.
 *
 * @param previous the hash of the link before it; undefined if that link is missing.
 */
function flawOf(link: Stored, previous: string | undefined): string | undefined {
  if (previous !== undefined && hashOf(link, previous) !== link.hash) return 'it was changed after it was chained';
  if (link.flaw) return link.flaw;
  if (!link.salted) return undefined;
  const { salt, facts } = link.salted;
  return digestOf(salt, facts) === link.digest ? undefined : 'what it stands for was changed';
}
