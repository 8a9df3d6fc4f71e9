import { groupDigits } from '@fairlead/contract/values/numbers';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Card } from '../../ui/layout.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { latestImportsQuery, madeBy, type PeopleImport } from './import-api.ts';

/** The imports of the last days, from which a colleague's is looked at and undone. */
export function LatestImports() {
  const { data: imports, isError, refetch } = useQuery(latestImportsQuery);
  if (imports?.length === 0) return null;
  return (
    <Card className="lg:col-span-2">
      <h2 id="latest-imports" className="mb-2 text-lg">
        Latest imports
      </h2>
      {isError && <ListFailure sentence="Failed to load the imports." retry={() => void refetch()} />}
      {!imports && !isError && <Spinner label="Loading imports" />}
      <ul aria-labelledby="latest-imports" className="divide-y divide-line empty:hidden">
        {imports?.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <Link
              to={staffPaths.importedUsers(one.id)}
              className="min-w-0 flex-1 basis-48 font-semibold wrap-anywhere text-link hover:underline"
            >
              {one.filename}
            </Link>
            <span className="text-sm text-soft">
              <Moment at={one.confirmedAt ?? one.createdAt} />
            </span>
            <Standing table={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Standing({ table }: { table: PeopleImport }) {
  const { confirmedAt, undoneAt, counts } = table;
  if (undoneAt !== null) return <Badge>Undone</Badge>;
  if (confirmedAt === null) return <Badge tone="warn">Not imported yet</Badge>;
  const made = madeBy(table);
  return (
    <>
      <Badge tone="good">{made === 1 ? '1 person' : `${groupDigits(made)} people`}</Badge>
      {counts.refused > 0 && <Badge tone="warn">{groupDigits(counts.refused)} refused</Badge>}
    </>
  );
}
