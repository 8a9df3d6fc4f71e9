import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { CertificateNumberForm } from '../../ui/forms/certificate-number-form.tsx';
import { Width } from '../../ui/layout.tsx';

/** A band of the home page for people who have been shown a certificate: its number leads to the check. */
export function VerifyBand() {
  return (
    <section aria-labelledby="verify" className="border-b border-line bg-surface print:hidden">
      <Width className="grid items-center gap-x-10 gap-y-5 py-8 md:grid-cols-2">
        <div>
          <h2 id="verify" className="text-xl">
            Verify a certificate
          </h2>
          <p className="mt-1 text-soft">
            Enter the number printed on it, or{' '}
            <Link to={paths.verifyForm} className="text-link underline">
              check its QR code or PDF
            </Link>
            .
          </p>
        </div>
        <CertificateNumberForm inRow />
      </Width>
    </section>
  );
}
