import { Day } from '../../lib/site.tsx';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import type { Certificate } from './wire.ts';

type Standing = Pick<Certificate, 'status' | 'expiresOn'> & { expiresSoon: boolean };

/** Badges for the status of a certificate. */
export function CertificateBadges({ certificate: { status, expiresSoon, expiresOn } }: { certificate: Standing }) {
  return (
    <>
      <StatusBadge status={status} />
      {expiresSoon && <Badge tone="warn">{expiresOn ? 'Expires soon' : 'Refresher due'}</Badge>}
    </>
  );
}

type Line = Pick<Certificate, 'number' | 'issuedOn' | 'expiresOn' | 'boundTo' | 'status'> & {
  refresherDue: string | null;
};

/** A certificate in one line: its number and its period of validity, which one on hold does not have yet. */
export function CertificateLine({ certificate }: { certificate: Line }) {
  const { number, issuedOn, refresherDue, status } = certificate;
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <span className="font-mono font-semibold">{number}</span>
      {status === 'held' ? (
        <span className="text-soft">Not issued yet</span>
      ) : (
        <span className="text-soft">
          Issued <Day date={issuedOn} />, <Validity {...certificate} />
          {refresherDue && (
            <>
              , refresher due by <Day date={refresherDue} />
            </>
          )}
        </span>
      )}
    </p>
  );
}

function Validity({ expiresOn, boundTo }: Pick<Line, 'expiresOn' | 'boundTo'>) {
  if (boundTo) return `valid together with: ${boundTo}`;
  if (!expiresOn) return 'no expiry';
  return (
    <>
      valid until <Day date={expiresOn} />
    </>
  );
}
