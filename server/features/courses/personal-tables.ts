import type { StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const courseStaffColumns: StaffColumns = { course_instructor: ['account_id'], course_rule: ['created_by'] };
