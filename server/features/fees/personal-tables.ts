import { expressionBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.generated.ts';
import { isOf, type PersonalTable, type StaffColumns } from '../../platform/personal-data/personal-table.ts';

const e = expressionBuilder<Schema>();

const lawful = 'the books: tax law has the academy keep its receipts and invoices, and what they rest on, for years';

/** The rows of a person in a table by the enrolment. */
const byEnrolment = (table: string) => ({
  columns: ['enrolment_id'],
  rows: ({ accountId }: { accountId: string }) =>
    e(
      sql.ref<string>(`${table}.enrolment_id`),
      'in',
      e.selectFrom('enrolment').select('enrolment.id').where('enrolment.accountId', '=', accountId),
    ),
});

/** Condition: no receipt, invoice or bill was issued for the enrolment of the row. */
const withoutDocument = (table: string) =>
  e.and([
    e.not(
      e.exists(
        e
          .selectFrom('feeDocument')
          .innerJoin('feeEntry as documented', 'documented.id', 'feeDocument.entryId')
          .where('documented.enrolmentId', '=', sql.ref<string>(`${table}.enrolment_id`)),
      ),
    ),
    e.not(
      e.exists(
        e.selectFrom('feeBillLine').where('feeBillLine.enrolmentId', '=', sql.ref<string>(`${table}.enrolment_id`)),
      ),
    ),
  ]);

const entryData: PersonalTable = {
  table: 'fee_entry',
  called: 'fees-in-the-ledger',
  tie: byEnrolment('fee_entry'),
  erasure: { deletes: withoutDocument('fee_entry'), changes: () => ({ set: sql`reason = ''` }), keeps: lawful },
};

const documentData = { table: 'fee_document', called: 'receipts-and-invoices', erasure: { keeps: lawful } };

export const feeData: readonly PersonalTable[] = [
  { table: 'fee_proof', called: 'proofs-of-payment', tie: byEnrolment('fee_proof'), erasure: { deletes: 'all' } },
  {
    table: 'fee_document',
    called: 'receipts-and-invoices',
    tie: {
      columns: ['entry_id', 'enrolment_id'],
      rows: (person) =>
        e.or([
          isOf(person, { ...documentData, tie: { column: 'entry_id', of: entryData } }),
          isOf(person, { ...documentData, tie: byEnrolment('fee_document') }),
        ]),
    },
    erasure: { keeps: lawful },
  },
  // those for several people name none of them, and are not given to one of them
  {
    table: 'fee_bill',
    called: 'invoices-before-payment',
    tie: byEnrolment('fee_bill'),
    erasure: { changes: () => ({ set: sql`payer_email = ''` }), keeps: lawful },
  },
  {
    table: 'fee_bill_line',
    called: 'fees-on-invoices-before-payment',
    tie: byEnrolment('fee_bill_line'),
    erasure: { keeps: lawful },
  },
  entryData,
  {
    table: 'fee',
    called: 'fees',
    tie: byEnrolment('fee'),
    erasure: {
      deletes: withoutDocument('fee'),
      changes: () => ({
        set: sql`recipient_name = '', recipient_address = '', recipient_gstin = '', recipient_state = '',
          recipient_sez = ''`,
      }),
      keeps: lawful,
    },
  },
];

export const feeStaffColumns: StaffColumns = {
  fee_bill: ['issued_by'],
  fee_entry: ['recorded_by'],
  fee_proof: ['decided_by'],
};
