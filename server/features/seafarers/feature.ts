import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import * as emails from './email-templates.ts';
import { seafarerTables } from './exports.ts';
import { seafarerJobs } from './jobs.ts';
import { profileData, profileStaffColumns } from './personal-tables.ts';
import { readDocumentJob } from './read-document.ts';
import { seafarerRoutes } from './routes.ts';

export const seafarersFeature: Feature = {
  name: 'seafarers',
  open: ({ platform }) => ({ routes: seafarerRoutes(platform), jobs: seafarerJobs(platform) }),
  // those that wait for it would leave no place for emails
  alone: [readDocumentJob],
  tables: seafarerTables,
  emailTemplates: emailTemplatesIn(emails),
  personalTables: profileData,
  staffColumns: profileStaffColumns,
};
