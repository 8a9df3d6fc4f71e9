import { Link } from 'react-router';
import { useAboard } from '../../../lib/device/aboard/aboard-now.ts';
import { paths } from '../../../lib/paths.ts';
import { CoursePicture } from '../../../ui/course-picture.tsx';
import { Card } from '../../../ui/layout.tsx';
import { EnrolmentBadge } from '../../courses/enrolling/enrolment-parts.tsx';
import { VoyageLine } from '../../courses/enrolling/voyage-line.tsx';
import { completedInWords } from '../../courses/item-words.ts';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { FeeNote, isOpen } from '../../fees/fee-parts.tsx';
import { HomeSection } from './home-section.tsx';

/** The courses that the learner was accepted for, with the position in each; a card leads into its course. */
export function MyCourses({ enrolments }: { enrolments: readonly OwnEnrolment[] }) {
  const hasAboard = useAboard().state !== 'nothing';
  if (enrolments.length === 0) return null;
  return (
    <HomeSection
      title="My Courses"
      more={
        <span className="flex flex-wrap gap-x-5 gap-y-1">
          {hasAboard && (
            <Link to={paths.aboard} className="font-semibold text-link hover:underline">
              Courses aboard
            </Link>
          )}
          <Link to={paths.userCourses} className="font-semibold text-link hover:underline">
            All my courses
          </Link>
        </span>
      }
    >
      <ul className="grid gap-4 lg:grid-cols-2">
        {enrolments.map(({ id, course, standing, progress, fee }) => (
          <li key={id} className="min-w-0">
            <Card className="relative flex h-full gap-5 p-5 hover:border-edge">
              <div className="size-20 shrink-0 overflow-hidden rounded-md max-sm:hidden">
                <CoursePicture title={course.title} picture={course.picture} className="h-full" />
              </div>
              <div className="flex min-w-0 flex-1 flex-col gap-3">
                <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                  <h3 id={`course-${id}`} className="min-w-0 text-lg wrap-anywhere">
                    <Link
                      to={paths.courseContent(course.id)}
                      className="after:absolute after:inset-0 after:rounded-lg hover:underline"
                    >
                      {course.title}
                    </Link>
                  </h3>
                  <EnrolmentBadge {...standing} />
                </div>
                <VoyageLine standing={standing} format={course.format} progress={progress} />
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
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
