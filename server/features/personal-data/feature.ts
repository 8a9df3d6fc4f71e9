import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import { registerCopies } from './copy-routes.ts';
import * as emails from './email-templates.ts';
import { personalDataJobs, retention } from './jobs.ts';
import { disuseData } from './personal-tables.ts';
import { personalDataRoutes } from './routes.ts';

export const personalDataFeature: Feature = {
  name: 'personal-data',
  open: ({ platform, app, log, declared: { personalTables: tables, traces } }) => {
    registerCopies(app, platform, tables);
    return { routes: personalDataRoutes(platform, tables), jobs: personalDataJobs(platform, { tables, traces }, log) };
  },
  recurring: () => [retention],
  emailTemplates: emailTemplatesIn(emails),
  personalTables: [disuseData],
};
