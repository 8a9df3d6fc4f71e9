import { paths } from '../../../lib/paths.ts';
import { EnrolmentActions, EnrolmentBadge, EnrolmentNote } from '../../courses/enrolling/enrolment-parts.tsx';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { FeeNote } from '../../fees/fee-parts.tsx';
import { CourseRow } from './course-row.tsx';
import { HomeSection, MoreLink } from './home-section.tsx';

type RequestCardsProps = {
  requests: readonly OwnEnrolment[];
  onAsk: (course: OwnEnrolment['course']) => void;
  pending: string | null;
};

/** The requests that wait for the academy or were declined, with what to do about each. */
export function RequestCards({ requests, onAsk, pending }: RequestCardsProps) {
  if (requests.length === 0) return null;
  return (
    <HomeSection title="Requests" more={<MoreLink to={paths.enrolmentRequest}>Enrollment Requests</MoreLink>}>
      <ul className="flex flex-col gap-3">
        {requests.map(({ id, course, standing, held, fee }) => (
          <li key={id}>
            <CourseRow headingId={`request-${id}`} course={course} badge={<EnrolmentBadge {...standing} />}>
              {standing.declined && <EnrolmentNote standing={standing} held={held} />}
              <FeeNote id={id} fee={fee} describedBy={`request-${id}`} />
              {standing.steps.length > 0 && (
                <EnrolmentActions
                  standing={standing}
                  course={course}
                  launch="Launch"
                  inRow
                  size="small"
                  onAsk={() => onAsk(course)}
                  busy={pending === course.id}
                  disabled={pending !== null}
                  describedBy={`request-${id}`}
                />
              )}
            </CourseRow>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
