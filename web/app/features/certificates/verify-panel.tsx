import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import type { PdfCheck } from './pdf-check.tsx';
import { VerifyForm } from './verify-form.tsx';

type VerifyPanelProps = {
  /** The number that was checked, as the form's initial value. */
  number?: string | undefined;
  /** The page answers for a number or a code already. */
  hasAnswer: boolean;
  /** That answer, in whose place the one about a PDF is shown. */
  children: ReactNode;
};

const introduction =
  'Enter the number on the certificate, scan its QR code, or choose its PDF. You see at once whether the academy issued it and whether it is valid. A QR code or a PDF can also be checked offline.';

type Chosen = { on: string; count: number; part: { Check: typeof PdfCheck; pdf: File } | 'loading' | 'not-loaded' };

/**
 * The answer of a check, and the form for the next one; before the first answer, what can be checked here. A PDF is
 * checked here, at no URL of its own.
 */
export function VerifyPanel({ number, hasAnswer, children }: VerifyPanelProps) {
  const { key } = useLocation();
  const [chosen, setChosen] = useState<Chosen>();
  const counted = useRef(0);
  // The answer about a PDF is over with the next navigation.
  const shown = chosen?.on === key ? chosen : undefined;

  /** The part that checks PDFs is loaded only here, so that the page is no heavier before. */
  async function take(pdf: File) {
    counted.current += 1;
    const one = { on: key, count: counted.current };
    const show = (part: Chosen['part']) => counted.current === one.count && setChosen({ ...one, part });
    show('loading');
    const loaded = await import('./pdf-check.tsx').catch(() => undefined);
    show(loaded ? { Check: loaded.PdfCheck, pdf } : 'not-loaded');
  }

  const isAnother = hasAnswer || shown !== undefined;
  return (
    <>
      <PageHeader title="Verify a Certificate">{!isAnother && introduction}</PageHeader>
      {shown ? <Part key={shown.count} {...shown} /> : children}
      <VerifyForm number={number} isAnother={isAnother} onPdf={(pdf) => void take(pdf)} />
    </>
  );
}

function Part({ part }: Pick<Chosen, 'part'>) {
  if (part === 'loading') return <Spinner label="Checking the PDF" className="mx-auto my-6 text-3xl" />;
  if (part === 'not-loaded') return <Alert>The part that checks PDFs could not be loaded. Please try again.</Alert>;
  return <part.Check pdf={part.pdf} />;
}
