import { Moment } from '../../../lib/site.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import type { Person } from './wire.ts';

/** The columns of a list of people: name, contact details, and date of registration. */
export const peopleColumns: Column<Person>[] = [
  { title: 'Name', cell: ({ id, name }) => <span id={`person-${id}`}>{name}</span> },
  { title: 'Email', cell: ({ email }) => <EmailText email={email} />, wide: true },
  { title: 'Mobile', cell: ({ mobile }) => mobile, width: 'lg:w-36' },
  { title: 'Registered', cell: ({ registeredAt }) => <Moment at={registeredAt} />, width: 'lg:w-50', roomy: true },
];
