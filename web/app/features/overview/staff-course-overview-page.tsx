import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useId } from 'react';
import { useParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { mayNow, useMay, usePermissions } from '../../shell/use-permissions.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { CoursePicture } from '../../ui/course-picture.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { EditIcon } from '../../ui/more-icons.tsx';
import { CourseTests } from '../assessments/list/staff-course-tests.tsx';
import { courseTestsQuery } from '../assessments/staff-api.ts';
import { CourseFileButton } from '../course-packs/course-file-button.tsx';
import { CourseTeaching } from '../courses/course-teaching.tsx';
import { instructorsQuery } from '../courses/editing/instructors-api.ts';
import { CourseFacts } from '../courses/editing/staff-course-facts.tsx';
import { CourseInstructors } from '../courses/editing/staff-course-instructors.tsx';
import { CourseSpeed } from '../courses/editing/staff-course-speed.tsx';
import { courseQuery } from '../courses/staff-api.ts';
import type { Course } from '../courses/wire.ts';
import { trainingQuery } from '../training/api.ts';
import { CourseFilms } from '../training/films/staff-course-films.tsx';
import { CourseLearners } from '../training/records/staff-course-learners.tsx';
import type { Route } from './+types/staff-course-overview-page.ts';
import { CourseMissing, PublishCourse } from './staff-course-missing.tsx';

export const meta: Route.MetaFunction = (page) => titled('Course', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  // Anyone may read the course itself; its instructors are visible only to those who work on it.
  await Promise.all([
    preload(courseQuery(params.id)),
    preload(instructorsQuery(params.id)),
    ...(mayNow('courses:edit') ? [preload(trainingQuery(params.id)), preload(courseTestsQuery(params.id))] : []),
  ]);
};

/** Everything about one course: its details, films and assessments, its learners and its instructors. */
export default function StaffCourseOverviewPage() {
  const { id = '' } = useParams();
  const { data: course } = useSuspenseQuery(courseQuery(id));
  const permissions = usePermissions();
  const seesLearners = permissions.includes('enrolments:decide') || permissions.includes('training:read');
  return (
    <>
      <Head course={course} />
      <div className="flex flex-col gap-10">
        {/* First, since it is loaded with the page: a part that loads later would move its button while it is pressed. */}
        <Section title="Instructors">
          <CourseInstructors courseId={id} />
        </Section>
        {useMay('training:read') && (
          <Section title="Training">
            <CourseFilms
              courseId={id}
              format={course.format}
              file={<CourseFileButton courseId={id}>Course file</CourseFileButton>}
            />
          </Section>
        )}
        {useMay('tests:read') && (
          <Section title="Test" id="test">
            <CourseTests courseId={id} />
          </Section>
        )}
        {seesLearners && (
          <Section title="Learners of this course">
            <CourseLearners courseId={id} format={course.format} />
          </Section>
        )}
      </div>
    </>
  );
}

function Head({ course }: { course: Course }) {
  const { id, title, description, picture, format, isActive, isDraft } = course;
  const mayEdit = useMay('courses:edit');
  const actions = (
    <>
      {format !== 'online' && (
        <LinkButton to={staffPaths.batchesOf(id)} tone="plain" size="small">
          Batches
        </LinkButton>
      )}
      <LinkButton to={staffPaths.courseRule(id)} tone="plain" size="small">
        Rule
      </LinkButton>
      {useMay('tests:read') && (
        <LinkButton to={staffPaths.coursePreview(id)} tone="plain" size="small">
          See it as a learner
        </LinkButton>
      )}
      {mayEdit && (
        <>
          <LinkButton to={staffPaths.editCourse(id)} tone="plain" size="small">
            <EditIcon /> Edit
          </LinkButton>
          <PublishCourse course={course} />
        </>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={<span id={`course-${id}`}>{title}</span>} actions={actions} />
      {mayEdit && <CourseMissing course={course} />}
      {mayEdit && <CourseSpeed course={course} />}
      <Card className="mb-10 grid overflow-hidden p-0 sm:grid-cols-[16rem_1fr]">
        <CoursePicture
          title={title}
          picture={picture}
          className={cx('h-40 sm:h-full sm:max-h-72', !isActive && 'grayscale')}
        />
        <div className="flex flex-col gap-4 p-5">
          <div>
            <StatusBadge status={isActive ? 'published' : isDraft ? 'draft' : 'unpublished'} />
          </div>
          <CourseFacts course={course} className="grid-cols-2 text-sm lg:grid-cols-4" />
          <p className="whitespace-pre-line wrap-anywhere">{description}</p>
        </div>
        <div className="grid gap-6 border-t border-line p-5 sm:col-span-2 sm:grid-cols-2">
          <CourseTeaching course={course} heading="text-lg" />
        </div>
      </Card>
    </>
  );
}

/** A part of the page that loads separately, so that a slow part does not delay the others. */
function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="flex flex-col gap-4">
      <h2 id={heading} className="text-2xl">
        {title}
      </h2>
      <Suspense fallback={<Skeleton className="h-40" />}>{children}</Suspense>
    </section>
  );
}
