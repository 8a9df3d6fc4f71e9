import { wallet } from '@fairlead/contract/wallet/calls';
import { Link } from 'react-router';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day, Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FileImage, FileLink } from '../../ui/file-link.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-waiting-page.ts';
import { type WaitingDocument, waitingOf } from './staff-api.ts';
import { DocumentActions } from './staff-document-actions.tsx';
import { Scan } from './staff-wallet.tsx';

export const meta: Route.MetaFunction = (page) => titled('Documents to Check', page);

const columns: Column<WaitingDocument>[] = [
  { title: 'User', cell: ({ id, person }) => <span id={`document-${id}`}>{person.name}</span> },
  { title: 'Document', cell: ({ title }) => title, wide: true },
  { title: 'Number', cell: ({ number }) => number, width: 'lg:w-40', roomy: true },
  {
    title: 'Valid until',
    cell: ({ lastDay }) => (lastDay ? <Day date={lastDay} /> : 'Does not expire'),
    width: 'lg:w-36',
  },
  { title: 'Added', cell: ({ addedAt }) => <Moment at={addedAt} />, width: 'lg:w-50', hidden: true },
];

const nameOf = ({ person, title }: WaitingDocument) => `${person.name}, ${title}`;

/** The documents that wait for a check, each beside its picture. */
export default function StaffWaitingPage() {
  const list = usePaginatedList(['wallet', 'waiting'], wallet.listWaiting, ({ data }) => data.map(waitingOf));
  const mayCheck = useMay('people:approve');
  return (
    <>
      <PageHeader title="Documents to Check" dense>
        Compare each document with its picture. Only checked documents count for enrollment.
      </PageHeader>
      <DataTable
        list={list}
        label="Documents to check"
        searchLabel="Search by user name, email or number"
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={nameOf}
        detail={(document) => <Detail document={document} />}
        decide={
          mayCheck
            ? (document) => <DocumentActions document={document} describedBy={`document-${document.id}`} />
            : undefined
        }
        decideWidth="lg:w-52"
        failure="Failed to load the documents."
        empty={<EmptyState title="No documents found.">No document waits for a check.</EmptyState>}
        noMatch={<EmptyState title="No documents found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

/** A document as it was entered, beside its picture. */
function Detail({ document }: { document: WaitingDocument }) {
  const { id, person, file, scan, number, issuer, issuedOn, lastDay, title } = document;
  const isPicture = file !== null && scan !== 'infected' && !/\.pdf$/i.test(file.filename);
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
      {scan === 'infected' && <Alert className="basis-72">This file contains a virus, so it cannot be opened.</Alert>}
      {isPicture && (
        <FileLink
          url={file.url}
          aria-label="Open the picture"
          className="block h-80 w-60 shrink-0 overflow-hidden rounded-md border border-line bg-sunken hover:border-edge max-sm:w-full"
        >
          <FileImage url={file.url} alt={title} loading="lazy" className="size-full object-contain" />
        </FileLink>
      )}
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-4">
        <Facts
          className="grid-cols-2"
          facts={[
            ['Document', title],
            ['Number', number],
            ['Issued by', issuer],
            ['Issued', issuedOn ? <Day key="issued" date={issuedOn} /> : '–'],
            ['Valid until', lastDay ? <Day key="last" date={lastDay} /> : 'Does not expire'],
          ]}
        />
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          {!isPicture && <Scan document={document} describedBy={`document-${id}`} />}
          <Link to={staffPaths.person(person.id)} className="font-semibold text-link hover:underline">
            Open {person.name}
          </Link>
        </p>
      </div>
    </div>
  );
}
