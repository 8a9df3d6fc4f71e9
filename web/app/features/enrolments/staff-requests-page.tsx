import { enrolments } from '@fairlead/contract/enrolments/calls';
import { stateNames } from '@fairlead/contract/values/enrolment-state';
import { useSearchParams } from 'react-router';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { BulkAction } from '../../ui/lists/bulk-action.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import { useCourseFilter } from '../courses/use-course-filter.ts';
import type { Route } from './+types/staff-requests-page.ts';
import { AcceptAll } from './staff-accept-all.tsx';
import { acceptRequests, refetchRequests, rejectRequests } from './staff-api.ts';
import { Accept, AskFor, Reject } from './staff-decide.tsx';
import { checkDecline, DeclineFields, declineOf } from './staff-decline-fields.tsx';
import { RequestDetail, RequestNotes } from './staff-request-parts.tsx';
import { unresolvedOf } from './staff-unresolved.ts';
import { type EnrolmentRequest, requestOf } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('User Enrollment Requests', page);

const nothing = 'No matching user enrollment requests found.';

export default function StaffRequestsPage() {
  const list = usePaginatedList(['enrolments', 'pending'], enrolments.listPending, (requests) =>
    requests.map(requestOf),
  );
  const course = useCourseFilter();
  const [params] = useSearchParams();
  const isDecided = params.get('state') === 'declined';
  return (
    <>
      <PageHeader
        title="User Enrollment Requests"
        dense
        actions={
          !isDecided && (
            <LinkButton tone="plain" to={`${staffPaths.enrolmentQueue}?${params}`}>
              One by one
            </LinkButton>
          )
        }
      >
        Compare the profile with its documents, then accept or reject. The seafarer is notified by email.
      </PageHeader>
      <DataTable
        list={list}
        label="Enrollment requests"
        searchLabel="Search by user name, email or course title"
        filters={[states, byAge('oldest'), course, { days: 'Requested' }]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={nameOf}
        detail={(request) => <RequestDetail request={request} />}
        decide={isDecided ? undefined : (request) => <Decide request={request} />}
        decideWidth="lg:w-52"
        menu={isDecided ? undefined : menuOf}
        choose={isDecided ? undefined : { nameOf, actions: (chosen) => <DecideMany requests={chosen} /> }}
        failure="Failed to load inactive courses"
        empty={<EmptyState title={nothing}>No requests are pending.</EmptyState>}
        noMatch={<EmptyState title={nothing}>No pending request matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

const columns: Column<EnrolmentRequest>[] = [
  { title: 'User', cell: ({ id, person }) => <span id={`request-${id}`}>{person.name}</span>, width: 'xl:w-44' },
  { title: 'Email', cell: ({ person }) => <EmailText email={person.email} />, hidden: true },
  { title: 'Course', cell: ({ course }) => course.title, wide: true },
  { title: 'Requested', cell: ({ requestedAt }) => <Moment at={requestedAt} />, width: 'lg:w-50', roomy: true },
  { title: 'Notes', cell: (request) => <RequestNotes request={request} />, width: 'lg:w-52 xl:w-66', wide: true },
];

/** Nothing, for a row without a menu, where neither applies. */
const menuOf = (request: EnrolmentRequest) =>
  (request.profile || request.alsoRequests > 0) && (
    <>
      <AcceptAll request={request} />
      <AskFor request={request} />
    </>
  );

/** An undecided one may stand in a list of decided ones until that is loaded. */
function Decide({ request }: { request: EnrolmentRequest }) {
  if (request.state === 'declined') return null;
  return (
    <>
      <Accept request={request} />
      <Reject request={request} />
    </>
  );
}

/** Requests that wait for a decision, those that wait for a document, or those that were declined and not repeated. */
const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'Waiting',
  options: [
    ['document-needed', stateNames['document-needed']],
    ['declined', stateNames.declined],
  ],
};

const nameOf = ({ person, course }: EnrolmentRequest) => `${person.name}, ${person.email}, for ${course.title}`;

const counted = (n: number) => (n === 1 ? '1 enrollment request' : `${n} enrollment requests`);

function DecideMany({ requests }: { requests: EnrolmentRequest[] }) {
  const about = { items: requests, nameOf, after: refetchRequests };
  return (
    <>
      <BulkAction
        {...about}
        label="Accept selected"
        tone="signal"
        title="Accept Requests"
        text={(asked) => (
          <>
            <p>Are you sure you want to accept {counted(asked.length)}?</p>
            <WhatIsAccepted requests={asked} />
          </>
        )}
        confirm="Yes, Accept"
        done="accepted"
        act={acceptRequests}
        failure="Failed to accept courses"
      />
      <BulkAction
        {...about}
        label="Reject selected"
        tone="danger"
        title="Reject Requests"
        text={(asked) => (
          <>
            <p>Are you sure you want to reject {counted(asked.length)}?</p>
            <p className="text-soft">All of them get this reason by email, and can ask again.</p>
          </>
        )}
        fields={<DeclineFields />}
        check={checkDecline}
        confirm="Yes, Reject"
        done="rejected"
        act={(asked, form) => rejectRequests(asked, declineOf(form))}
        failure="Failed to reject courses"
      />
    </>
  );
}

/** The facts that staff confirm by accepting many requests at once. */
function WhatIsAccepted({ requests }: { requests: readonly EnrolmentRequest[] }) {
  const unresolved = requests.filter((request) => unresolvedOf(request).length > 0).length;
  const without = requests.filter(({ profile }) => !profile).length;
  const lacking = requests.filter(({ eligibility }) => eligibility.missing.length > 0).length;
  const proofs = requests.filter(({ fee }) => fee?.proof).length;
  return (
    <ul className="list-disc pl-5 text-soft">
      {without < requests.length && <li>This records that their documents were checked.</li>}
      {proofs > 0 && <li>{proofs} of them have sent a proof of payment. It still waits to be confirmed.</li>}
      {unresolved > 0 && (
        <li>
          {unresolved} of them {unresolved === 1 ? 'has' : 'have'} warnings or other points to tick, and will not be
          accepted here. Accept {unresolved === 1 ? 'it' : 'each'} by itself.
        </li>
      )}
      {lacking > 0 && (
        <li>
          {lacking} of them {lacking === 1 ? 'lacks' : 'lack'} what the course requires, and will not be accepted here.
          Accept {lacking === 1 ? 'it' : 'each'} by itself, with a reason.
        </li>
      )}
      {without > 0 && <li>{without} of them have no profile yet, so there is nothing to check.</li>}
    </ul>
  );
}
