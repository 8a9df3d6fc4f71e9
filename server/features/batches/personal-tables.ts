import type { StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const batchStaffColumns: StaffColumns = { batch: ['instructor_id'] };
