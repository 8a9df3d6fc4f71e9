import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { isMissing, LoadFailure } from '../../../shell/load-failure.tsx';
import { useMay } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { courseForTestQuery } from '../../courses/staff-api.ts';
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
  const asked = new URL(request.url).searchParams;
  await preload(courseForTestQuery(asked.get('course') ?? ''));
  const id = asked.get('test');
  return id ? await readTestNow(id) : undefined;
};

export default function StaffTestPage({ loaderData: test }: Route.ComponentProps) {
  const courseId = useSearchParams()[0].get('course') ?? '';
  const maySeeResults = useMay('results:read');
  const { data: offered } = useSuspenseQuery(courseForTestQuery(courseId));
  // An assessment stays with its course, even when that is no longer active.
  const courses = test ? [{ id: test.courseId, title: test.courseTitle }] : offered;
  return (
    <>
      <PageHeader
        title={titleFor(test)}
        actions={
          test &&
          maySeeResults && (
            <LinkButton to={staffPaths.testAnalysis(test.id)} tone="plain">
              Correct the answer key
            </LinkButton>
          )
        }
      >
        {test
          ? 'It is saved as a new version. Learners who have the test open finish the old version. Results do not change: to grade submitted tests again, correct the answer key.'
          : 'Learners see it after you publish it, with its course or under All Tests.'}
      </PageHeader>
      {courses.length > 0 ? (
        <TestForm key={test?.id ?? `new:${courseId}`} courses={courses} test={test} courseId={courseId} />
      ) : (
        <EmptyState
          title="No courses found."
          action={<LinkButton to={staffPaths.createCourse}>Create Course</LinkButton>}
        >
          Every test belongs to a course. Create the course first.
        </EmptyState>
      )}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Edit Test" failure="Failed to load the test." error={error} refused={isMissing(error)} />;
}
