import { expressionBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.generated.ts';
import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';

const e = expressionBuilder<Schema, 'inspectionPack'>();

/** The packs that a person is in. Their erasure needs the list of people: by it the pack is refused and removed. */
export const packData: PersonalTable = {
  table: 'inspection_pack',
  called: 'inspection-packs',
  tie: { columns: ['people'], rows: ({ accountId }) => e(sql.val(accountId), '=', e.fn.any('inspectionPack.people')) },
  // the accounts of the others
  withheld: ['people', 'done', 'file_id'],
  erasure: { keeps: 'the accounts of the people in a pack, until its file is removed within the hour' },
};

export const packStaffColumns: StaffColumns = { inspection_pack: ['asked_by'] };
