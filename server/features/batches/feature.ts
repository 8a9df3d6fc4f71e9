import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import * as emails from './email-templates.ts';
import { batchTables } from './exports.ts';
import { batchJobs, recurringSeats } from './jobs.ts';
import { batchStaffColumns } from './personal-tables.ts';
import { batchRoutes } from './routes.ts';

export const batchesFeature: Feature = {
  name: 'batches',
  open: ({ platform }) => ({ routes: batchRoutes(platform), jobs: batchJobs(platform) }),
  recurring: () => [recurringSeats],
  tables: batchTables,
  emailTemplates: emailTemplatesIn(emails),
  staffColumns: batchStaffColumns,
};
