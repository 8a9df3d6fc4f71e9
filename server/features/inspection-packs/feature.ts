import type { Feature } from '../feature.ts';
import { registerPackFiles } from './download-routes.ts';
import { inspectionPackJobs } from './jobs.ts';
import { packData, packStaffColumns } from './personal-tables.ts';
import { makePackJob } from './queries.ts';
import { removeOutdatedPacks } from './remove-packs.ts';
import { inspectionPackRoutes } from './routes.ts';

export const inspectionPacksFeature: Feature = {
  name: 'inspection-packs',
  open: ({ platform, app }) => {
    registerPackFiles(app, platform);
    return { routes: inspectionPackRoutes(platform), jobs: inspectionPackJobs(platform) };
  },
  alone: [makePackJob],
  personalTables: [packData],
  staffColumns: packStaffColumns,
  sweeps: [removeOutdatedPacks],
};
