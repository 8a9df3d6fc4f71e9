import { salted } from '../chain/link.ts';
import type { Tx } from '../db/database.ts';
import { currentOrigin } from '../http/request-origin.ts';
import { eventFacts } from './chain.ts';

export type Deed = {
  /** Whose doing it is; null for the program's own and for visitors. */
  actorId: string | null;
  /** A verb of the trade, such as 'account.approve'. */
  action: string;
  subject: { kind: string; id: string };
  details?: Record<string, unknown>;
  address?: string;
};

/**
 * Writes down who did what to whom, in the transaction of the deed itself, with the device of the request that it is
 * part of. The row joins the audit's chain once that is committed.
 */
export async function appendAudit(tx: Tx, { actorId, action, subject, details = {}, address }: Deed): Promise<void> {
  const event = {
    ...{ actorId, action, subjectKind: subject.kind, subjectId: subject.id, address: address ?? null },
    device: currentOrigin()?.device ?? null,
  };
  await tx
    .insertInto('auditEvent')
    .values({ ...event, details: JSON.stringify(details), ...salted(eventFacts({ ...event, details })) })
    .execute();
}
