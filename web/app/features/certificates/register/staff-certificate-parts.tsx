import { validityInWords } from '@fairlead/contract/values/validity-words';
import { useContext } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Day, Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { ActionLink, ActionLook } from '../../../ui/dialogs/action-look.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { FileLink } from '../../../ui/file-link.tsx';
import { CertificateLine } from '../certificate-line.tsx';
import { Correct, Revoke } from './staff-certificate-actions.tsx';
import type { RegisteredCertificate } from './staff-wire.ts';

/** The particulars of a certificate in the register, and why it is not valid. */
export function CertificateDetail({ certificate }: { certificate: RegisteredCertificate }) {
  const { email, number, issuedOn, status, regulations, heldTo, boundTo, rule, ownScriptName, birthDate } = certificate;
  const { approvedBy, approvalNumber } = certificate;
  return (
    <div className="flex flex-col gap-4">
      <WhatBecame certificate={certificate} />
      <Facts
        className="text-sm lg:grid-cols-4"
        facts={[
          ['Email', <EmailText key="email" email={email} />],
          [
            'Certificate number',
            status === 'held' ? (
              'Not issued yet'
            ) : (
              <span key="number" className="font-mono">
                {number}
              </span>
            ),
          ],
          ['Issued', status === 'held' ? 'Not issued yet' : <Day key="issued" date={issuedOn} />],
          ...(regulations ? [['Regulations', regulations] as const] : []),
          ...(heldTo ? [['Held to', heldTo] as const] : []),
          ...(approvedBy ? [['Approved by', approvedBy] as const] : []),
          ...(approvalNumber ? [['Approval number', approvalNumber] as const] : []),
          ...(boundTo ? [['Valid together with', boundTo] as const] : []),
          ['Issued by the rule', <IssuedBy key="rule" rule={rule} />],
          ...(ownScriptName ? [['Name in own script', <bdi key="own">{ownScriptName}</bdi>] as const] : []),
          ['Date of birth', <Day key="born" date={birthDate} />],
          ['Passport number', certificate.passportNumber],
          ['CDC number', certificate.cdcNumber],
          ['INDoS number', certificate.indosNumber],
          ['Grade number', certificate.gradeNumber],
        ]}
      />
    </div>
  );
}

/** The edition of the course's rule by which it was issued. */
function IssuedBy({ rule }: Pick<RegisteredCertificate, 'rule'>) {
  if (!rule) return 'From before rules were kept';
  const { edition, savedAt, source } = rule;
  return (
    <>
      Edition {edition}, entered <Moment at={savedAt} />: {validityInWords(rule)}
      {source && ` (${source})`}
    </>
  );
}

/** Number, dates, status and actions of a certificate; the element with its title has the id 'certificate-…'. */
export function CertificateBody({ certificate }: { certificate: RegisteredCertificate }) {
  return (
    <>
      <CertificateLine certificate={certificate} />
      <WhatBecame certificate={certificate} />
      <div className="flex flex-wrap gap-3">
        <CertificateActions certificate={certificate} />
      </div>
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
    return <OnHold {...held} />;
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
      <Link to={staffPaths.registerOf(replacedBy)} className="font-mono text-link hover:underline">
        {replacedBy}
      </Link>
    </p>
  );
}

/** What a certificate waits for, and the way to it. */
function OnHold({ since, waitsFor }: NonNullable<RegisteredCertificate['held']>) {
  const mayState = useMay('settings:edit');
  return (
    <div className="text-sm">
      {waitsFor.includes('identity') && (
        <p>
          On hold for a check of the holder’s identity since <Moment at={since} />.
        </p>
      )}
      {waitsFor.includes('academy') && (
        <p>
          On hold since <Moment at={since} /> until the academy has stated what stands on its certificates: its name and
          city, who signs, and the prefix of their numbers.{' '}
          {mayState ? (
            <Link to={staffPaths.settings} className="text-link hover:underline">
              State it in the settings
            </Link>
          ) : (
            'An administrator can do this in the settings.'
          )}
        </p>
      )}
      {waitsFor.includes('name') && (
        <p>
          On hold since <Moment at={since} /> until the name of its holder is in Latin letters, as in the passport: the
          holder changes it in the profile, or you correct it on the page of the person.
        </p>
      )}
      {waitsFor.length === 0 && <p>It is being issued now. This takes a few minutes.</p>}
    </div>
  );
}

/** What can be done with a certificate: each of the actions that it has now, for those who may. */
export function CertificateActions({ certificate }: { certificate: RegisteredCertificate }) {
  const mayDecide = useMay('certificates:decide');
  const { link } = useContext(ActionLook);
  const { id, pdf, status, number } = certificate;
  const isLive = status === 'issued' || status === 'expired';
  return (
    <>
      {pdf && (
        <FileLink url={pdf.url} {...link} aria-describedby={`certificate-${id}`}>
          Open PDF
        </FileLink>
      )}
      {status !== 'held' && (
        <ActionLink to={paths.verify(number)} aria-describedby={`certificate-${id}`}>
          Public page
        </ActionLink>
      )}
      {mayDecide && isLive && <Correct certificate={certificate} />}
      {mayDecide && (isLive || status === 'held') && <Revoke certificate={certificate} />}
    </>
  );
}
