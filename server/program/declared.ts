import type { Declared, Feature } from '../features/feature.ts';
import { auditData, auditTraces } from '../platform/audit/personal-tables.ts';
import { fileData, uploadData } from '../platform/files/personal-tables.ts';
import { outboxData } from '../platform/mail/personal-tables.ts';
import type { PersonalTable, StaffColumns } from '../platform/personal-data/personal-table.ts';
import { triesData } from '../platform/personal-data/rate-limit-table.ts';

const ofPlatform: readonly PersonalTable[] = [...auditData, outboxData, triesData, fileData, uploadData];

/** Every column of these features that names the staff member who acted. */
export const staffColumnsOf = (features: readonly Feature[]): StaffColumns =>
  Object.assign({}, ...features.map(({ staffColumns }) => staffColumns));

/** Codes of no feature: nobody uses any. */
const none = async () => new Set<string>();

/**
 * What these features and the platform declare together. Of tables with personal data, columns that name the acting
 * staff member are withheld from the person's copy, because they are not the person's data.
 */
export function declaredBy(features: readonly Feature[]): Declared {
  const staffColumns = staffColumnsOf(features);
  const tables = [...ofPlatform, ...features.flatMap(({ personalTables = [] }) => personalTables)];
  return {
    emailTemplates: features.flatMap(({ name: feature, emailTemplates = [] }) =>
      emailTemplates.map((template) => ({ ...template, feature })),
    ),
    personalTables: tables.map((one) => ({
      ...one,
      withheld: [...(one.withheld ?? []), ...(staffColumns[one.table] ?? [])],
    })),
    traces: [auditTraces, ...features.flatMap(({ traces = [] }) => traces)],
    codeFinders: Object.assign(
      { findKindCodes: none, findChecklistCodes: none },
      ...features.map(({ codeFinders }) => codeFinders),
    ),
  };
}
