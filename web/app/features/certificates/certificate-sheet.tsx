import { useState } from 'react';
import { BeingDrawn, CertificatePdf, PdfLinks } from './certificate-pdf.tsx';
import { CertificatePicture, SheetPlace } from './certificate-picture.tsx';
import { ExpiryForCalendar } from './expiry-for-calendar.tsx';
import { SharePdf } from './share-pdf.tsx';
import type { HeldCertificate } from './wire.ts';

type CertificateSheetProps = {
  certificate: HeldCertificate;
  /** Whether it was earned just now; it is revealed then, as it is when this page has waited for it. */
  isNew: boolean;
};

/** A holder's certificate as a picture, and what can be done with it; or why there is none yet. */
export function CertificateSheet({ certificate, isNew }: CertificateSheetProps) {
  const { pdf, picture, status } = certificate;
  const [wasAwaited] = useState(pdf === null);
  if (pdf === null && status === 'issued') {
    return (
      <SheetPlace>
        <BeingDrawn className="flex-col" />
      </SheetPlace>
    );
  }
  if (!pdf) return <CertificatePdf certificate={certificate} />;
  return (
    <>
      {picture && <CertificatePicture picture={picture} certificate={certificate} isRevealed={isNew || wasAwaited} />}
      <div className="flex flex-wrap items-center gap-3">
        {status === 'issued' && <SharePdf certificate={{ ...certificate, pdf }} />}
        <PdfLinks pdf={pdf} number={certificate.number} tone={status === 'issued' ? 'plain' : 'navy'} />
        <ExpiryForCalendar certificate={certificate} />
      </div>
    </>
  );
}
