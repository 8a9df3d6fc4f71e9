import { useSuspenseQuery } from '@tanstack/react-query';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { courseChoiceQuery } from '../../courses/staff-api.ts';
import { uploadBoundsQuery } from '../staff-api.ts';
import type { Route } from './+types/staff-upload-page.ts';
import { UploadForm } from './staff-upload-form.tsx';

export const meta: Route.MetaFunction = (page) => titled('Upload Training Video', page);

/** The course may be given in the URL, `?course=<id>`. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await Promise.all([preload(courseChoiceQuery), preload(uploadBoundsQuery)]);
  return new URL(request.url).searchParams.get('course') ?? undefined;
};

export default function StaffUploadPage({ loaderData: chosen }: Route.ComponentProps) {
  const { data: courses } = useSuspenseQuery(courseChoiceQuery);
  const { data: bounds } = useSuspenseQuery(uploadBoundsQuery);
  return (
    <>
      <PageHeader title="Upload Training Video">
        New videos are added after the existing ones. Learners watch them in this order.
      </PageHeader>
      {courses.length > 0 ? (
        <UploadForm courses={courses} bounds={bounds} chosen={chosen} />
      ) : (
        <EmptyState
          title="No courses found."
          action={<LinkButton to={staffPaths.createCourse}>Create Course</LinkButton>}
        >
          Every video belongs to a course. Create the course first.
        </EmptyState>
      )}
    </>
  );
}
