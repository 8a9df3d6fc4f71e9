import { expressionBuilder, sql } from 'kysely';
import type { Condition } from '../../platform/db/condition.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';
import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';

const e = expressionBuilder<Schema, 'enrolment'>();

/** Condition: the row's enrolment led to no certificate. Records that the certificate register relies on are kept. */
export const withoutCertificate = (enrolmentId: string): Condition =>
  e.not(e.exists(e.selectFrom('certificate').where('certificate.enrolmentId', '=', sql.ref<string>(enrolmentId))));

export const enrolmentData: PersonalTable = {
  table: 'enrolment',
  called: 'enrollments',
  tie: { column: 'account_id' },
  erasure: {
    deletes: e.and([
      withoutCertificate('enrolment.id'),
      e.not(e.exists(e.selectFrom('fee').whereRef('fee.enrolmentId', '=', 'enrolment.id'))),
    ]),
    changes: () => ({ set: sql`decline_note = null` }),
    keeps: 'what a certificate in the register or an invoice is based on',
  },
};

export const enrolmentStaffColumns: StaffColumns = { enrolment: ['decided_by'] };
