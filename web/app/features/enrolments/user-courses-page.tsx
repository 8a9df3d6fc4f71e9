import { useSuspenseQuery } from '@tanstack/react-query';
import { preload } from '../../lib/calls/query-client.ts';
import { formatRupees } from '../../lib/format/money.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { CoursePicture } from '../../ui/course-picture.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { BadgeOnPicture, BatchNote, EnrolmentActions, EnrolmentNote } from '../courses/enrolling/enrolment-parts.tsx';
import { completedInWords } from '../courses/item-words.ts';
import { FeeNote } from '../fees/fee-parts.tsx';
import type { Route } from './+types/user-courses-page.ts';
import { ownEnrolmentsQuery } from './api.ts';
import { useOwnEnrol } from './use-own-enrol.ts';
import type { OwnEnrolment } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('My Courses', page);

export const clientLoader = async () => {
  await preload(ownEnrolmentsQuery);
};

export default function UserCoursesPage() {
  const { data: enrolments } = useSuspenseQuery(ownEnrolmentsQuery);
  const { pending, enrol } = useOwnEnrol();
  return (
    <>
      <PageHeader
        title="My Courses"
        actions={
          <LinkButton to={paths.enrolmentRequest} tone="plain">
            Enrollment Requests
          </LinkButton>
        }
      >
        Your requested courses, and your progress.
      </PageHeader>
      {enrolments.length === 0 ? (
        <EmptyState title="No courses found." action={<LinkButton to={paths.courses}>Browse Courses</LinkButton>}>
          You are not enrolled in a course yet.
        </EmptyState>
      ) : (
        <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
          {enrolments.map((enrolment) => (
            <li key={enrolment.id}>
              <EnrolledCourse enrolment={enrolment} pending={pending} onAsk={() => void enrol(enrolment.course)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type EnrolledCourseProps = { enrolment: OwnEnrolment; pending: string | null; onAsk: () => void };

function EnrolledCourse({
  enrolment: { id, course, standing, held, progress, fee },
  pending,
  onAsk,
}: EnrolledCourseProps) {
  return (
    <Card className="relative flex h-full flex-col overflow-hidden p-0">
      <CoursePicture title={course.title} picture={course.picture} className="h-40 shrink-0" />
      <BadgeOnPicture standing={standing} />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <h2 id={`enrolment-${id}`} className="line-clamp-2 text-lg">
          {course.title}
        </h2>
        <p className="line-clamp-3 text-soft">{course.description}</p>
        <p className="text-sm text-soft">
          {course.duration} · {formatRupees(course.price)}
        </p>
        <div className="mt-auto flex flex-col gap-4 pt-2">
          {standing.state === 'training' || standing.state === 'test-open' ? (
            <>
              <ProgressBar percent={progress.percent} label={stageOf(progress)} />
              <BatchNote standing={standing} />
            </>
          ) : (
            <EnrolmentNote standing={standing} held={held} />
          )}
          <FeeNote id={id} fee={fee} describedBy={`enrolment-${id}`} />
          <EnrolmentActions
            standing={standing}
            course={course}
            launch="Launch the Course"
            onAsk={onAsk}
            busy={pending === course.id}
            disabled={pending !== null}
            describedBy={`enrolment-${id}`}
          />
        </div>
      </div>
    </Card>
  );
}

/** The learner's stage in the training, in a few words. */
function stageOf(progress: OwnEnrolment['progress']): string {
  if (progress.trainingSubmitted) return 'Training submitted';
  return progress.filmsTotal > 0 ? completedInWords(progress) : 'Training';
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="My Courses" failure="Failed to load courses." error={error} />;
}
