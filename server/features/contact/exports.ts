import { type ContactMessage, contact } from '@fairlead/contract/contact/calls';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const columns: Column<ContactMessage>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Message', ({ message }) => message],
  ['Received', ({ receivedAt }) => new Date(receivedAt)],
  ['State', ({ state }) => state],
];

/** The messages as a table. */
export const contactTables = [tableOf(contact.list, ({ data }) => data, columns)];
