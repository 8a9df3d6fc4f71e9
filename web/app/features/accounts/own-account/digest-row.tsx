import { messageOf } from '../../../lib/calls/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AccountRow } from './account-row.tsx';
import { chooseDigest } from './own-account-api.ts';

/** A switch for the daily email about pending items. */
export function DigestRow({ wanted }: { wanted: boolean }) {
  const choose = () =>
    chooseDigest(!wanted).then(toast, (error: unknown) =>
      toast(messageOf(error, 'Failed to change the daily mail.'), { tone: 'bad' }),
    );
  return (
    <AccountRow
      title="Daily mail of what waits"
      value={wanted ? 'Comes every day' : 'Does not come'}
      change={wanted ? 'Stop daily mail' : 'Get daily mail'}
      open={false}
      onOpen={choose}
    >
      {null}
    </AccountRow>
  );
}
