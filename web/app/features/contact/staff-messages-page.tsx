import { contact } from '@fairlead/contract/contact/calls';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-messages-page.ts';
import { type ContactMessage, messageOf } from './staff-api.ts';
import { MessageState, SetMessageState } from './staff-message-parts.tsx';

export const meta: Route.MetaFunction = (page) => titled('Messages', page);

const columns: Column<ContactMessage>[] = [
  { title: 'From', cell: ({ id, name }) => <span id={`message-${id}`}>{name}</span>, width: 'lg:w-36' },
  { title: 'Email', cell: ({ email }) => <EmailText email={email} />, width: 'lg:w-48', roomy: true, wide: true },
  { title: 'Message', cell: ({ message }) => <span className="max-lg:line-clamp-3">{message}</span>, wide: true },
  { title: 'Received', cell: ({ receivedAt }) => <Moment at={receivedAt} />, width: 'lg:w-44' },
  { title: 'State', cell: ({ state }) => <MessageState state={state} />, width: 'lg:w-28' },
];

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'All',
  options: [
    ['new', 'New'],
    ['answered', 'Answered'],
    ['closed', 'Closed'],
  ],
};
const filters: ListFilter[] = [byAge('newest'), states, { days: 'Received' }];

/** The inbox: what visitors wrote on the contact page. */
export default function StaffMessagesPage() {
  const list = usePaginatedList(['messages', 'all'], contact.list, ({ data }) => data.map(messageOf));
  return (
    <>
      <PageHeader title="Messages" dense>
        What visitors wrote on the contact page. Open a message to answer it by email.
      </PageHeader>
      <DataTable
        list={list}
        label="Messages"
        searchLabel="Search by name, email or words"
        filters={filters}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ name }) => `the message from ${name}`}
        to={({ id }) => staffPaths.message(id)}
        menu={(message) => <SetMessageState message={message} />}
        failure="Failed to load the messages."
        empty={
          <EmptyState title="No messages found.">What visitors write on the contact page appears here.</EmptyState>
        }
        noMatch={<EmptyState title="No messages found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
