import { Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import { InvitedSince } from './staff-invited-since.tsx';
import type { Person } from './wire.ts';

/** Whether a person can log in, was invited or is disabled. */
export const stateColumn: Column<Person> = {
  title: 'State',
  width: 'lg:w-56',
  cell: ({ state, invitation }) => {
    if (invitation) return <InvitedSince invitation={invitation} />;
    return state === 'disabled' ? <Badge tone="bad">Disabled</Badge> : <Badge tone="good">Can log in</Badge>;
  },
};

/** The columns of a list of people: name, contact details, and date of registration. */
export const peopleColumns: Column<Person>[] = [
  { title: 'Name', cell: ({ id, name }) => <span id={`person-${id}`}>{name}</span> },
  { title: 'Email', cell: ({ email }) => <EmailText email={email} />, wide: true },
  { title: 'Mobile', cell: ({ mobile }) => mobile, width: 'lg:w-36' },
  { title: 'Registered', cell: ({ registeredAt }) => <Moment at={registeredAt} />, width: 'lg:w-50', roomy: true },
];
