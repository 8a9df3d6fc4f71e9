import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { endShare, refetchShares, sharesQuery } from './api.ts';
import { isOpen, type Share } from './wire.ts';

/** The links to a certificate, including ended ones, and who has opened each. */
export function Shares({ certificateId }: { certificateId: string }) {
  const { data: shares, isError, refetch } = useQuery(sharesQuery(certificateId));
  if (!shares) {
    return isError ? (
      <ListFailure sentence="Failed to load your links." retry={() => void refetch()} />
    ) : (
      <SkeletonRows count={1} height="h-14" />
    );
  }
  if (shares.length === 0) return <p className="text-sm text-soft">You have not shared it yet.</p>;
  return (
    <ul aria-label="Links" className="divide-y divide-line border-t border-line">
      {shares.map((share) => (
        <li key={share.id} className="py-4 last:pb-0">
          <Link share={share} certificateId={certificateId} />
        </li>
      ))}
    </ul>
  );
}

function Link({ share, certificateId }: { share: Share; certificateId: string }) {
  const { id, createdAt, expiresAt, revokedAt } = share;
  const open = isOpen(share, new Date());
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={`link-${id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
            <span>
              Created <Moment at={createdAt} />
            </span>
            <Badge tone={open ? 'good' : 'plain'}>{open ? 'Active' : 'Ended'}</Badge>
          </h3>
          <p className="text-sm text-soft">
            {revokedAt ? (
              <>
                You ended it <Moment at={revokedAt} />
              </>
            ) : (
              <>
                {open ? 'Expires' : 'Expired'} <Moment at={expiresAt} />
              </>
            )}
          </p>
        </div>
        {open && (
          <ConfirmAction
            label="End link"
            size="small"
            describedBy={`link-${id}`}
            title="End this link"
            text={<p>The link stops working at once. You can create another one.</p>}
            confirm="Yes, End"
            act={() => endShare(id)}
            after={() => refetchShares(certificateId)}
            failure="The link could not be ended."
          />
        )}
      </div>
      <Openings share={share} />
    </div>
  );
}

function Openings({ share: { opened, openings } }: { share: Share }) {
  if (opened === 0) return <p className="text-sm">Not opened yet</p>;
  return (
    <details>
      <summary className="w-fit rounded-sm text-sm font-semibold text-link hover:underline">
        Opened {opened === 1 ? 'once' : `${opened} times`}
      </summary>
      <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
        {openings.map(({ at, network, device }, place) => (
          <li key={place} className="py-1.5">
            <Moment at={at} />
            <span className="text-soft">
              , {device}
              {network && `, from ${network}`}
            </span>
          </li>
        ))}
      </ul>
      {openings.length < opened && <p className="mt-1 text-sm text-soft">The latest {openings.length} are shown.</p>}
    </details>
  );
}
