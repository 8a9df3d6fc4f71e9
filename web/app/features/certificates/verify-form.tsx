import { useKeptOffline, usePartKeptOffline } from '../../lib/device/kept-offline.ts';
import { CertificateNumberForm } from '../../ui/forms/certificate-number-form.tsx';
import { Card } from '../../ui/layout.tsx';
import { BadgeSection } from './badge/badge-section.tsx';
import { checkPages, loadCheckParts } from './offline-check.ts';
import { ScanCode } from './scan-code.tsx';

type VerifyFormProps = {
  /** The number that was checked, as the form's initial value. */
  number?: string | undefined;
  /** A result is shown above the form. */
  isAnother?: boolean;
  onPdf: (pdf: File) => void;
};

/** The ways to enter a certificate for a check: its number, its code, or its PDF. Once visited, they work offline. */
export function VerifyForm({ number, isAnother = false, onPdf }: VerifyFormProps) {
  useKeptOffline(...checkPages);
  usePartKeptOffline(loadCheckParts);
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
