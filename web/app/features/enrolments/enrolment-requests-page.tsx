import { useSuspenseQuery } from '@tanstack/react-query';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { Moment } from '../../lib/site.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/enrolment-requests-page.ts';
import { ownEnrolmentsQuery } from './api.ts';
import type { OwnEnrolment } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Enrollment Requests', page);

export const clientLoader = async () => {
  await preload(ownEnrolmentsQuery);
};

export default function EnrolmentRequestsPage() {
  const { data: requests } = useSuspenseQuery(ownEnrolmentsQuery);
  return (
    <>
      <PageHeader title="Enrollment Requests">What you have asked for, and what the academy has decided.</PageHeader>
      {requests.length === 0 ? (
        <EmptyState
          title="No enrollment requests found."
          action={<LinkButton to={paths.courses}>Browse Courses</LinkButton>}
        >
          Choose a course in the catalogue; the academy then looks at your request.
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {requests.map((request) => (
            <li key={request.id}>
              <Request request={request} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const nextSteps: Record<OwnEnrolment['status'], string> = {
  pending: 'The academy compares your profile and documents. You will get a mail with its decision.',
  approved: 'You may begin whenever you like.',
  rejected:
    'The academy did not accept this request. See that your profile is complete, then ask again in the catalogue.',
};

function Request({ request: { course, status, requestedAt } }: { request: OwnEnrolment }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-5">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-lg">{course.title}</h2>
        <p className="text-sm text-soft">
          Requested <Moment at={requestedAt} />
        </p>
        <p className="mt-2">{nextSteps[status]}</p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <StatusBadge status={status} />
        {status === 'approved' && (
          <LinkButton to={paths.courseContent(course.id)} tone="navy">
            Launch
          </LinkButton>
        )}
        {status === 'rejected' && (
          <LinkButton to={paths.course(course.id)} tone="plain">
            Ask again
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Enrollment Requests" failure="Failed to load enrollment requests." error={error} />;
}
