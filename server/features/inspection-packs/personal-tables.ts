import type { StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const packStaffColumns: StaffColumns = { inspection_pack: ['asked_by'] };
