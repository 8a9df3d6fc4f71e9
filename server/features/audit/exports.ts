import { type AuditEntry, audit } from '@fairlead/contract/audit/calls';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const columns: Column<AuditEntry>[] = [
  ['When', ({ at }) => new Date(at)],
  ['Action', ({ action }) => action],
  ['By', ({ by }) => by?.name ?? ''],
  ['Email', ({ by }) => by?.email ?? ''],
  ['Kind', ({ subject }) => subject.kind],
  ['About', ({ subject }) => subject.name ?? ''],
  ['Id', ({ subject }) => subject.id],
  ['Details', ({ details }) => (Object.keys(details).length > 0 ? JSON.stringify(details) : '')],
  ['IP address', ({ address }) => address ?? ''],
  ['Device', ({ device }) => device ?? ''],
  ['Entry of the chain', ({ link }) => link ?? ''],
];

/** The audit log as a table. */
export const auditTables = [tableOf(audit.list, ({ data }) => data, columns)];
