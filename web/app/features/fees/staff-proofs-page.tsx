import { fees } from '@fairlead/contract/fees/calls';
import { proofStateNames } from '@fairlead/contract/fees/fee-state';
import { Link, useSearchParams } from 'react-router';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-proofs-page.ts';
import { formatPaise } from './format-paise.ts';
import { ConfirmProof, DeclineProof, ProofBesideAmounts, ProofNote } from './staff-proof-parts.tsx';
import { type ListedProof, listedProofOf } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Payment Proofs', page);

const columns: Column<ListedProof>[] = [
  { title: 'User', cell: ({ id, person }) => <span id={`proof-${id}`}>{person.name}</span> },
  { title: 'Course', cell: ({ courseTitle }) => courseTitle, wide: true },
  { title: 'Amount', cell: ({ amountPaise }) => formatPaise(amountPaise), figures: true, width: 'lg:w-28' },
  { title: 'Transaction number', cell: ({ reference }) => reference || '–', width: 'lg:w-40', roomy: true },
  { title: 'Sent', cell: ({ sentAt }) => <Moment at={sentAt} />, width: 'lg:w-50', hidden: true },
  {
    title: 'Note',
    cell: (proof) => <ProofNote proof={proof} balancePaise={proof.balancePaise} />,
    width: 'lg:w-40',
  },
];

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: proofStateNames.waiting,
  options: [
    ['confirmed', proofStateNames.confirmed],
    ['declined', proofStateNames.declined],
  ],
};

const nameOf = ({ person, courseTitle }: ListedProof) => `${person.name}, ${courseTitle}`;

/** The proofs of payment that learners have sent, each beside the amounts that it has to show. */
export default function StaffProofsPage() {
  const list = usePaginatedList(['fees', 'proofs'], fees.listProofs, ({ data }) => data.map(listedProofOf));
  const isWaiting = !['confirmed', 'declined'].includes(useSearchParams()[0].get('state') ?? '');
  const mayRecord = useMay('fees:record');
  return (
    <>
      <PageHeader title="Payment Proofs" dense>
        Compare each proof with the account of the academy, then confirm or decline it.
      </PageHeader>
      <DataTable
        list={list}
        label="Payment proofs"
        searchLabel="Search by user name, email or number"
        filters={[states, byAge('oldest')]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={nameOf}
        detail={(proof) => <Detail proof={proof} />}
        decide={isWaiting && mayRecord ? (proof) => <Decide proof={proof} /> : undefined}
        decideWidth="lg:w-52"
        failure="Failed to load payment proofs."
        empty={<EmptyState title="No payment proofs found.">No proof waits for a decision.</EmptyState>}
        noMatch={<EmptyState title="No payment proofs found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

/** A decided one may stand in the list until that is loaded again. */
function Decide({ proof }: { proof: ListedProof }) {
  if (proof.state !== 'waiting') return null;
  const about = { proof, balancePaise: proof.balancePaise, name: proof.person.name, describedBy: `proof-${proof.id}` };
  return (
    <>
      <ConfirmProof {...about} />
      <DeclineProof {...about} />
    </>
  );
}

function Detail({ proof }: { proof: ListedProof }) {
  const { person, enrolmentId, enrolmentStatus, balancePaise, feeReference } = proof;
  const mayDecide = useMay('enrolments:decide');
  return (
    <ProofBesideAmounts proof={proof} balancePaise={balancePaise} reference={feeReference}>
      {proof.state === 'waiting' && enrolmentStatus === 'rejected' && (
        <p>This enrollment was declined. If the money has arrived, confirm the payment, then refund it.</p>
      )}
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <Link to={staffPaths.fee(enrolmentId)} className="font-semibold text-link hover:underline">
          Open the ledger
        </Link>
        {enrolmentStatus === 'pending' && mayDecide && (
          <Link
            to={staffPaths.searched(staffPaths.enrolmentRequests, person.email)}
            className="font-semibold text-link hover:underline"
          >
            Decide on the request, and confirm both
          </Link>
        )}
      </p>
    </ProofBesideAmounts>
  );
}
