import { useContext, useState } from 'react';
import { isRefusal } from '../../../lib/calls/api-client.ts';
import { ActionLook } from '../../../ui/dialogs/action-look.tsx';
import { ActDialog } from '../../../ui/dialogs/confirm-action.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { findPublishedRival, setTestPublished } from '../staff-api.ts';
import type { Test } from '../staff-wire.ts';

const failure = 'Failed to update publish status.';

/**
 * Publishes or unpublishes an assessment. It asks for confirmation when another assessment of the course would be
 * unpublished.
 */
export function PublishButton({ test }: { test: Test }) {
  const { Opener } = useContext(ActionLook);
  const [busy, setBusy] = useState(false);
  const [rival, setRival] = useState<Test>();

  async function toggle() {
    setBusy(true);
    try {
      const other = test.isPublished ? undefined : await findPublishedRival(test);
      if (other) setRival(other);
      else toast(await setTestPublished(test.id, !test.isPublished));
    } catch (error) {
      toast(failure, { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Opener
        tone={test.isPublished ? 'plain' : 'navy'}
        size="small"
        busy={busy}
        aria-describedby={`test-${test.id}`}
        onClick={() => void toggle()}
      >
        {test.isPublished ? 'Unpublish' : 'Publish'}
      </Opener>
      <ActDialog
        open={rival !== undefined}
        onClose={() => setRival(undefined)}
        title="Publish another test?"
        text={
          <>
            <p>
              <strong className="text-ink">{rival?.title}</strong> is published for {test.courseTitle} now. A course has
              one published test, so it will be unpublished.
            </p>
            <p className="text-soft">Learners who have it open may finish it.</p>
          </>
        }
        confirm="Yes, Publish"
        act={() => setTestPublished(test.id, true)}
        failure={failure}
      />
    </>
  );
}
