import { groupDigits } from '@fairlead/contract/values/numbers';
import { useState } from 'react';
import { ApiError } from '../lib/calls/api-client.ts';
import type { PaginatedList } from '../lib/calls/paginated-list.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { ConfirmAction } from '../ui/dialogs/confirm-action.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Card } from '../ui/layout.tsx';
import { DataList } from '../ui/lists/data-list.tsx';
import { DataTable } from '../ui/lists/data-table.tsx';
import { Shelf } from './parts.tsx';

type Vessel = { name: string; flag: string; tonnes: number; status: string };
const vessels: Vessel[] = [
  { name: 'MV Sea Otter', flag: 'India', tonnes: 28_400, status: 'active' },
  { name: 'MT Coromandel Pride of the Eastern Line', flag: 'Singapore', tonnes: 104_200, status: 'pending' },
];

const nothing = () => undefined;
const ready: PaginatedList<Vessel> = {
  items: vessels,
  total: '2',
  searchBound: null,
  state: 'ready',
  error: null,
  hasMore: true,
  loadingMore: false,
  moreFailed: false,
  more: nothing,
  readOn: async () => vessels,
  retry: nothing,
  searched: '',
  search: nothing,
  asked: {},
  ask: nothing,
  takeAway: undefined,
};
const none = { ...ready, items: [], total: '0', hasMore: false };

const frame = {
  label: 'Vessels',
  itemKey: ({ name }: Vessel) => name,
  empty: <EmptyState title="No vessels found.">They appear as soon as they sign on.</EmptyState>,
  failure: 'Failed to load vessels.',
};
const columns = [
  { title: 'Vessel', cell: ({ name }: Vessel) => name },
  { title: 'Flag', cell: ({ flag }: Vessel) => flag },
  { title: 'Tonnes', cell: ({ tonnes }: Vessel) => groupDigits(tonnes), figures: true },
  { title: 'State', cell: ({ status }: Vessel) => <StatusBadge status={status} /> },
];

/** DataList and DataTable, in each of their states. */
export function Lists() {
  const [searched, search] = useState('');
  return (
    <Shelf title="Lists and tables">
      <DataList {...frame} list={{ ...ready, searched, search }} searchLabel="Search vessels">
        {({ name, flag }) => (
          <Card className="p-4">
            <p className="font-semibold">{name}</p>
            <p className="text-soft">{flag}</p>
          </Card>
        )}
      </DataList>
      <DataTable {...frame} list={{ ...ready, moreFailed: true }} columns={columns} />
      <DataTable {...frame} list={{ ...none, state: 'loading' }} columns={columns} />
      <DataTable {...frame} list={{ ...none, state: 'failed' }} columns={columns} />
      <DataTable {...frame} list={none} columns={columns} />
    </Shelf>
  );
}

/** Buttons with a confirmation dialog: one whose action succeeds, one whose action is refused. */
export function Questions() {
  const refuse = async () => {
    throw new ApiError(409, { message: 'She has sailed already.' });
  };
  return (
    <Shelf title="Buttons that ask">
      <div className="flex flex-wrap gap-3">
        <ConfirmAction
          label="Sign on"
          title="Confirm"
          text="Sign on to MV Sea Otter?"
          confirm="Yes, Sign on"
          act={async () => 'You have signed on.'}
          failure="Failed to sign on."
        />
        <ConfirmAction
          label="Sign off"
          tone="danger"
          title="Confirm"
          text="Sign off from MV Sea Otter?"
          confirm="Yes, Sign off"
          act={refuse}
          failure="Failed to sign off."
        />
      </div>
    </Shelf>
  );
}
