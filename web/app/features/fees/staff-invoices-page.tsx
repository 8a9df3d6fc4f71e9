import { placeName } from '@fairlead/contract/academy/gst';
import { fees } from '@fairlead/contract/fees/calls';
import { feeDocumentKinds, feeDocumentNames } from '@fairlead/contract/fees/fee-state';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-invoices-page.ts';
import { formatPaise } from './format-paise.ts';
import { DocumentAction } from './staff-document-action.tsx';
import { documentOf, type IssuedDocument } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Invoices', page);

const columns: Column<IssuedDocument>[] = [
  { title: 'Number', cell: ({ number }) => number, width: 'lg:w-40' },
  { title: 'Kind', cell: ({ kind }) => feeDocumentNames[kind], width: 'lg:w-32', roomy: true },
  { title: 'Issued', cell: ({ issuedOn }) => <Day date={issuedOn} />, width: 'lg:w-32' },
  { title: 'Recipient', cell: ({ recipientName }) => recipientName, wide: true },
  { title: 'GSTIN', cell: ({ recipientGstin }) => recipientGstin || '–', width: 'lg:w-44', hidden: true },
  {
    title: 'Place of supply',
    cell: ({ placeOfSupply }) => (placeOfSupply ? placeName(placeOfSupply) : '–'),
    hidden: true,
  },
  { title: 'Course', cell: ({ courseTitle }) => courseTitle, hidden: true },
  {
    title: 'Taxable',
    cell: ({ taxablePaise }) => formatPaise(taxablePaise),
    figures: true,
    width: 'lg:w-32',
    roomy: true,
  },
  {
    title: 'Tax',
    cell: ({ cgstPaise, sgstPaise, igstPaise }) => formatPaise(cgstPaise + sgstPaise + igstPaise),
    figures: true,
    width: 'lg:w-28',
  },
  { title: 'Total', cell: ({ totalPaise }) => formatPaise(totalPaise), figures: true, width: 'lg:w-32' },
];

const kinds: ListFilter = {
  name: 'kind',
  label: 'Kind',
  any: 'All',
  options: feeDocumentKinds.map((kind) => [kind, feeDocumentNames[kind]]),
};

/** Receipts, invoices and credit notes: what the accountant of the academy exports. */
export default function StaffInvoicesPage() {
  const list = usePaginatedList(['fees', 'documents'], fees.listDocuments, ({ data }) => data.map(documentOf));
  return (
    <>
      <PageHeader title="Invoices" dense>
        Receipts, invoices and credit notes. The exports have the tax of each, for your accountant.
      </PageHeader>
      <DataTable
        list={list}
        label="Invoices"
        searchLabel="Search by number or recipient"
        filters={[byAge('newest'), kinds, { days: 'Issued' }]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ number }) => number}
        to={({ enrolmentId }) => staffPaths.fee(enrolmentId)}
        menu={(document) => <DocumentAction document={document} />}
        failure="Failed to load invoices."
        empty={<EmptyState title="No invoices found.">They are issued when payments are recorded.</EmptyState>}
        noMatch={<EmptyState title="No invoices found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
