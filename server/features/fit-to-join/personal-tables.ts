import type { StaffColumns } from '../../platform/personal-data/personal-table.ts';

/** Verdicts are stored nowhere: they are computed from the checklists and from what people hold. */
export const checklistStaffColumns: StaffColumns = {
  checklist: ['created_by'],
  checklist_edition: ['created_by'],
};
