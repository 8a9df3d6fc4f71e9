import { ApiError } from '../../lib/calls/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';

type CourseLoadFailureProps = {
  title: string;
  failure: string;
  error: unknown;
  courseId: string | undefined;
};

/**
 * The error for a part of a course that could not be loaded or was refused, with the server's reason and a link back.
 */
export function CourseLoadFailure({ courseId = '', error, ...said }: CourseLoadFailureProps) {
  return (
    <LoadFailure {...said} error={error} refused={error instanceof ApiError && error.status < 500}>
      <LinkButton to={paths.courseContent(courseId)} tone="plain">
        Back to the course
      </LinkButton>
    </LoadFailure>
  );
}
