import type { StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const emailTemplateStaffColumns: StaffColumns = { letter_words: ['changed_by'] };
