import type { Feature } from '../feature.ts';
import { fitToJoinTables } from './exports.ts';
import { checklistStaffColumns } from './personal-tables.ts';
import { findChecklistCodes } from './queries.ts';
import { fitToJoinRoutes } from './routes.ts';

export const fitToJoinFeature: Feature = {
  name: 'fit-to-join',
  open: ({ platform, typesetter }) => ({ routes: fitToJoinRoutes(platform, typesetter) }),
  tables: fitToJoinTables,
  staffColumns: checklistStaffColumns,
  codeFinders: { findChecklistCodes },
};
