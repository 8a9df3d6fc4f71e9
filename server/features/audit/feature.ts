import type { Feature } from '../feature.ts';
import { auditTables } from './exports.ts';
import { logChecks, logJobs } from './jobs.ts';
import { auditRoutes } from './routes.ts';

export const auditFeature: Feature = {
  name: 'audit',
  open: ({ platform }) => ({ routes: auditRoutes(platform), jobs: logJobs(platform) }),
  recurring: () => [logChecks],
  tables: auditTables,
};
