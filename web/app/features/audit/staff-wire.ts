import type * as wire from '@fairlead/contract/audit/calls';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';

/** An audit entry: who did what to whom, when, and from where. */
export type AuditEntry = FromWire<typeof idNames, Omit<wire.AuditEntry, 'details' | 'subject'>> & {
  details: wire.AuditEntry['details'];
  subject: Omit<wire.AuditEntry['subject'], 'userId'> & { personId: string | null };
};

// the keys of the details are data, which are not renamed
export const auditEntryOf = ({ details, subject: { userId, ...subject }, ...entry }: wire.AuditEntry): AuditEntry => ({
  ...fromWire(idNames, entry),
  details,
  subject: { ...subject, personId: userId },
});
