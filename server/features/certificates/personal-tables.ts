import { expressionBuilder } from 'kysely';
import type { Schema } from '../../platform/db/schema.generated.ts';
import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const certificateData: PersonalTable = {
  table: 'certificate',
  called: 'certificates',
  tie: { column: 'account_id' },
  withheld: ['code_digest'],
  erasure: {
    deletes: expressionBuilder<Schema, 'certificate'>()('certificate.status', '=', 'held'),
    keeps: 'the register of certificates, with the facts as they stood at the issue: the law asks for it',
  },
};

export const certificateEventData: PersonalTable = {
  table: 'certificate_event',
  called: 'certificates-in-the-public-log',
  tie: { column: 'certificate_id', of: certificateData },
  withheld: ['salt', 'digest', 'seal_hash'],
  erasure: { keeps: 'the public log, which names nobody' },
};

export const certificateStaffColumns: StaffColumns = { certificate: ['revoked_by'] };
