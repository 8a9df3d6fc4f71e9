import { expressionBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.generated.ts';
import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';

const e = expressionBuilder<Schema, 'certificate'>();

export const certificateData: PersonalTable = {
  table: 'certificate',
  called: 'certificates',
  tie: { column: 'account_id' },
  withheld: ['code_digest', 'drawn_with'],
  erasure: {
    deletes: e('certificate.status', '=', 'held'),
    // no picture is drawn from then on
    changes: () => ({ set: sql`drawn_with = null`, where: e('certificate.drawnWith', 'is not', null) }),
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
