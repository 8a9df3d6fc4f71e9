import type { EnrolmentState } from '@fairlead/contract/values/enrolment-state';
import { paths } from '../../../lib/paths.ts';
import { EnrolmentBadge } from '../../courses/enrolling/enrolment-parts.tsx';
import { VoyageLine } from '../../courses/enrolling/voyage-line.tsx';
import { completedInWords } from '../../courses/item-words.ts';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { FeeNote, isOpen } from '../../fees/fee-parts.tsx';
import { CourseRow } from './course-row.tsx';
import { HomeSection, MoreLink } from './home-section.tsx';

/** How many courses the page shows; the link leads to all of them. */
const shownCourses = 4;

/** The states in which something is still to do before the certificate: these courses come first. */
const underWay: readonly EnrolmentState[] = ['training', 'test-open'];

const isUnderWay = ({ standing }: OwnEnrolment) => underWay.includes(standing.state);

/** The courses that the learner was accepted for and has not completed, with the position in those under way. */
export function MyCourses({ enrolments }: { enrolments: readonly OwnEnrolment[] }) {
  if (enrolments.length === 0) return null;
  const shown = enrolments.toSorted((a, b) => Number(isUnderWay(b)) - Number(isUnderWay(a))).slice(0, shownCourses);
  return (
    <HomeSection title="My Courses" more={<MoreLink to={paths.userCourses}>All my courses</MoreLink>}>
      <ul className="flex flex-col gap-3">
        {shown.map((one) => {
          const { id, course, standing, progress, fee } = one;
          return (
            <li key={id} className="min-w-0">
              <CourseRow
                headingId={`course-${id}`}
                course={course}
                to={paths.courseContent(course.id)}
                badge={<EnrolmentBadge {...standing} />}
              >
                {isUnderWay(one) && <VoyageLine standing={standing} format={course.format} progress={progress} />}
                {standing.state === 'training' && progress.filmsTotal > 0 && (
                  <p className="text-sm text-soft">
                    {completedInWords(progress)} · {progress.percent}%
                  </p>
                )}
                {fee && isOpen(fee) && (
                  <div className="relative">
                    <FeeNote id={id} fee={fee} describedBy={`course-${id}`} />
                  </div>
                )}
              </CourseRow>
            </li>
          );
        })}
      </ul>
    </HomeSection>
  );
}
