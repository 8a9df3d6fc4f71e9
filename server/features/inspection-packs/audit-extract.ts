import { mostPackDays } from '@fairlead/contract/inspection-packs/calls';
import { auditChain } from '../../platform/audit/chain.ts';
import { firstHash } from '../../platform/chain/link.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { csvOf } from '../../platform/tables/csv.ts';
import { fullNameOrNull } from '../accounts/index.ts';
import type { AuditEntry } from './queries.ts';

const atOnce = 500;

/**
 * The place at which the chain of a pack begins: the first entry since its first day, or an earlier one about an
 * enrolment in it, of at most as many days before as a pack may have. A course that was entered years ago would
 * otherwise bring all links since.
 *
 * @param entries in the order of their places.
 * @returns null when there is no such entry.
 */
export function chainStart(entries: readonly AuditEntry[], since: Date): number | null {
  const earliest = new Date(since.getTime() - mostPackDays * 24 * 3600_000);
  return entries.find(({ kind, at }) => at >= (kind === 'enrolment' ? earliest : since))?.place ?? null;
}

/**
 * The links of the audit from the first to the last of some places, a JSON object a line: index, time, digest and hash;
 * in the first line also the hash before it. The entries at those places have what their digest covers, and its salt;
 * of the others, which are about other people, it tells no more than when they were made.
 */
export async function* auditLinks(db: Queryable, places: readonly number[]): AsyncGenerator<Buffer> {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return;
  const shown = new Set(places);
  const before = first > 1 ? await auditChain.read(db, first - 1, 1) : [];
  let previous: string | undefined = before[0]?.hash ?? firstHash;
  for (let from = first; from <= last; ) {
    const links = await auditChain.read(db, from, Math.min(atOnce, last - from + 1));
    if (links.length === 0) return;
    const lines = links.map(({ index, at, digest, hash, salted }) => {
      const line = {
        index,
        at,
        digest,
        hash,
        ...(previous !== undefined && { previous }),
        ...(salted && shown.has(index) && { salt: salted.salt, facts: salted.facts }),
      };
      previous = undefined;
      return `${JSON.stringify(line)}\n`;
    });
    yield Buffer.from(lines.join(''));
    from = (links.at(-1)?.index ?? last) + 1;
  }
}

/** The entries at some places of the audit as a table to read, in CSV; times are UTC. */
export const auditTable = (db: Queryable, places: readonly number[]): AsyncIterable<string> =>
  csvOf(['Place', 'Time (UTC)', 'What', 'By', 'About', 'Id', 'Details'], rowsAt(db, places), 'UTC');

async function* rowsAt(db: Queryable, places: readonly number[]) {
  for (let from = 0; from < places.length; from += atOnce) {
    const rows = await db
      .selectFrom('auditEvent')
      .leftJoin('account', 'account.id', 'auditEvent.actorId')
      .select(['sealIndex', 'at', 'action', 'subjectKind', 'subjectId', 'details'])
      .select(['account.firstName', 'account.lastName'])
      .where('sealIndex', 'in', places.slice(from, from + atOnce))
      .orderBy('sealIndex')
      .execute();
    yield rows.map(({ firstName, lastName, details, ...row }) => [
      ...[row.sealIndex, row.at, row.action],
      fullNameOrNull({ firstName, lastName }) ?? 'the program',
      ...[row.subjectKind, row.subjectId, JSON.stringify(details)],
    ]);
  }
}
