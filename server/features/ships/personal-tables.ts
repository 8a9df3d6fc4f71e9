import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const shipData: readonly PersonalTable[] = [
  {
    table: 'ship_member',
    called: 'signed-on',
    tie: { column: 'account_id' },
    withheld: ['code_hash'],
    erasure: { deletes: 'all' },
  },
];

export const shipStaffColumns: StaffColumns = { ship: ['created_by'], ship_member: ['signed_on_by'] };
