import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import * as emails from './email-templates.ts';
import { walletTables } from './exports.ts';
import { expiryReminders, walletJobs } from './jobs.ts';
import { findKindCodes } from './kinds/queries.ts';
import { walletData, walletStaffColumns } from './personal-tables.ts';
import { walletRoutes } from './routes.ts';

export const walletFeature: Feature = {
  name: 'wallet',
  open: ({ platform }) => ({ routes: walletRoutes(platform), jobs: walletJobs(platform) }),
  recurring: () => [expiryReminders],
  tables: walletTables,
  emailTemplates: emailTemplatesIn(emails),
  personalTables: walletData,
  staffColumns: walletStaffColumns,
  codeFinders: { findKindCodes },
};
