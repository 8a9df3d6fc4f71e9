import type { Invitation } from '@fairlead/contract/accounts/calls';
import { useBrand } from '../../../lib/brand.ts';
import { dayOf } from '../../../lib/format/dates.ts';
import { Day } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';

/** That somebody was invited and has not chosen a password yet: since when, or when again. */
export function InvitedSince({ invitation: { at, againAt } }: { invitation: Invitation }) {
  const { timeZone } = useBrand();
  return (
    <>
      <Badge tone="warn">Invited</Badge>{' '}
      <span className="text-sm text-soft">
        {againAt ? 'again on ' : 'on '}
        <Day date={dayOf(new Date(againAt ?? at), timeZone)} />
      </span>
    </>
  );
}
