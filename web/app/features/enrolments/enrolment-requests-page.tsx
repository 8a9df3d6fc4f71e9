import { useSuspenseQuery } from '@tanstack/react-query';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { Moment } from '../../lib/site.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { EnrolmentActions, EnrolmentBadge, EnrolmentNote } from '../courses/enrolling/enrolment-parts.tsx';
import { FeeNote } from '../fees/fee-parts.tsx';
import type { Route } from './+types/enrolment-requests-page.ts';
import { ownEnrolmentsQuery } from './api.ts';
import { useOwnEnrol } from './use-own-enrol.ts';
import type { OwnEnrolment } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Enrollment Requests', page);

export const clientLoader = async () => {
  await preload(ownEnrolmentsQuery);
};

export default function EnrolmentRequestsPage() {
  const { data: requests } = useSuspenseQuery(ownEnrolmentsQuery);
  const { pending, enrol } = useOwnEnrol();
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title="Enrollment Requests"
        actions={
          <LinkButton to={paths.userCourses} tone="plain">
            My Courses
          </LinkButton>
        }
      >
        Your requests, and the decisions of the academy.
      </PageHeader>
      {requests.length === 0 ? (
        <EmptyState
          title="No enrollment requests found."
          action={<LinkButton to={paths.courses}>Browse Courses</LinkButton>}
        >
          Choose a course in the catalogue and send a request. The academy checks it.
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {requests.map((request) => (
            <li key={request.id}>
              <Request request={request} pending={pending} onAsk={() => void enrol(request.course)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type RequestProps = { request: OwnEnrolment; pending: string | null; onAsk: () => void };

function Request({ request: { id, course, requestedAt, standing, held, fee }, pending, onAsk }: RequestProps) {
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id={`request-${id}`} className="text-lg">
            {course.title}
          </h2>
          <p className="text-sm text-soft">
            Requested <Moment at={requestedAt} />
          </p>
        </div>
        <EnrolmentBadge {...standing} />
      </div>
      <EnrolmentNote standing={standing} held={held} />
      <FeeNote id={id} fee={fee} describedBy={`request-${id}`} />
      {standing.steps.length > 0 && (
        <EnrolmentActions
          standing={standing}
          course={course}
          launch="Launch"
          inRow
          onAsk={onAsk}
          busy={pending === course.id}
          disabled={pending !== null}
          describedBy={`request-${id}`}
        />
      )}
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Enrollment Requests" failure="Failed to load enrollment requests." error={error} />;
}
