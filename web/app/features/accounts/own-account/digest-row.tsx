import { messageOf } from '../../../lib/calls/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AccountRow } from './account-row.tsx';
import { chooseDigest } from './own-account-api.ts';

/** A switch for the daily email about pending items. */
export function DigestRow({ wanted }: { wanted: boolean }) {
  const choose = () =>
    chooseDigest(!wanted).then(toast, (error: unknown) =>
      toast(messageOf(error, 'Failed to change the daily email.'), { tone: 'bad' }),
    );
  return (
    <AccountRow
      title="Daily email of pending tasks"
      value={wanted ? 'Sent every day' : 'Not sent'}
      change={wanted ? 'Stop daily email' : 'Get daily email'}
      open={false}
      onOpen={choose}
    >
      {null}
    </AccountRow>
  );
}
