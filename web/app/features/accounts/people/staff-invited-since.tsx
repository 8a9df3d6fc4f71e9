import type { Invitation } from '@fairlead/contract/accounts';
import { Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';

/** That somebody was invited and has not chosen a password yet: since when, or when again. */
export function InvitedSince({ invitation: { at, againAt } }: { invitation: Invitation }) {
  return (
    <>
      <Badge tone="warn">Invited</Badge>{' '}
      <span className="text-sm text-soft">
        {againAt ? (
          <>
            again on <Moment at={againAt} />
          </>
        ) : (
          <Moment at={at} />
        )}
      </span>
    </>
  );
}
