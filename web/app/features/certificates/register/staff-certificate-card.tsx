import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Day, Moment } from '../../../lib/site.tsx';
import { useMay } from '../../../shell/use-permissions.ts';
import { EmailText } from '../../../ui/email-text.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { FileLink } from '../../../ui/file-link.tsx';
import { Card } from '../../../ui/layout.tsx';
import { CertificateBadges, CertificateLine } from '../certificate-line.tsx';
import { Correct, Revoke } from './staff-certificate-actions.tsx';
import type { RegisteredCertificate } from './staff-wire.ts';

/** One certificate of the register: its holder, its status, and its actions. */
export function CertificateCard({ certificate }: { certificate: RegisteredCertificate }) {
  const { id, name, email, accountId, courseTitle } = certificate;
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={`certificate-${id}`} className="text-base wrap-anywhere">
            <Link to={paths.staff.person(accountId)} className="hover:underline">
              {name}
            </Link>
            , {courseTitle}
          </h2>
          <p className="text-sm text-soft">
            <EmailText email={email} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CertificateBadges certificate={certificate} />
        </div>
      </div>
      <CertificateBody certificate={certificate} />
    </Card>
  );
}

/** Number, dates, status and actions of a certificate; the element with its title has the id 'certificate-…'. */
export function CertificateBody({ certificate }: { certificate: RegisteredCertificate }) {
  return (
    <>
      <CertificateLine certificate={certificate} />
      <WhatBecame certificate={certificate} />
      <Actions certificate={certificate} />
    </>
  );
}

/** Why it is not valid. */
function WhatBecame({ certificate }: { certificate: RegisteredCertificate }) {
  const { revokedOn, revokedBy, revocationReason, replacedBy, held } = certificate;
  if (held?.gaveUp) {
    return (
      <Alert tone="bad">Its release failed several times. Confirm the holder’s identity again on their page.</Alert>
    );
  }
  if (held) {
    return (
      <p className="text-sm">
        On hold for a check of the holder’s identity since <Moment at={held.since} />.
      </p>
    );
  }
  if (revokedOn) {
    return (
      <p className="text-sm wrap-anywhere whitespace-pre-line">
        Revoked on <Day date={revokedOn} />
        {revokedBy && ` by ${revokedBy}`}: {revocationReason}
      </p>
    );
  }
  if (!replacedBy) return null;
  return (
    <p className="text-sm">
      Replaced by{' '}
      <Link to={paths.staff.registerOf(replacedBy)} className="font-mono text-link hover:underline">
        {replacedBy}
      </Link>
    </p>
  );
}

function Actions({ certificate }: { certificate: RegisteredCertificate }) {
  const mayDecide = useMay('certificates:decide');
  const { id, pdf, status, number } = certificate;
  const isLive = status === 'issued' || status === 'expired';
  return (
    <div className="flex flex-wrap gap-3">
      {pdf && (
        <FileLink
          url={pdf.url}
          className="button"
          data-tone="plain"
          data-size="small"
          aria-describedby={`certificate-${id}`}
        >
          Open PDF
        </FileLink>
      )}
      {status !== 'held' && (
        <Link
          to={paths.verify(number)}
          className="button"
          data-tone="plain"
          data-size="small"
          aria-describedby={`certificate-${id}`}
        >
          Public page
        </Link>
      )}
      {mayDecide && isLive && <Correct certificate={certificate} />}
      {mayDecide && (isLive || status === 'held') && <Revoke certificate={certificate} />}
    </div>
  );
}
