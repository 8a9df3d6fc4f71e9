import type { ContactMessage } from '@fairlead/contract/contact/calls';
import { idOf, moment } from './records.ts';

/** A new message of the contact page; `part` is what a test needs otherwise. */
export const messageOf = (part: Partial<ContactMessage> = {}): ContactMessage => ({
  _id: idOf('c0000000'),
  name: 'Ravi Kumar',
  email: 'ravi@example.org',
  message: 'Do you teach in Kochi?\nI sail on Friday.',
  receivedAt: moment,
  state: 'new',
  version: 1,
  personId: null,
  ...part,
});
