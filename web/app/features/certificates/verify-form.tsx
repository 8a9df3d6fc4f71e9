import { useKeptOffline, usePartKeptOffline } from '../../lib/device/kept-offline.ts';
import { paths } from '../../lib/paths.ts';
import { CertificateNumberForm } from '../../ui/forms/certificate-number-form.tsx';
import { Card } from '../../ui/layout.tsx';
import { BadgeSection, loadBadgeCheck } from './badge/badge-section.tsx';
import { ScanCode } from './scan-code.tsx';

/** Cached for offline use: the two pages of the check, the code that shows a result, and the lists and keys that it needs. */
const keptOffline = [
  paths.verifyForm,
  paths.certificateCode(''),
  paths.verify('-'),
  '/api/verify/keys',
  '/api/verify/withdrawals',
  '/api/log/keys',
];

/** Parts that are loaded only when somebody chooses a file, opens the camera or checks a badge. */
const parts = () =>
  Promise.all([
    loadBadgeCheck(),
    import('./read-picture.ts').then(({ loadCodeWorker }) => loadCodeWorker()),
    import('./camera-scan.tsx'),
    import('./pdf-check.tsx'),
    import('./check-proof.ts'),
  ]);

type VerifyFormProps = {
  /** The number that was checked, as the form's initial value. */
  number?: string | undefined;
  /** A result is shown above the form. */
  isAnother?: boolean;
  onPdf: (pdf: File) => void;
};

/** The ways to enter a certificate for a check: its number, its code, or its PDF. Once visited, they work offline. */
export function VerifyForm({ number, isAnother = false, onPdf }: VerifyFormProps) {
  useKeptOffline(...keptOffline);
  usePartKeptOffline(parts);
  return (
    <section className={isAnother ? 'print:hidden' : undefined}>
      {isAnother && <h2 className="mt-10 mb-4 text-xl">Check another one</h2>}
      <Card className="mb-8 grid gap-8 p-6 md:grid-cols-2">
        <CertificateNumberForm number={number} />
        <ScanCode onPdf={onPdf} />
      </Card>
      <BadgeSection />
    </section>
  );
}
