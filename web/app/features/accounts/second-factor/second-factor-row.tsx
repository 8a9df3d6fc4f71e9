import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../../lib/site.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { AccountRow } from '../own-account/account-row.tsx';
import { RemoveSecondFactorForm } from './remove-second-factor-form.tsx';
import { secondFactorQuery } from './second-factor-api.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

type SecondFactorRowProps = { open: boolean; onOpen: () => void; onClose: () => void };

/**
 * Whether login requires a code of an authenticator app, with the forms to change that. It loads separately from the
 * rest of the page.
 */
export function SecondFactorRow({ open, onOpen, onClose }: SecondFactorRowProps) {
  const { data, isError, refetch } = useQuery(secondFactorQuery);
  if (!data) {
    return (
      <section className="border-t border-line pt-4">
        {isError ? (
          <ListFailure sentence="Failed to load your second factor." retry={() => void refetch()} />
        ) : (
          <Skeleton className="h-12" />
        )}
      </section>
    );
  }
  const { since, recoveryCodes } = data;
  return (
    <AccountRow
      title="Second factor"
      value={
        since ? (
          <>
            Authenticator app
            <p className="text-sm font-normal text-soft">
              Since <Moment at={since} />
            </p>
            <p className={recoveryCodes < 3 ? 'text-sm font-normal text-warn' : 'text-sm font-normal text-soft'}>
              {recoveryCodes === 1 ? '1 recovery code' : `${recoveryCodes} recovery codes`} left
            </p>
          </>
        ) : (
          'None yet'
        )
      }
      change={since ? 'Remove' : 'Set up'}
      open={open}
      onOpen={onOpen}
    >
      {since ? <RemoveSecondFactorForm onClose={onClose} /> : <SetUpSecondFactor onClose={onClose} />}
    </AccountRow>
  );
}
