import { expressionBuilder } from 'kysely';
import type { Schema } from '../../platform/db/schema.generated.ts';
import {
  isUnderAddressOf,
  type PersonalTable,
  type StaffColumns,
} from '../../platform/personal-data/personal-table.ts';

const e = expressionBuilder<Schema, 'contactMessage'>();

/** Messages of visitors belong to the person with the email that they stated. */
const message: PersonalTable = {
  table: 'contact_message',
  called: 'contact-messages',
  tie: {
    columns: ['email'],
    rows: (person) =>
      isUnderAddressOf(person, { email: e.ref('contactMessage.email'), at: e.ref('contactMessage.receivedAt') }),
  },
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
