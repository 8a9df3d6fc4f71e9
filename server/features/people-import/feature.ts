import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import * as emails from './email-templates.ts';
import { importTables } from './exports.ts';
import { importJobs } from './jobs.ts';
import { importData, importStaffColumns } from './personal-tables.ts';
import { sweepImports } from './preview-import.ts';
import { importRoutes } from './routes.ts';

export const peopleImportFeature: Feature = {
  name: 'people-import',
  open: ({ platform, declared }) => ({
    routes: importRoutes(platform),
    jobs: importJobs(platform, declared.personalTables),
  }),
  tables: importTables,
  emailTemplates: emailTemplatesIn(emails),
  personalTables: [importData],
  staffColumns: importStaffColumns,
  sweeps: [({ db, clock }) => sweepImports(db, clock())],
};
