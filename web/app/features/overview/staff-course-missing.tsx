import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { courseTestsQuery, setTestPublished } from '../assessments/staff-api.ts';
import type { Test } from '../assessments/staff-wire.ts';
import { SetPublished } from '../courses/editing/staff-set-activity.tsx';
import type { Course } from '../courses/wire.ts';
import { trainingQuery } from '../training/api.ts';

type Missing = { what: string; to: string; lead: string };

/** What a course lacks for its learners, each with the way to it, and the test that only has to be published. */
function useMissing({ id, format }: Course): { missing: Missing[]; draftTest: Test | undefined } {
  const { data: training } = useSuspenseQuery(trainingQuery(id));
  const { data: tests } = useSuspenseQuery(courseTestsQuery(id));
  const missing: Missing[] = [];
  if (!training && format !== 'classroom')
    missing.push({
      what: 'No videos: learners have nothing to watch.',
      to: staffPaths.uploadTrainingFor(id),
      lead: 'Upload a video',
    });
  if (tests.length === 0)
    missing.push({
      what: 'No test: nobody can earn its certificate.',
      to: staffPaths.createTestFor(id),
      lead: 'Create a test',
    });
  else if (!tests.some(({ isPublished }) => isPublished))
    missing.push({ what: 'No published test: nobody can earn its certificate.', to: '#test', lead: 'Publish a test' });
  const isTestMissing = !tests.some(({ isPublished }) => isPublished);
  return { missing, draftTest: isTestMissing && tests.length === 1 ? tests[0] : undefined };
}

/**
 * Publishes or unpublishes a course. It is the page's main button once there is nothing else to make; its test, while
 * that is a draft too, is published in the same step. The reader may edit courses.
 */
export function PublishCourse({ course }: { course: Course }) {
  const { missing, draftTest } = useMissing(course);
  const test = useMay('tests:edit') ? draftTest : undefined;
  return (
    <SetPublished
      course={course}
      isReady={missing.length === (draftTest ? 1 : 0)}
      publishTest={test && (() => setTestPublished(test.id, true))}
    />
  );
}

/**
 * Shows what a course lacks; for a draft also that nobody else sees it. Nothing is shown of a published course that
 * lacks nothing, nor of one that is offered no more. The reader may edit courses.
 */
export function CourseMissing({ course }: { course: Course }) {
  const { isActive, isDraft } = course;
  const { missing } = useMissing(course);
  if (!isDraft && (!isActive || missing.length === 0)) return null;
  return (
    <Alert tone={isDraft ? 'info' : 'warn'} className="mb-6">
      {isDraft && (
        <p className="font-semibold">
          {missing.length > 0
            ? 'This course is a draft: only staff see it. It still lacks:'
            : 'This course is a draft: only staff see it. It has all that it needs: publish it when you are ready.'}
        </p>
      )}
      {missing.length > 0 && (
        <ul className="flex flex-col gap-1">
          {missing.map(({ what, to, lead }) => (
            <li key={what}>
              {what}{' '}
              <Link to={to} className="font-semibold underline">
                {lead}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
