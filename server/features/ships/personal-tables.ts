import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';
import { enrolmentData } from '../enrolments/index.ts';

export const shipData: readonly PersonalTable[] = [
  {
    table: 'ship_test_paper',
    called: 'test-papers-aboard',
    tie: { column: 'enrolment_id', of: enrolmentData },
    withheld: ['paper', 'sealed', 'digest'],
    erasure: { deletes: 'all' },
  },
  {
    table: 'ship_member',
    called: 'signed-on',
    tie: { column: 'account_id' },
    withheld: ['code_hash'],
    erasure: { deletes: 'all' },
  },
];

export const shipStaffColumns: StaffColumns = {
  ship: ['created_by'],
  ship_member: ['signed_on_by'],
  ship_test: ['released_by', 'withdrawn_by'],
};
