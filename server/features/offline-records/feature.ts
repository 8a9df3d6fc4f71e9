import type { Feature } from '../feature.ts';
import { offlineRecordTables } from './exports.ts';
import { offlineRecordData, offlineRecordStaffColumns } from './personal-tables.ts';
import { offlineRecordRoutes } from './routes.ts';

export const offlineRecordsFeature: Feature = {
  name: 'offline-records',
  open: ({ platform }) => ({ routes: offlineRecordRoutes(platform) }),
  tables: offlineRecordTables,
  personalTables: offlineRecordData,
  staffColumns: offlineRecordStaffColumns,
};
