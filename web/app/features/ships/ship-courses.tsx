import type { ShipAboard } from '@fairlead/contract/ships/aboard';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/calls/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { logOut } from '../../shell/log-out.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Card } from '../../ui/layout.tsx';
import { ownCoursesQuery } from './aboard-api.ts';

/** The courses aboard of the person who is logged in. */
export function ShipCourses({ person }: { person: ShipAboard['people'][number] }) {
  const { data: courses, error } = useQuery(ownCoursesQuery);
  return (
    <Card className="flex flex-col gap-4 p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{person.name}</h2>
        <Button tone="plain" size="small" onClick={() => void logOut(paths.ship)}>
          Log Out
        </Button>
      </div>
      {error && <Alert tone="bad">{messageOf(error, 'Your courses could not be loaded.')}</Alert>}
      {courses?.length === 0 && (
        <p className="text-soft">
          You are approved for none of the courses aboard. The academy approves people ashore.
        </p>
      )}
      <ul className="divide-y divide-line">
        {courses?.map(({ courseId, title, films, completed, isHere }) => (
          <li key={courseId} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <span className="font-semibold">{title}</span>
              <p className="text-sm text-soft">
                {completed} of {films} videos watched
              </p>
            </div>
            {isHere ? (
              <LinkButton to={paths.training(courseId)} size="small">
                Open
              </LinkButton>
            ) : (
              <Badge tone="info">Videos on their way</Badge>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft">
        What you watch here is credited by the academy at the next contact. It grades tests and issues certificates.
      </p>
    </Card>
  );
}
