import { type RegisteredCertificate, register } from '@fairlead/contract/certificates/register';
import { type Column, tableOf } from '../../../platform/tables/export.ts';

const columns: Column<RegisteredCertificate>[] = [
  ['Certificate no.', ({ certNo }) => certNo],
  ['Status', ({ status }) => status],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Course', ({ courseTitle }) => courseTitle],
  ['Regulations', ({ regulations }) => regulations],
  ['Date of issue', ({ dateOfIssue }) => dateOfIssue],
  ['Date of expiry', ({ dateOfExpiry }) => dateOfExpiry ?? 'N/A'],
  ['Date of birth', ({ dateOfBirth }) => dateOfBirth],
  ['Passport number', ({ passportNo }) => passportNo],
  ['CDC number', ({ cdcNo }) => cdcNo],
  ['INDoS number', ({ indosNo }) => indosNo],
  ['Grade number', ({ gradeNo }) => gradeNo],
  ['Revoked on', ({ revokedOn }) => revokedOn ?? ''],
  ['Reason of revocation', ({ revocationReason }) => revocationReason ?? ''],
  ['Replaced by', ({ replacedBy }) => replacedBy ?? ''],
  ['Name in own script', ({ ownScriptName }) => ownScriptName],
  ['Held to', ({ heldTo }) => heldTo],
  ['Valid together with', ({ boundTo }) => boundTo],
  ['Edition of the rule', ({ rule }) => rule?.edition ?? ''],
  ['Refresher due', ({ refresherDue }) => refresherDue ?? ''],
  ['Approved by', ({ approvedBy }) => approvedBy],
  ['Approval number', ({ approvalNumber }) => approvalNumber],
];

/** The certificate register as a table. */
export const registerTables = [tableOf(register.list, ({ data }) => data, columns)];
