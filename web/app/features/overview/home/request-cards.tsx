import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/layout.tsx';
import { EnrolmentActions, EnrolmentBadge, EnrolmentNote } from '../../courses/enrolling/enrolment-parts.tsx';
import { VoyageLine } from '../../courses/enrolling/voyage-line.tsx';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { FeeNote } from '../../fees/fee-parts.tsx';
import { HomeSection } from './home-section.tsx';

type RequestCardsProps = {
  requests: readonly OwnEnrolment[];
  onAsk: (course: OwnEnrolment['course']) => void;
  pending: string | null;
};

/** The requests that wait for the academy or were declined, with what to do about each. */
export function RequestCards({ requests, onAsk, pending }: RequestCardsProps) {
  if (requests.length === 0) return null;
  return (
    <HomeSection
      title="Requests"
      more={
        <Link to={paths.enrolmentRequest} className="font-semibold text-link hover:underline">
          Enrollment Requests
        </Link>
      }
    >
      <ul className="flex flex-col gap-4">
        {requests.map(({ id, course, standing, progress, fee }) => (
          <li key={id}>
            <Card className="flex flex-col gap-4 p-5">
              <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                <h3 id={`request-${id}`} className="min-w-0 text-lg wrap-anywhere">
                  {course.title}
                </h3>
                <EnrolmentBadge {...standing} />
              </div>
              <EnrolmentNote standing={standing} />
              <FeeNote id={id} fee={fee} describedBy={`request-${id}`} />
              <VoyageLine standing={standing} format={course.format} progress={progress} />
              {standing.steps.length > 0 && (
                <EnrolmentActions
                  standing={standing}
                  course={course}
                  launch="Launch"
                  inRow
                  onAsk={() => onAsk(course)}
                  busy={pending === course.id}
                  disabled={pending !== null}
                  describedBy={`request-${id}`}
                />
              )}
            </Card>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
