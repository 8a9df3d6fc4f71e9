import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { CoursePicture } from '../../ui/course-picture.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { StudyAgain } from '../assessments/taking/weak-topics.tsx';
import { TakeAboard } from '../course-packs/take-aboard-step.tsx';
import { CourseTeaching } from '../courses/course-teaching.tsx';
import { BatchNote, EnrolmentActions, EnrolmentBadge, EnrolmentNote } from '../courses/enrolling/enrolment-parts.tsx';
import { whenTestOpens } from '../courses/enrolling/test-opens.ts';
import { PracticeLink } from '../courses/practice-link.tsx';
import { ownEnrolmentsQuery } from '../enrolments/api.ts';
import { useOwnEnrol } from '../enrolments/use-own-enrol.ts';
import type { OwnEnrolment } from '../enrolments/wire.ts';
import { FeeNote } from '../fees/fee-parts.tsx';
import { trainingQuery } from '../training/api.ts';
import { FilmOverview } from '../training/film-overview.tsx';
import { TrainingProgress } from '../training/training-progress.tsx';
import type { TrainingSet } from '../training/wire.ts';
import type { Route } from './+types/course-content-page.ts';

export const meta: Route.MetaFunction = (page) => titled('Course', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const enrolments = await preload(ownEnrolmentsQuery);
  const isApproved = enrolments.some(({ course, status }) => course.id === params.id && status === 'approved');
  if (isApproved) await preload(trainingQuery(params.id));
};

/** The page of a course for someone enrolled in it: its subjects, the learner's progress, and the next step. */
export default function CourseContentPage() {
  const { id = '' } = useParams();
  const { data: enrolments } = useSuspenseQuery(ownEnrolmentsQuery);
  const enrolment = enrolments.find(({ course }) => course.id === id);
  if (enrolment?.status === 'approved') return <Content enrolment={enrolment} />;
  if (enrolment) return <NotOpen enrolment={enrolment} />;
  return (
    <EmptyState title="Not enrolled" action={<LinkButton to={paths.course(id)}>About the course</LinkButton>}>
      You are not enrolled in this course.
    </EmptyState>
  );
}

/** A course that the academy has not opened to the learner yet, or no longer. */
function NotOpen({ enrolment: { id, course, standing, held, fee } }: { enrolment: OwnEnrolment }) {
  const { pending, enrol } = useOwnEnrol();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={course.title}>
        {course.category} · {course.duration}
      </PageHeader>
      <Card className="flex flex-col items-start gap-4 p-6">
        <EnrolmentBadge {...standing} />
        <EnrolmentNote standing={standing} held={held} />
        <FeeNote id={id} fee={fee} />
        <EnrolmentActions
          standing={standing}
          course={course}
          launch="Launch the Course"
          inRow
          onAsk={() => void enrol(course)}
          busy={pending !== null}
          disabled={pending !== null}
        />
      </Card>
    </div>
  );
}

function Content({ enrolment }: { enrolment: OwnEnrolment }) {
  const { id, course, progress, standing, practiceQuestions, fee } = enrolment;
  const { data: training } = useSuspenseQuery(trainingQuery(course.id));
  return (
    <>
      <PageHeader title={course.title} actions={<WayOn courseId={course.id} training={training} progress={progress} />}>
        {course.category} · {course.duration}
      </PageHeader>
      <div className="grid items-start gap-8 lg:grid-cols-[2fr_1fr]">
        <div className="flex flex-col gap-6">
          <Step title="Training">
            {training ? (
              <>
                <TrainingProgress films={training.films} />
                <FilmOverview films={training.films} />
              </>
            ) : (
              <>
                <p className="text-soft">
                  {progress.trainingSubmitted ? 'Your training is recorded.' : 'There is nothing to watch.'}
                </p>
                <BatchNote standing={standing} />
              </>
            )}
          </Step>
          {training && (
            <Step title="At sea">
              <TakeAboard courseId={course.id} />
            </Step>
          )}
          <Step title="Test">
            <TestState enrolment={enrolment} />
            {standing.state === 'test-open' && <StudyAgain courseId={course.id} />}
            <div className="empty:hidden">
              <PracticeLink courseId={course.id} questions={practiceQuestions} />
            </div>
          </Step>
          <Step title="Certificate">
            <p className="text-soft">
              {!progress.testPassed && 'It is issued when you pass the test.'}
              {progress.testPassed && 'You have earned the certificate of this course. '}
              {standing.certificate?.onHold && 'It is on hold until the academy has checked your identity.'}
            </p>
            {progress.testPassed && (
              <div>
                <LinkButton to={paths.certificateReport} state={{ courseId: course.id }} tone="plain">
                  View Certificate
                </LinkButton>
              </div>
            )}
          </Step>
        </div>
        <Card className="overflow-hidden p-0">
          <CoursePicture title={course.title} picture={course.picture} className="h-44" />
          <div className="flex flex-col gap-6 p-6">
            <FeeNote id={id} fee={fee} />
            <CourseTeaching course={course} heading="text-lg" />
          </div>
        </Card>
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Course" failure="Failed to load training videos." error={error} />;
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-4 p-6">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  );
}

type Progress = OwnEnrolment['progress'];

function TestState({ enrolment: { progress, standing, held } }: { enrolment: OwnEnrolment }) {
  const { testPassed, trainingSubmitted } = progress;
  if (testPassed) {
    return (
      <div>
        <StatusBadge status="passed" />
      </div>
    );
  }
  return trainingSubmitted ? (
    <Alert tone="info">The test is open. You can take it at any time.</Alert>
  ) : (
    <p className="text-soft">{whenTestOpens(held, standing.batch !== null || standing.lacksOpenDate)}</p>
  );
}

type WayOnProps = { courseId: string; training: TrainingSet | null; progress: Progress };

/** The button that continues where the learner left off. */
function WayOn({ courseId, training, progress }: WayOnProps) {
  if (progress.testPassed) {
    return (
      <LinkButton to={paths.certificateReport} state={{ courseId }} size="large">
        View Certificate
      </LinkButton>
    );
  }
  if (progress.trainingSubmitted) {
    return (
      <LinkButton to={paths.test(courseId)} size="large">
        Give Test
      </LinkButton>
    );
  }
  if (!training) return null;
  return (
    <LinkButton to={paths.training(courseId)} size="large">
      {training.films.some(({ watchedSeconds }) => watchedSeconds > 0) ? 'Continue' : 'Start Training'}
    </LinkButton>
  );
}
