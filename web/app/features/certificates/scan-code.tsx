import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useBrand } from '../../lib/brand.ts';
import { NoCodeReader } from '../../lib/codes/no-code-reader.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FileInput } from '../../ui/forms/file-input.tsx';
import { loadCodeReader } from './code-reader.ts';
import type { Scanned } from './scanned-text.ts';

type CodeReader = Awaited<ReturnType<typeof loadCodeReader>>;

/** Loaded after the page, since most readers only enter a number; when it cannot be loaded, files are chosen. */
const DropZone = lazy(() => import('./drop-zone.tsx').catch(() => ({ default: () => null })));

/**
 * Reads the code of a certificate by camera or from a picture, and navigates to its check. A picture or a PDF may also
 * be dropped anywhere on the page.
 *
 * @param onPdf takes a file that is not a picture but a PDF.
 */
export function ScanCode({ onPdf }: { onPdf: (pdf: File) => void }) {
  const navigate = useNavigate();
  const { publicUrl } = useBrand();
  const isHydrated = useHydrated();
  const [camera, setCamera] = useState<CodeReader | 'loading'>();
  const [isLooking, setLooking] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** The academy's: that of this page, and the configured public URL. */
  const origins = () => [location.origin, publicUrl];

  function take(scanned: Scanned) {
    setCamera(undefined);
    if ('problem' in scanned) setProblem(scanned.problem);
    else {
      setProblem(undefined);
      void navigate(scanned.to);
    }
  }
  function stopWith(sentence: string) {
    setCamera(undefined);
    setProblem(sentence);
  }
  async function openCamera() {
    setProblem(undefined);
    setCamera('loading');
    try {
      const reader = await loadCodeReader();
      // not when a picture was chosen meanwhile
      setCamera((now) => (now === 'loading' ? reader : now));
    } catch {
      stopWith(NoCodeReader.sentence);
    }
  }
  function takeFile(file: File | undefined) {
    if (!file) return;
    setCamera(undefined);
    setProblem(undefined);
    if (isPdf(file)) onPdf(file);
    else void takePicture(file);
  }
  async function takePicture(file: File) {
    setLooking(true);
    try {
      const { readCodeInFile, scannedText } = await loadCodeReader();
      const text = await readCodeInFile(file);
      if (text !== undefined) take(scannedText(text, origins()));
      else setProblem('No QR code was found in this picture. Take it from the front, close, and in good light.');
    } catch (error) {
      if (!(error instanceof NoCodeReader)) throw error;
      setProblem(NoCodeReader.sentence);
    } finally {
      setLooking(false);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {typeof camera === 'object' ? (
        <camera.CertificateScan
          origins={origins()}
          onScanned={take}
          onProblem={stopWith}
          onStop={() => setCamera(undefined)}
        />
      ) : (
        <div>
          <Button tone="plain" busy={camera === 'loading'} onClick={() => void openCamera()}>
            Scan the QR code
          </Button>
        </div>
      )}
      <Field
        label="PDF of the certificate, or picture of its QR code"
        name="file"
        hint="Choose it, or drop it on this page. It is read on this device and not uploaded."
      >
        {(control) => (
          <FileInput
            {...control}
            accept="application/pdf,.pdf,image/*"
            onChange={({ currentTarget }) => {
              takeFile(currentTarget.files?.[0]);
              // so that the same file can be chosen again
              currentTarget.value = '';
            }}
          />
        )}
      </Field>
      {isHydrated && (
        <Suspense>
          <DropZone onFile={takeFile}>Drop the PDF or the picture here</DropZone>
        </Suspense>
      )}
      <p role="status" className="text-sm text-soft empty:hidden">
        {isLooking && 'Looking for the code…'}
      </p>
      {problem && <Alert>{problem}</Alert>}
    </div>
  );
}

/** Some systems give a file no type. */
const isPdf = ({ type, name }: File) => type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name));
