import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { endOwnSession, type OwnSession, ownSessionsQuery } from './own-account-api.ts';

/** Every device on which the person is signed in. It loads separately from the rest of the page. */
export function OwnSessions() {
  const { data: sessions, isError, refetch } = useQuery(ownSessionsQuery);
  if (!sessions) {
    return isError ? (
      <ListFailure sentence="Failed to load your devices." retry={() => void refetch()} />
    ) : (
      <SkeletonRows count={2} height="h-14" />
    );
  }
  return (
    <>
      <ul aria-label="Sessions">
        {sessions.map((session) => (
          <li key={session.id} className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
            <Session session={session} />
          </li>
        ))}
      </ul>
      {sessions.length === 1 && <p className="mt-4 text-sm text-soft">You are not logged in on any other device.</p>}
    </>
  );
}

function Session({
  session: { id, device, address, createdAt, lastUsedAt, expiresAt, current },
}: {
  session: OwnSession;
}) {
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <h3 id={`session-${id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
          {device} {current && <Badge tone="good">This device</Badge>}
        </h3>
        <p className="text-sm text-soft">
          {current ? (
            'In use now'
          ) : (
            <>
              Last used <Moment at={lastUsedAt} />
            </>
          )}
        </p>
        <p className="text-sm text-soft">
          Logged in <Moment at={createdAt} />
          {address && ` from ${address}`}
        </p>
        <p className="text-sm text-soft">
          You can stay logged in until <Moment at={expiresAt} />
        </p>
      </div>
      {!current && (
        <ConfirmAction
          label="Log out"
          size="small"
          className="shrink-0"
          describedBy={`session-${id}`}
          title="Log out this device"
          text={
            <p>
              <strong>{device}</strong> is logged out at once. Anyone who uses it must log in again.
            </p>
          }
          confirm="Yes, Log out"
          act={() => endOwnSession(id)}
          failure="The device could not be logged out."
        />
      )}
    </div>
  );
}
