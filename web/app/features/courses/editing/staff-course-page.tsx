import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { PageHeader } from '../../../ui/layout.tsx';
import { readCourseNow } from '../staff-api.ts';
import type { Route } from './+types/staff-course-page.ts';
import { instructorsQuery } from './instructors-api.ts';
import { CourseForm } from './staff-course-form.tsx';

/**
 * The course to edit is in the URL, `?course=<id>`, and is loaded in its current state; without one, a new course is
 * created.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.get('course');
  if (!id) return undefined;
  // Anyone may read the course itself; its instructors are visible only to those who work on it.
  const [course] = await Promise.all([readCourseNow(id), preload(instructorsQuery(id))]);
  return course;
}

const titleFor = (course: unknown) => (course ? 'Edit Course' : 'Create New Course');

export const meta: Route.MetaFunction = (page) => titled(titleFor(page.loaderData), page);

export default function StaffCoursePage({ loaderData: course }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={titleFor(course)} />
      <CourseForm key={course?.id ?? 'new'} course={course} />
    </>
  );
}
