import { groupDigits } from '@fairlead/contract/values/numbers';
import { Moment } from '../../../lib/site.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { allowDeletion, refetchOverview } from '../staff-api.ts';
import type { MassDeletion } from '../wire.ts';

const words = {
  files: {
    says: (count: string) => `${count} files would be deleted within a day.`,
    first:
      'They were deleted by somebody, or are not in the database. If nobody meant this, do not allow it, and ask the operator to run npm run doctor: the database may be the wrong one.',
    asks: (count: string) =>
      `Delete ${count} files? Each is deleted 30 days after somebody deleted it, or after it was first missing from the database.`,
  },
  people: {
    says: (count: string) => `The data of ${count} people would be erased now.`,
    first:
      'Their retention period is over. If you did not expect this, look at the retention periods in the settings, and ask the operator whether the server’s clock is right.',
    asks: (count: string) => `Erase the data of ${count} people now?`,
  },
};

/** A deletion that waits because too much would be deleted in a day, with the button that allows it. */
export function MassDeletionWaits(deletion: MassDeletion) {
  const { says, first, asks } = words[deletion.kind];
  const count = `${groupDigits(deletion.waiting)} of ${groupDigits(deletion.total)}`;
  return (
    <Alert className="mb-6" action={<Allow deletion={deletion} question={asks(count)} />}>
      <p className="font-semibold">{says(count)}</p>
      <p>
        Since <Moment at={deletion.since} /> this waits for an administrator. {first}
      </p>
    </Alert>
  );
}

const Allow = ({ deletion, question }: { deletion: MassDeletion; question: string }) => (
  <ConfirmAction
    label="Allow deletion"
    size="small"
    title="Allow Deletion"
    text={
      <>
        <p>{question}</p>
        <p>This cannot be undone.</p>
      </>
    }
    confirm="Yes, Allow"
    tone="danger"
    act={() => allowDeletion(deletion)}
    after={refetchOverview}
    failure="Failed to allow the deletion."
  />
);
