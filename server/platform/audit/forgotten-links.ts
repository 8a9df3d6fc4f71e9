import { sql } from 'kysely';
import { flawsListed, type Verdict, type Verified, verifyChain } from '../chain/verify-chain.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { apartFromRequest } from '../request/request-origin.ts';
import { appendAudit } from './append.ts';
import { auditChain } from './chain.ts';

/** An event of the audit before its content was erased; `sealIndex` is null if it was not yet chained. */
export type Forgotten = { id: string; sealIndex: number | null; salt: string | null };

const action = 'audit.forget';

/**
 * Writes an event that names the events whose content is erased in this transaction, since the chain alone cannot tell
 * an erasure from the removal of a salt by hand.
 *
 * @param events as they were before; those that had no salt are left out, because they could not be read anyway.
 */
export async function recordForgotten(tx: Tx, events: readonly Forgotten[]): Promise<void> {
  const read = events.filter(({ salt }) => salt !== null);
  if (read.length === 0) return;
  const chained = read.flatMap(({ sealIndex }) => sealIndex ?? []);
  const ids = read.filter(({ sealIndex }) => sealIndex === null).map(({ id }) => id);
  await append(tx, { links: rangesOf(chained), ...(ids.length > 0 && { events: ids }) });
}

/** Records the events whose content was erased before erasures were recorded. To be run once, at the upgrade. */
export async function recordFormerlyForgotten(tx: Tx): Promise<void> {
  const links = await unexplained(tx);
  if (links.length > 0) await append(tx, { links });
}

// Apart from the request, so that it has no device: an event with one is itself forgotten later.
const append = (tx: Tx, details: Record<string, unknown>) =>
  apartFromRequest(() => appendAudit(tx, { actorId: null, action, subject: { kind: 'audit', id: 'links' }, details }));

/** The first and last of each run of consecutive numbers: `[[1, 3], [7, 7]]` for 7, 1, 2 and 3. */
function rangesOf(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/**
 * The chained events whose content is gone although no event says so, as ranges of links. An event without a salt says
 * nothing: its words could have been written by hand.
 */
async function unexplained(db: Queryable): Promise<[number, number][]> {
  const { rows } = await sql<{ first: number; last: number }>`
    with recorded as (select details from audit_event where action = ${action} and salt is not null),
    forgotten as (
      select range_agg(int8range((link ->> 0)::bigint, (link ->> 1)::bigint, '[]')) as links
      from recorded, jsonb_array_elements(details -> 'links') as link
    ),
    unreadable as (
      select range_agg(int8range(seal_index, seal_index, '[]')) as links from audit_event
      where salt is null and seal_index is not null
        and id not in (select jsonb_array_elements_text(details -> 'events')::uuid from recorded where details ? 'events')
    )
    select lower(span) as first, upper(span) - 1 as last
    from unreadable, forgotten,
      unnest(unreadable.links - coalesce(forgotten.links, '{}'::int8multirange)) as span
    order by first`.execute(db);
  return rows.map(({ first, last }) => [Number(first), Number(last)]);
}

/**
 * Verifies the audit: its chain, and that the content of an event is missing only where an erasure was recorded.
 *
 * @param after the last link of an earlier verification.
 */
export async function verifyAudit(db: Queryable, after?: Verified): Promise<Verdict> {
  const verdict = await verifyChain(db, auditChain, after);
  const gone = await unexplained(db);
  const flaws = gone.map(([first, last]) => ({
    index: first,
    reason: `its content was removed${first === last ? '' : `, up to link ${last}`}, and no erasure is recorded`,
  }));
  return {
    ...verdict,
    flaws: [...verdict.flaws, ...flaws].slice(0, flawsListed),
    found: verdict.found + gone.length,
  };
}
