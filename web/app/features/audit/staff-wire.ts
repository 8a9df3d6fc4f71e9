import type * as wire from '@fairlead/contract/audit';
import { type WithId, withId } from '../../lib/calls/with-id.ts';

/** An audit entry: who did what to whom, when, and from where. */
export type AuditEntry = WithId<Omit<wire.AuditEntry, 'by' | 'subject'>> & {
  by: WithId<NonNullable<wire.AuditEntry['by']>> | null;
  subject: Omit<wire.AuditEntry['subject'], 'userId'> & { personId: string | null };
};

export const auditEntryOf = ({ by, subject: { userId, ...subject }, ...entry }: wire.AuditEntry): AuditEntry => ({
  ...withId(entry),
  by: by && withId(by),
  subject: { ...subject, personId: userId },
});
