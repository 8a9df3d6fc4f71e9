import type { ChecklistSummary } from '@fairlead/contract/fit-to-join/checklists';
import { flagInWords, rankNames, shipTypeNames } from '@fairlead/contract/fit-to-join/jobs-aboard';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { PlusIcon } from '../../ui/more-icons.tsx';
import type { Route } from './+types/staff-checklists-page.ts';
import { checklistsQuery } from './staff-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Checklists', page);

export const clientLoader = async () => {
  await preload(checklistsQuery);
};

/** The checklists of the academy, by name. */
export default function StaffChecklistsPage() {
  const { data: lists } = useSuspenseQuery(checklistsQuery);
  const create = useMay('checklists:edit') && (
    <LinkButton to={staffPaths.createChecklist}>
      <PlusIcon /> Create Checklist
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Checklists" dense>
        Which documents jobs aboard require. The academy answers for its checklists.
      </PageHeader>
      {lists.length === 0 ? (
        <EmptyState title="No checklists yet." action={create}>
          Begin with one that comes with the program, and compare each row with its source.
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {lists.map((list) => (
            <li key={list._id}>
              <OneChecklist list={list} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const several = (names: readonly string[], none: string) => names.join(', ') || none;

function OneChecklist({ list }: { list: ChecklistSummary }) {
  const { jobs, failing, cases, next } = list;
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">
          <Link to={staffPaths.checklist(list._id)} className="text-link hover:underline">
            {list.name}
          </Link>
        </h2>
        {list.archivedAt && <Badge>Archived</Badge>}
        {!list.inForce && <Badge tone="info">Not begun yet</Badge>}
        {failing > 0 && (
          <Badge tone="bad">
            {failing} of {cases} test cases fail
          </Badge>
        )}
        {next && (
          <Badge tone="info">
            Edition {next.edition} from <Day date={next.appliesFrom} />
          </Badge>
        )}
      </div>
      <Facts
        className="text-sm lg:grid-cols-4"
        facts={[
          [
            'Ranks',
            several(
              jobs.ranks.map((one) => rankNames[one]),
              'All',
            ),
          ],
          [
            'Ships',
            several(
              jobs.shipTypes.map((one) => shipTypeNames[one]),
              'All',
            ),
          ],
          ['Flags with rows of their own', several(jobs.flags.map(flagInWords), 'None')],
          ['Edition', `${list.edition}, ${list.rows} rows, ${cases === 1 ? '1 test case' : `${cases} test cases`}`],
        ]}
      />
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Checklists" failure="Failed to load the checklists." error={error} />;
}
