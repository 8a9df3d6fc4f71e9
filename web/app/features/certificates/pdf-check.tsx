import { useEffect, useRef, useState } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { NoCodeReader } from '../../lib/codes/no-code-reader.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { loadCodeReader } from './code-reader.ts';
import { codeSources } from './code-sources.ts';
import { checkPdf, type PdfAnswer } from './pdf/check-pdf.ts';
import { picturesIn } from './pdf/pictures-in.ts';
import { PdfAnswerView } from './pdf-answer.tsx';
import { type Scanned, scannedText } from './scanned-text.ts';

/** An answer, and for a file without a signature what a code in one of its pictures says. */
type Checked = { answer: PdfAnswer; scanned: Scanned | undefined };

/** Checks a PDF on this device and shows the answer. */
export function PdfCheck({ pdf }: { pdf: File }) {
  const { timeZone, publicUrl } = useBrand();
  const [checked, setChecked] = useState<Checked>();
  const [fault, setFault] = useState<unknown>();
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let left = false;
    checkFile(pdf, timeZone, [location.origin, publicUrl]).then((found) => !left && setChecked(found), setFault);
    return () => {
      left = true;
    };
  }, [pdf, timeZone, publicUrl]);
  useEffect(() => {
    // The form stands below the answer, and on a phone out of its sight.
    if (checked) result.current?.focus();
  }, [checked]);
  if (fault) throw fault;
  return (
    <div ref={result} tabIndex={-1} className="scroll-mt-24 outline-none">
      <h2 className="mb-4 text-xl break-words">{pdf.name}</h2>
      {!checked && <Spinner label="Checking the PDF" className="mx-auto my-6 text-3xl" />}
      {checked && <PdfAnswerView {...checked} />}
    </div>
  );
}

async function checkFile(pdf: File, timeZone: string, origins: string[]): Promise<Checked> {
  const answer = await checkPdf(pdf, codeSources(timeZone));
  return { answer, scanned: answer.verdict === 'unsigned' ? await scannedIn(pdf, origins) : undefined };
}

/** The content of a code in one of the pictures of a file, or why none can be read. */
async function scannedIn(pdf: File, origins: string[]): Promise<Scanned | undefined> {
  try {
    for (const picture of await picturesIn(pdf)) {
      const { readCodeInFile } = await loadCodeReader();
      const text = await readCodeInFile(picture);
      if (text !== undefined) return scannedText(text, origins);
    }
    return undefined;
  } catch (error) {
    if (error instanceof NoCodeReader) return { problem: NoCodeReader.sentence };
    throw error;
  }
}
