import { ships } from '@fairlead/contract/ships/calls';
import { useNavigate } from 'react-router';
import { fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-ships-page.ts';
import { addShip, refetchShips, type Ship, shipOf } from './staff-api.ts';
import { UploadPack } from './staff-upload-pack.tsx';

export const meta: Route.MetaFunction = (page) => titled('Ships', page);

const columns: Column<Ship>[] = [
  { title: 'Ship', cell: ({ name }) => name, wide: true },
  { title: 'IMO number', cell: ({ imo }) => imo, width: 'lg:w-32' },
  { title: 'People', cell: ({ people }) => people, width: 'lg:w-24' },
  { title: 'Courses', cell: ({ courses }) => courses, width: 'lg:w-24' },
  {
    title: 'Last contact',
    cell: ({ box }) => (box?.seenAt ? <Moment at={box.seenAt} /> : 'None yet'),
    width: 'lg:w-41',
  },
  { title: 'Computer', cell: (ship) => <Computer ship={ship} />, width: 'lg:w-36' },
];

const Computer = ({ ship: { box } }: { ship: Ship }) =>
  box ? <Badge tone="good">Paired</Badge> : <Badge>None yet</Badge>;

/** The ships whose crews take courses from a computer aboard. */
export default function StaffShipsPage() {
  const list = usePaginatedList(['ships'], ships.list, ({ data }) => data.map(shipOf));
  return (
    <>
      <PageHeader
        title="Ships"
        dense
        actions={
          <>
            <UploadPack />
            <AddShip />
          </>
        }
      >
        A computer aboard serves courses to the crew’s phones, for weeks without a link.
      </PageHeader>
      <DataTable
        list={list}
        label="Ships"
        searchLabel="Search by name or IMO number"
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ name }) => name}
        to={({ id }) => staffPaths.ship(id)}
        failure="Failed to load the ships."
        empty={<EmptyState title="No ships yet.">Add a ship, put courses aboard, and sign its people on.</EmptyState>}
        noMatch={<EmptyState title="No ships found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

function AddShip() {
  const navigate = useNavigate();
  const inputOf = (form: FormData) => ({ name: textOf(form, 'name'), imo: textOf(form, 'imo') });
  return (
    <FormAction
      label="Add Ship"
      tone="signal"
      size="small"
      title="Add Ship"
      confirm="Add Ship"
      check={(form) => fieldErrors(ships.add.body, inputOf(form))}
      act={async (form) => {
        await navigate(staffPaths.ship(await addShip(inputOf(form))));
        return 'Ship added.';
      }}
      after={refetchShips}
      failure="Failed to add the ship."
    >
      <TextField label="Name of the ship" name="name" required maxLength={80} />
      <TextField label="IMO number" name="imo" required inputMode="numeric" maxLength={7} hint="Seven digits" />
    </FormAction>
  );
}
