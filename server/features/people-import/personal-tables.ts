import { expressionBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.generated.ts';
import {
  isUnderAddressOf,
  type Person,
  type PersonalTable,
  type StaffColumns,
} from '../../platform/personal-data/personal-table.ts';

const e = expressionBuilder<Schema, 'peopleImportRow'>();

const importedAt = sql<Date>`(select created_at from people_import where id = people_import_row.import_id)`;

const isOf = (person: Person) =>
  e.or([
    isUnderAddressOf(person, { email: e.ref('peopleImportRow.email'), at: importedAt }),
    e('peopleImportRow.accountId', '=', person.accountId),
  ]);

/**
 * A refused row may be about somebody else under a mistaken email address, and its reason may name another person. The
 * cells of a list may name a next of kin.
 */
const given = sql`case when people_import_row.outcome = 'refused'
  then jsonb_build_object('email', people_import_row.email, 'outcome', people_import_row.outcome)
  else to_jsonb(people_import_row.*) - array['cells', 'remarks'] end`;

/** A row about a person, who may have no account. Only rows of the last week are there. */
export const importData: PersonalTable = {
  table: 'people_import_row',
  called: 'brought-in-by-a-table',
  tie: { columns: ['email', 'account_id', 'enrolment_id'], rows: isOf },
  gives: given,
  erasure: { deletes: 'all' },
};

export const importStaffColumns: StaffColumns = {
  people_import: ['created_by', 'confirmed_by', 'undone_by'],
  people_import_headings: ['chosen_by'],
};
