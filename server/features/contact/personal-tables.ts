import { sql } from 'kysely';
import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';

/** Messages of visitors belong to the person with the email that they stated. */
const message: PersonalTable = {
  table: 'contact_message',
  called: 'contact-messages',
  tie: { columns: ['email'], rows: ({ email }) => sql`contact_message.email = ${email}` },
  erasure: { deletes: 'all' },
};

/** The messages of a person from the contact page, with their answers. */
export const contactData: readonly PersonalTable[] = [
  {
    table: 'contact_answer',
    called: 'contact-answers',
    tie: { column: 'message_id', of: message },
    erasure: { deletes: 'all' },
  },
  message,
];

export const contactStaffColumns: StaffColumns = { contact_answer: ['written_by'] };
