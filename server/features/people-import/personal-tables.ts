import { expressionBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.generated.ts';
import type { Person, PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';

const e = expressionBuilder<Schema, 'peopleImportRow'>();

const isOf = ({ accountId, emails }: Person) =>
  e.or([e('peopleImportRow.email', 'in', emails), e('peopleImportRow.accountId', '=', accountId)]);

/** A refused row may be about somebody else under a mistaken email address, and its reason may name another person. */
const given = sql`case when people_import_row.outcome = 'refused'
  then jsonb_build_object('email', people_import_row.email, 'outcome', people_import_row.outcome)
  else to_jsonb(people_import_row.*) end`;

/** A row about a person, who may have no account. Only rows of the last week are there. */
export const importData: PersonalTable = {
  table: 'people_import_row',
  called: 'brought-in-by-a-table',
  tie: { columns: ['email', 'account_id', 'enrolment_id'], rows: isOf },
  gives: given,
  erasure: { deletes: 'all' },
};

export const importStaffColumns: StaffColumns = { people_import: ['created_by', 'confirmed_by', 'undone_by'] };
