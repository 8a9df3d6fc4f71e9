import { type RawBuilder, sql } from 'kysely';
import { noteLeftRow } from '../chain/left-rows.ts';
import { salted } from '../chain/link.ts';
import type { Tx } from '../db/database.ts';
import { inParts } from '../db/in-parts.ts';
import { currentOrigin } from '../request/request-origin.ts';
import { eventFacts } from './chain.ts';

export type Action = {
  /** The account that acted; null for the program itself and for visitors. */
  actorId: string | null;
  /** A verb of the domain, such as 'account.approve'. */
  action: string;
  subject: { kind: string; id: string };
  details?: Record<string, unknown>;
  ip?: string;
};

function rowOf({ actorId, action, subject, details = {}, ip }: Action) {
  const event = {
    actorId,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    address: ip ?? null,
    device: currentOrigin()?.device ?? null,
  };
  return { ...event, details: JSON.stringify(details), ...salted(eventFacts({ ...event, details })) };
}

/**
 * Writes an audit event (who did what to whom) in the transaction of the action itself, with the device of the request.
 * The row is appended to the audit's hash chain once that transaction has committed.
 */
export async function appendAudit(tx: Tx, action: Action): Promise<void> {
  noteLeftRow(tx);
  await tx.insertInto('auditEvent').values(rowOf(action)).execute();
}

/** The same for many actions of one transaction. */
export async function appendAudits(tx: Tx, actions: readonly Action[]): Promise<void> {
  noteLeftRow(tx);
  for (const some of inParts(actions)) await tx.insertInto('auditEvent').values(some.map(rowOf)).execute();
}

/**
 * The same as a part of a larger statement of `tx`, with one event for each row of `from`. A login makes all its writes
 * in one statement.
 */
export function appendingAudit(tx: Tx, action: Action, from: RawBuilder<unknown>) {
  noteLeftRow(tx);
  const row = rowOf(action);
  return sql`
    insert into audit_event (actor_id, action, subject_kind, subject_id, details, address, device, salt, digest)
    select ${row.actorId}::uuid, ${row.action}, ${row.subjectKind}, ${row.subjectId}, ${row.details}::jsonb,
      ${row.address}, ${row.device}, ${row.salt}, ${row.digest} from ${from}`;
}
