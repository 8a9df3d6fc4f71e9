import { goesWithAccount, type StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const profileData = [goesWithAccount('seafarer_profile', 'profile')];

export const profileStaffColumns: StaffColumns = { seafarer_profile: ['identity_checked_by'] };
