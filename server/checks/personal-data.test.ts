import { expressionBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Condition } from '../platform/db/condition.ts';
import type { Schema } from '../platform/db/schema.generated.ts';
import { tyingColumns } from '../platform/personal-data/personal-table.ts';
import { declaredBy, staffColumnsOf } from '../program/declared.ts';
import { features } from '../program/features.ts';
import { testDatabase } from '../testing/database.ts';

const db = await testDatabase();
const { personalTables: personalData, traces } = declaredBy(features);
const staffColumns = staffColumnsOf(features);

type Column = { table: string; column: string };

/** Columns in the form 'table.column'. */
const named = (columns: readonly Column[]) => columns.map(({ table, column }) => `${table}.${column}`);

const tables = [...new Set(personalData.map(({ table }) => table))];
const declared = new Set([
  ...personalData.flatMap((one) => tyingColumns(one).map((column) => `${one.table}.${column}`)),
  ...Object.entries(staffColumns).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
]);

/**
 * Every foreign key to a table about persons. References to a file are left out, because the file's owner is in the
 * file's own row.
 */
async function keysToPersons(): Promise<string[]> {
  const { rows } = await sql<Column>`
    select referring.relname as "table", attribute.attname as "column"
    from pg_catalog.pg_constraint as key
    join pg_catalog.pg_class as referring on referring.oid = key.conrelid
    join pg_catalog.pg_class as referred on referred.oid = key.confrelid
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = key.conrelid and attribute.attnum = any (key.conkey)
    where key.contype = 'f' and referred.relname in (${sql.join(tables.filter((one) => one !== 'stored_file'))})`.execute(
    db,
  );
  return named(rows);
}

/**
 * Every column whose name suggests that it refers to a person, with or without a foreign key. A view stores nothing.
 */
async function columnsThatNamePersons(): Promise<string[]> {
  const { rows } = await sql<Column>`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name ~ '(^|_)(account|actor|owner|person|user|learner|seafarer)_id$|_by$'`.execute(
    db,
  );
  return named(rows);
}

describe('the list of personal data', () => {
  // shows: threats/trace-of-erased-person, asvs/14.1.1
  test('names every column that refers to a person, or to their records', async () => {
    const keys = await keysToPersons();
    expect(keys.length).toBeGreaterThan(30);
    // If another column of the row also refers to the person, only that one is declared.
    const beside = [
      'watch_sitting.film_id',
      'presence_check.film_id',
      'package_run.film_id',
      'package_state.film_id',
      'attempt_regrade.key_change_id',
      'certificate.attempt_id',
      'ship_test_paper.attempt_id',
      'fee_entry.of_entry_id',
      'fee_document.corrects_id',
      'fee_proof.entry_id',
      'fee_entry.bill_id',
      'fee_bill.document_id',
      'fee_bill_line.bill_id',
    ];
    const further = ['certificate.enrolment_id', 'certificate.superseded_by', 'session.identity_id'];
    // Published with the course, in the words of staff; it refers to no account.
    const published = ['course.taught_by'];
    // The administration that approved the course.
    const authorities = ['certificate.approved_by'];
    const known = new Set([...declared, ...beside, ...further, ...published, ...authorities]);
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
    expect((await columnsThatNamePersons()).filter((column) => !known.has(column))).toEqual([]);
  });

  test('includes every column that a migration adds', async () => {
    await sql`create table kit_loan (id uuid, borrower uuid references account, handed_out_by uuid)`.execute(db);
    const found = [...(await keysToPersons()), ...(await columnsThatNamePersons())];
    expect(found.filter((column) => !declared.has(column))).toEqual(
      expect.arrayContaining(['kit_loan.borrower', 'kit_loan.handed_out_by']),
    );
    await sql`drop table kit_loan`.execute(db);
  });

  test('names no column and no table that does not exist', async () => {
    const { rows } = await sql<Column>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public'`.execute(db);
    const there = new Set(named(rows));
    expect([...declared].filter((column) => !there.has(column))).toEqual([]);
    const withheld = personalData.flatMap(({ table, withheld: columns = [] }) =>
      columns.map((one) => `${table}.${one}`),
    );
    expect(withheld.filter((column) => !there.has(column))).toEqual([]);
  });

  test('withholds everything that gives access', async () => {
    const { rows } = await sql<Column>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and table_name in (${sql.join(tables)})
        and column_name ~ '(hash|secret|salt|digest|token)$' and table_name <> 'stored_file'`.execute(db);
    const given = personalData.filter(({ gives }) => gives === undefined);
    const open = rows.filter(({ table, column }) =>
      given.some((one) => one.table === table && !one.withheld?.includes(column)),
    );
    expect(rows.length).toBeGreaterThan(8);
    expect(named(open)).toEqual([]);
  });

  // shows: threats/data-without-purpose
  test('names every column with the IP address of an action, and the period after which it is deleted', async () => {
    const { rows } = await sql<Column>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and column_name ~ '(^|_)(address|network|device|agent|ip)$'`.execute(db);
    // A session is deleted a week after its end, with all its data. A home address, and that on an invoice, is no
    // trace.
    const postal = ['seafarer_profile.street_address', 'fee.recipient_address'];
    const known = new Set(['session.address', 'session.user_agent', ...postal]);
    for (const { table, columns } of traces) for (const column of columns) known.add(`${table}.${column}`);
    expect(new Set(named(rows))).toEqual(known);
  });

  test('does not name staff to the person', () => {
    const named = personalData.filter(({ table, gives }) => table in staffColumns && gives === undefined);
    expect(named.length).toBeGreaterThan(5);
    for (const { table, withheld } of named)
      expect(withheld).toEqual(expect.arrayContaining([...(staffColumns[table] ?? [])]));
  });

  test('has a distinct name for each kind of record', () => {
    expect(new Set(personalData.map(({ called }) => called)).size).toBe(personalData.length);
  });
});

test('a condition of the list keeps its parentheses wherever it is joined, and raw SQL is refused', () => {
  const e = expressionBuilder<Schema, 'storedFile'>();
  const either: Condition = e.or([e('folder', '=', 'academy'), e('folder', '=', 'courseImg')]);
  const { sql: text } = db
    .selectFrom('storedFile')
    .where(e.and([e('ownerId', 'is', null), either]))
    .compile();
  expect(text).toContain('("owner_id" is null and ("folder" = $1 or "folder" = $2))');
  // @ts-expect-error: it has only the parentheses that somebody wrote
  const raw: Condition = sql<boolean>`folder = 'academy' or folder = 'courseImg'`;
  const { sql: joined } = db.selectFrom('storedFile').where(e.parens(raw)).compile();
  expect(joined).toContain(`(folder = 'academy' or folder = 'courseImg')`);
});
