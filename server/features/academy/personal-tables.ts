import type { StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const emailTemplateStaffColumns: StaffColumns = { email_template_text: ['changed_by'] };
