import type * as wire from '@fairlead/contract/audit';

/** An audit entry: who did what to whom, when, and from where. */
export type AuditEntry = {
  id: string;
  at: string;
  action: string;
  /** Null for actions of the system, and for visitors. */
  by: { id: string; name: string; email: string } | null;
  subject: { kind: string; id: string; name: string | null; personId: string | null };
  details: Record<string, unknown>;
  address: string | null;
  device: string | null;
  /** Its position in the hash chain; null for up to a second after the action. */
  link: number | null;
};

export const auditEntryOf = ({ _id, by, subject, ...entry }: wire.AuditEntry): AuditEntry => ({
  ...entry,
  id: _id,
  by: by && { id: by._id, name: by.name, email: by.email },
  subject: { kind: subject.kind, id: subject.id, name: subject.name, personId: subject.userId },
});
