import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { isMissing, LoadFailure } from '../../../shell/load-failure.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { activeCourseChoiceQuery } from '../../courses/staff-api.ts';
import type { Route } from './+types/staff-test-page.ts';
import { readTestNow } from './staff-authoring-api.ts';
import { TestForm } from './staff-test-form.tsx';

const titleFor = (test: unknown) => (test ? 'Edit Test' : 'Create Test');

export const meta: Route.MetaFunction = (page) => titled(titleFor(page.loaderData), page);

/**
 * The assessment to edit is in the URL, `?test=<id>`, and is loaded in its current state; without one, a new assessment
 * is created, of the course in `?course=<id>` if there is one.
 */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await preload(activeCourseChoiceQuery);
  const id = new URL(request.url).searchParams.get('test');
  return id ? await readTestNow(id) : undefined;
};

export default function StaffTestPage({ loaderData: test }: Route.ComponentProps) {
  const { data: active } = useSuspenseQuery(activeCourseChoiceQuery);
  const courseId = useSearchParams()[0].get('course') ?? '';
  // An assessment stays with its course, even when that is no longer active.
  const courses = test ? [{ id: test.courseId, title: test.courseTitle }] : active;
  return (
    <>
      <PageHeader title={titleFor(test)}>
        {test
          ? 'It is saved as a new version. Learners who have the test open finish the old version. Results do not change.'
          : 'Learners see it after you publish it under All Tests.'}
      </PageHeader>
      {courses.length > 0 ? (
        <TestForm key={test?.id ?? 'new'} courses={courses} test={test} courseId={courseId} />
      ) : (
        <EmptyState
          title="No courses found."
          action={<LinkButton to={staffPaths.createCourse}>Create Course</LinkButton>}
        >
          Every test belongs to an active course. Create the course first.
        </EmptyState>
      )}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Edit Test" failure="Failed to load the test." error={error} refused={isMissing(error)} />;
}
