import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import * as emails from './email-templates.ts';
import { enrolmentTables } from './exports.ts';
import { enrolmentData, enrolmentStaffColumns } from './personal-tables.ts';
import { enrolmentRoutes } from './routes.ts';
import { announceAcceptance, announceAcceptanceJob } from './undo-acceptance.ts';

export const enrolmentsFeature: Feature = {
  name: 'enrolments',
  open: ({ platform }) => ({
    routes: enrolmentRoutes(platform),
    jobs: { [announceAcceptanceJob]: ({ payload }) => announceAcceptance(platform, payload) },
  }),
  tables: enrolmentTables,
  emailTemplates: emailTemplatesIn(emails),
  personalTables: [enrolmentData],
  staffColumns: enrolmentStaffColumns,
};
