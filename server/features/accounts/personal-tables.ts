import { expressionBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.generated.ts';
import { goesWithAccount, type PersonalTable, type StaffColumns } from '../../platform/personal-data/personal-table.ts';

const e = expressionBuilder<Schema, 'account' | 'oneTimeCode'>();

const session = goesWithAccount('session', 'sessions');

/** Credentials, sessions, mailed codes, and what staff wrote down about the person. */
export const loginData: readonly PersonalTable[] = [
  {
    table: 'refresh_token',
    called: 'session-renewals',
    tie: { column: 'session_id', of: session },
    withheld: ['hash'],
    erasure: { deletes: 'all' },
  },
  session,
  {
    ...goesWithAccount('one_time_code', 'mailed-codes', ['code_hash']),
    tie: {
      columns: ['account_id', 'registration_id'],
      rows: ({ accountId }) => e('oneTimeCode.accountId', '=', accountId),
    },
  },
  goesWithAccount('registration', 'registrations', ['password_hash']),
  goesWithAccount('recovery_code', 'recovery-codes', ['code_hash']),
  goesWithAccount('second_factor', 'second-factor', ['sealed_secret', 'last_step']),
  goesWithAccount('passkey', 'passkeys', ['credential_id', 'public_key', 'counter', 'transports']),
  goesWithAccount('passkey_challenge', 'passkeys-begun', ['challenge']),
  goesWithAccount('person_note', 'notes-of-staff'),
  goesWithAccount('staff_qualification', 'qualifications'),
  goesWithAccount('invitation', 'invitation', ['token_hash']),
  goesWithAccount('calendar_feed', 'calendars', ['token_hash']),
];

/** The account itself, which everything else references: deleted last. */
export const accountData: PersonalTable = {
  table: 'account',
  called: 'account',
  tie: { columns: ['id', 'email'], rows: ({ accountId }) => e('account.id', '=', accountId) },
  withheld: ['password_hash'],
  erasure: {
    changes: ({ now }) => ({
      set: sql`
        email = 'erased-' || id || '@erased.invalid', prefix = 'Mr', first_name = 'Erased', last_name = 'person',
        mobile = '', confirmed_mobile = null, password_hash = '', email_verified_at = null, approved_at = null,
        refused_at = null, refused_by = null, refusal_reason = null, invited_at = null, invited_again_at = null, last_seen_at = null, disabled_at = coalesce(disabled_at, ${now}),
        erased_at = coalesce(erased_at, ${now})`,
    }),
    keeps: 'a row without a name, which certificates and the audit refer to',
  },
};

export const accountStaffColumns: StaffColumns = {
  account: ['approved_by', 'refused_by'],
  invitation: ['invited_by'],
  person_note: ['written_by'],
  staff_qualification: ['added_by'],
};
