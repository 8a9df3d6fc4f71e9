import { Alert } from '../../ui/alert.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { HeldCertificate } from './wire.ts';

type PdfLinksProps = {
  pdf: { url: string };
  number: string;
  /** The id of what it is about, where a page has several. */
  describedBy?: string;
};

/** The ways to a certificate's PDF. */
export function PdfLinks({ pdf: { url }, number, describedBy }: PdfLinksProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="button"
        data-tone="navy"
        aria-describedby={describedBy}
      >
        Open PDF
      </a>
      <a href={url} download={`${number}.pdf`} className="button" data-tone="plain" aria-describedby={describedBy}>
        Download PDF
      </a>
    </div>
  );
}

type CertificatePdfProps = {
  certificate: Pick<HeldCertificate, 'pdf' | 'status' | 'number'>;
  describedBy?: string;
};

/** The PDF of a holder's certificate, or why there is none yet. */
export function CertificatePdf({ certificate: { pdf, status, number }, ...rest }: CertificatePdfProps) {
  if (pdf) return <PdfLinks pdf={pdf} number={number} {...rest} />;
  if (status === 'held') {
    return (
      <Alert tone="warn">
        Your name, date of birth or a document number has changed. The certificate is issued once the academy has
        compared it with your documents.
      </Alert>
    );
  }
  return (
    <p role="status" className="flex items-center gap-3 text-soft">
      <Spinner /> The PDF is being drawn. This takes a moment.
    </p>
  );
}
