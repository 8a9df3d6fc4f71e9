import { type RawBuilder, sql } from 'kysely';
import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';

/** Condition: the row's enrolment led to no certificate. Records that the certificate register relies on are kept. */
export const withoutCertificate = (enrolmentId: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from certificate where certificate.enrolment_id = ${sql.ref(enrolmentId)})`;

export const enrolmentData: PersonalTable = {
  table: 'enrolment',
  called: 'enrollments',
  tie: { column: 'account_id' },
  erasure: {
    deletes: sql<boolean>`(${withoutCertificate('enrolment.id')}
      and not exists (select from fee where fee.enrolment_id = enrolment.id))`,
    changes: () => ({ set: sql`decline_note = null` }),
    keeps: 'what a certificate in the register or an invoice is based on',
  },
};

export const enrolmentStaffColumns: StaffColumns = { enrolment: ['decided_by'] };
