import type { Feature } from '../feature.ts';
import { createContentServer } from './content/content-server.ts';
import { packageCleaning, packageJobs } from './jobs.ts';
import { packageData } from './personal-tables.ts';
import { packageRoutes } from './routes.ts';

export const packagesFeature: Feature = {
  name: 'packages',
  open: ({ platform, uploads }) => ({ routes: packageRoutes(platform, uploads), jobs: packageJobs(platform) }),
  recurring: () => [packageCleaning],
  personalTables: packageData,
  secondOrigin: createContentServer,
};
