import { goesWithAccount, type StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const profileData = [
  goesWithAccount('document_request', 'documents-asked-for'),
  goesWithAccount('document_reading', 'read-in-documents'),
  goesWithAccount('seafarer_profile', 'profile'),
  goesWithAccount('entered_particulars', 'particulars-entered-by-staff'),
];

export const profileStaffColumns: StaffColumns = {
  seafarer_profile: ['identity_checked_by'],
  document_request: ['asked_by'],
  entered_particulars: ['entered_by'],
};
