import { useAboard } from '../../lib/device/aboard/aboard-now.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';

const words = {
  unreadable:
    'The courses on this device can no longer be opened, because their key is damaged. What you have watched is not lost. Remove the courses, and take them aboard again while you have internet.',
  unavailable:
    'This browser does not open its storage, so the courses on this device cannot be shown now. Close other tabs of this site and try again. If this message comes back, restart the browser.',
};

/** On every learner page: why the courses on this device cannot be opened, and how to go on. */
export function AboardTrouble() {
  const { state } = useAboard();
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
