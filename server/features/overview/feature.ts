import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import * as emails from './email-templates.ts';
import { registerEvidence } from './evidence/routes.ts';
import { digests, nightReports, overviewJobs, recurringSums } from './jobs.ts';
import { digestData } from './personal-tables.ts';
import { homeRoutes, overviewRoutes } from './routes.ts';

export { findWaitingMails } from './queries.ts';

export const overviewFeature: Feature = {
  name: 'overview',
  open: ({ platform, app }) => {
    registerEvidence(app, platform);
    return { routes: [...homeRoutes(platform), ...overviewRoutes(platform)], jobs: overviewJobs(platform) };
  },
  recurring: () => [...recurringSums, digests, nightReports],
  emailTemplates: emailTemplatesIn(emails),
  personalTables: digestData,
};
