import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';
import { enrolmentData } from '../enrolments/index.ts';

const passData: PersonalTable = {
  table: 'offline_pass',
  called: 'offline-passes',
  tie: { column: 'enrolment_id', of: enrolmentData },
  erasure: { deletes: 'all' },
};
const tie = { column: 'pass_id', of: passData };

export const offlineRecordData: readonly PersonalTable[] = [
  { table: 'offline_contradiction', called: 'offline-contradictions', tie, erasure: { deletes: 'all' } },
  { table: 'offline_stretch', called: 'watched-offline', tie, erasure: { deletes: 'all' } },
  { table: 'offline_part', called: 'offline-records', tie, erasure: { deletes: 'all' } },
  passData,
];

export const offlineRecordStaffColumns: StaffColumns = {
  offline_pass: ['withdrawn_by'],
  offline_part: ['uploaded_by'],
};
