import type { AuditEntry, LogState } from '@fairlead/contract/audit/calls';
import { fullName } from '../accounts/index.ts';
import type { LogCheck } from './check-logs.ts';
import type { AuditRow } from './queries.ts';

export const toAuditEntry = ({ actorId, firstName, lastName, email, ...row }: AuditRow): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  by:
    actorId === null
      ? null
      : { _id: actorId, name: fullName({ firstName: firstName ?? '', lastName: lastName ?? '' }), email: email ?? '' },
  subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName, userId: row.personId },
  details: row.details as Record<string, unknown>,
  address: row.address,
  device: row.device,
  link: row.sealIndex,
});

export const toLogState = ({ size, flaws, found }: LogCheck): LogState => ({
  size,
  flaws: flaws.map(({ index, number, reason }) => ({ index, certNo: number, reason })),
  found,
});
