import { sql } from 'kysely';
import { type Chain, sizeOf } from '../chain/chain.ts';

type Event = {
  actorId: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  details: unknown;
  address: string | null;
  device: string | null;
};

/** The fields of an event that its digest covers. */
export const eventFacts = ({ actorId, action, subjectKind, subjectId, details, address, device }: Event): object => ({
  actorId,
  action,
  subjectKind,
  subjectId,
  details,
  address,
  device,
});

/** The audit log as a hash chain. Its public content is empty, so outsiders learn only when something was done. */
export const auditChain: Chain = {
  name: 'audit',
  table: 'audit_event',
  content: sql<string[]>`'[]'::jsonb`,
  read: async (db, from, limit) => {
    const rows = await db
      .selectFrom('auditEvent')
      .selectAll()
      .where('sealIndex', '>=', from)
      .where('sealIndex', '<=', sizeOf('audit'))
      .orderBy('sealIndex')
      .limit(limit)
      .execute();
    return rows.map(({ at, digest, salt, sealIndex, sealHash, ...event }) => ({
      at,
      digest,
      index: sealIndex ?? 0,
      hash: sealHash ?? '',
      content: [],
      salted: salt === null ? undefined : { salt, facts: eventFacts(event) },
    }));
  },
};
