import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useBrand } from '../../lib/brand.ts';
import { paths } from '../../lib/paths.ts';
import { Day } from '../../lib/site.tsx';
import { AcademyEmail } from '../../ui/email-or-phone.tsx';
import type { State } from '../../ui/feedback/alert.tsx';
import { Card } from '../../ui/layout.tsx';
import { CertificateFacts, type ShownFacts } from './certificate-facts.tsx';
import { CertificatePicture } from './certificate-picture.tsx';
import { LogPlace, useLogEvidence } from './log-evidence.tsx';
import { Verdict } from './verdict.tsx';
import type { Certificate, RegisteredCertificate } from './wire.ts';
import { ZonedMoment } from './zoned-moment.tsx';

const verdicts: Record<Certificate['status'], { tone: State; title: string; text: string }> = {
  issued: { tone: 'good', title: 'This certificate is valid', text: 'It is in the register as shown below.' },
  expired: { tone: 'warn', title: 'This certificate has expired', text: 'It was genuine. It is no longer valid.' },
  revoked: {
    tone: 'bad',
    title: 'This certificate was revoked',
    text: 'The academy has revoked it. It is not valid.',
  },
  superseded: {
    tone: 'warn',
    title: 'This certificate was replaced',
    text: 'It is no longer valid. Ask the holder for the newer one.',
  },
  held: { tone: 'warn', title: 'This certificate is not issued yet', text: 'The academy is still checking it.' },
};

type RegisteredAnswerProps = {
  certificate: Omit<RegisteredCertificate, 'logProof'> & { logProof?: string | null };
  /** The findings about the file that contains its code. */
  file?: ReactNode;
};

/** The current answer of the register about a certificate. */
export function RegisteredAnswer({ certificate, file }: RegisteredAnswerProps) {
  const evidence = useLogEvidence(certificate.logProof);
  if (evidence && !evidence.isProved) return <DisputedAnswer checkedAt={certificate.checkedAt} />;
  const { tone, title, text } = verdicts[certificate.status];
  return (
    <Answered
      verdict={
        <Verdict tone={tone} title={title} source={<Checked at={certificate.checkedAt} />}>
          <p>{text}</p>
          <Withdrawal certificate={certificate} />
        </Verdict>
      }
      evidence={
        <>
          {file}
          {evidence && <LogPlace {...evidence} />}
        </>
      }
      facts={certificate}
      picture={
        certificate.picture && (
          <CertificatePicture
            picture={certificate.picture}
            certificate={certificate}
            className="mx-auto mb-6 max-w-xl print:hidden"
          />
        )
      }
    >
      {isMasked(certificate) && 'Email, passport and date of birth are partly hidden here. '}
      Compare this with the printed certificate, and the person with their documents.
    </Answered>
  );
}

/** Where a verdict of the register comes from, with the moment of its answer `at`: the page may be printed. */
const Checked = ({ at }: { at: string }) => (
  <>
    Checked against the register on <ZonedMoment at={at} />.
  </>
);

/**
 * The answer about a certificate that the academy's own log contradicts, or does not contain.
 *
 * @param checkedAt when the register answered; when this is first shown, if the register only refused to confirm it.
 */
export function DisputedAnswer({ checkedAt }: { checkedAt?: string }) {
  const { email } = useBrand();
  const [shownAt] = useState(() => new Date().toISOString());
  return (
    <Verdict tone="bad" title="This certificate is not confirmed" source={<Checked at={checkedAt ?? shownAt} />}>
      <p>
        The academy’s register and its public log do not match for this certificate. Do not accept it until the academy
        has explained this: <AcademyEmail email={email} className="underline" />.
      </p>
    </Verdict>
  );
}

type AnsweredProps = {
  verdict: ReactNode;
  evidence?: ReactNode;
  facts: ShownFacts;
  picture?: ReactNode;
  children: ReactNode;
};

/** A verdict, with further evidence and the certificate's data below it. */
export function Answered({ verdict, evidence, facts, picture, children }: AnsweredProps) {
  return (
    <div className="flex flex-col gap-6">
      {verdict}
      <Card className="p-6">
        {picture}
        <CertificateFacts certificate={facts} />
        <p className="mt-5 text-sm text-soft">{children}</p>
      </Card>
      {evidence}
    </div>
  );
}

/** Since when it is not valid, or a link to the certificate that replaced this one. */
function Withdrawal({ certificate: { status, expiresOn, revokedOn, replacedBy } }: { certificate: Certificate }) {
  if (status === 'expired' && expiresOn) {
    return (
      <p>
        Its last day was <Day date={expiresOn} />.
      </p>
    );
  }
  if (revokedOn) {
    return (
      <p>
        Revoked on <Day date={revokedOn} />.
      </p>
    );
  }
  if (!replacedBy) return null;
  return (
    <p>
      Replaced by{' '}
      <Link to={paths.verify(replacedBy)} className="font-mono font-semibold underline">
        {replacedBy}
      </Link>
    </p>
  );
}

/** The signed-in holder and staff see the full data. */
const isMasked = ({ email }: Certificate) => email.includes('•');
