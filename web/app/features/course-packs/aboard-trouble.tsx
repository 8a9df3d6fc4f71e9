import { useQuery } from '@tanstack/react-query';
import { useAboard } from '../../lib/device/aboard/aboard-now.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ownEnrolmentsQuery } from '../enrolments/api.ts';

const words = {
  unreadable:
    'The courses on this device can no longer be opened, because their key is damaged. What you have watched is not lost. Remove the courses, and take them aboard again while you have internet.',
  unavailable:
    'This browser does not open its storage, so the courses on this device cannot be shown now. Close other tabs of this site and try again. If this message comes back, restart the browser.',
};

/** On every learner page: why the courses on this device cannot be opened, and how to go on. */
export function AboardTrouble() {
  const { state, unreadable } = useAboard();
  if (state === 'open') return unreadable.map((courseId) => <UnreadableCourse key={courseId} courseId={courseId} />);
  if (state !== 'unreadable' && state !== 'unavailable') return null;
  return (
    <Alert
      tone="warn"
      className="mb-6"
      action={
        <div className="flex flex-wrap gap-3">
          {state === 'unavailable' && (
            <Button tone="plain" size="small" onClick={() => window.location.reload()}>
              Try again
            </Button>
          )}
          <RemoveAll />
        </div>
      }
    >
      {words[state]}
    </Alert>
  );
}

/** One course that cannot be opened, while the others can. Its title is in what is damaged: the academy knows it. */
function UnreadableCourse({ courseId }: { courseId: string }) {
  const { data } = useQuery(ownEnrolmentsQuery);
  const title = data?.find(({ course }) => course.id === courseId)?.course.title;
  return (
    <Alert
      tone="warn"
      className="mb-6"
      action={
        <ConfirmAction
          label="Remove"
          size="small"
          title="Remove this course from this device?"
          text="What you have watched is not lost. To watch without internet again, you have to download the course again."
          confirm="Remove"
          failure="The course was not removed."
          act={async () => {
            await (await import('./take-aboard.ts')).removeUnreadable(courseId);
            return 'Removed from this device.';
          }}
        />
      }
    >
      {title ? `The course ${title}` : 'A course'} on this device can no longer be opened, because it is damaged. What
      you have watched is not lost. Remove it, and take it aboard again while you have internet.
    </Alert>
  );
}

/** Removes all courses of the person from this device, those that cannot be opened too. */
export const RemoveAll = () => (
  <ConfirmAction
    label="Remove"
    size="small"
    title="Remove all courses from this device?"
    text="What you have watched is not lost. To watch without internet again, you have to download the courses again."
    confirm="Remove"
    failure="The courses were not removed."
    act={async () => (await import('./take-aboard.ts')).removeAllPacks()}
  />
);
