import { validityInWords } from '@fairlead/contract/values/validity-words';
import { Day } from '../../lib/site.tsx';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import type { Certificate } from './wire.ts';

type CertificateState = Pick<Certificate, 'status' | 'expiresOn'> & { expiresSoon: boolean };

/** Badges for the status of a certificate. */
export function CertificateBadges({
  certificate: { status, expiresSoon, expiresOn },
}: {
  certificate: CertificateState;
}) {
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

/** A certificate in one line: its number and its period of validity, which one on hold gets when it is issued. */
export function CertificateLine({ certificate }: { certificate: Line }) {
  const { number, issuedOn, refresherDue, status } = certificate;
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {status !== 'held' && <span className="font-mono font-semibold">{number}</span>}
      {status === 'held' ? (
        <span className="text-soft">Not issued yet</span>
      ) : (
        <>
          <span className="text-soft">
            Issued <Day date={issuedOn} />
          </span>
          <span className="text-soft">
            <ValidUntil {...certificate} />
          </span>
          {refresherDue && (
            <span className="text-soft">
              Refresher due by <Day date={refresherDue} />
            </span>
          )}
        </>
      )}
    </p>
  );
}

type ValidUntilProps = Pick<Certificate, 'expiresOn' | 'boundTo'> & {
  /** The day stands alone, beneath a heading that says what it is. */
  titled?: boolean;
};

/** Until when a certificate is valid. */
export function ValidUntil({ expiresOn, boundTo, titled = false }: ValidUntilProps) {
  if (boundTo || !expiresOn)
    return validityInWords({ validity: boundTo ? 'bound' : 'unlimited', validityMonths: null, boundTo });
  return (
    <>
      {!titled && 'Valid until '}
      <Day date={expiresOn} />
    </>
  );
}
