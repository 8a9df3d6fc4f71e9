import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { FileLink } from '../../ui/file-link.tsx';
import type { HeldCertificate } from './wire.ts';

type PdfLinksProps = {
  pdf: { url: string };
  number: string;
  /** How much opening it stands out beside other buttons. */
  tone?: 'navy' | 'plain';
  /** The id of the element that names the certificate, on pages with several. */
  describedBy?: string;
};

/** Links to open and download a certificate's PDF. */
export function PdfLinks({ pdf: { url }, number, tone = 'navy', describedBy }: PdfLinksProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <FileLink url={url} className="button" data-tone={tone} aria-describedby={describedBy}>
        Open PDF
      </FileLink>
      <FileLink
        url={url}
        download={`${number}.pdf`}
        className="button"
        data-tone="plain"
        aria-describedby={describedBy}
      >
        Download PDF
      </FileLink>
    </div>
  );
}

type CertificatePdfProps = {
  certificate: Pick<HeldCertificate, 'pdf' | 'status' | 'number' | 'waitsFor'>;
  describedBy?: string;
};

/** The PDF of a holder's certificate, or why there is none yet. */
export function CertificatePdf({ certificate: { pdf, status, number, waitsFor }, ...rest }: CertificatePdfProps) {
  if (pdf) return <PdfLinks pdf={pdf} number={number} {...rest} />;
  if (status === 'held') {
    return (
      <Alert tone="warn">
        {waitsFor.includes('identity') && (
          <p>
            Your profile has changed since it was last checked. The academy must compare it with your documents before
            it issues the certificate.
          </p>
        )}
        {waitsFor.includes('academy') && (
          <p>
            The academy must still complete the details that stand on its certificates. You do not have to do anything:
            you will get an email when your certificate is ready.
          </p>
        )}
        {waitsFor.includes('name') && (
          <p>
            Certificates state the name in Latin letters, as in the passport.{' '}
            <Link to={paths.editProfileField('firstName')} className="font-semibold underline">
              Write it so in your profile
            </Link>
            ; your name in your own script has a field of its own, and stands beside it.
          </p>
        )}
        {waitsFor.length === 0 && <p>Your certificate is being issued. This takes a few minutes.</p>}
      </Alert>
    );
  }
  return <BeingDrawn />;
}

/** After so many milliseconds, the page no longer promises that it takes a moment. */
const long = 45_000;

/** Says that a certificate is being drawn; it replaces itself when the page that polls for it has it. */
export function BeingDrawn({ className }: { className?: string }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), long);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className={cx('flex items-center gap-3 text-soft', className)}>
      <Spinner />{' '}
      {isLong
        ? 'This takes longer than usual. You do not have to wait: your certificate is issued and will appear in My Certificates.'
        : 'Your certificate is being prepared. This takes a moment.'}
    </p>
  );
}
