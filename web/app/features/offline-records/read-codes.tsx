import { useEffect, useRef, useState } from 'react';
import { isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import { Button, type Size } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { FailureWords } from '../../ui/feedback/failure-words.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { uploadProgress } from './api.ts';
import type { Refusal, ReadCodes as Series } from './progress-codes.ts';
import { creditedInWords, missingInWords } from './progress-words.ts';

const loadCodesToRead = () => import('./codes-to-read.ts');
type Parts = Awaited<ReturnType<typeof loadCodesToRead>>;

/** Reads the QR codes in which another device shows its progress, and uploads the file that they make up. */
export function ReadCodes({ size, after }: { size: Size; after: () => Promise<void> }) {
  const [open, setOpen] = useState(false);
  // kept when the dialog is closed, so that nobody reads twenty codes again
  const series = useRef<Series>(undefined);
  const close = () => setOpen(false);
  return (
    <>
      <Button tone="plain" size={size} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Read codes
      </Button>
      <Dialog open={open} onClose={close} title="Read Progress Codes">
        <Reading series={series} after={after} onClose={close} />
      </Dialog>
    </>
  );
}

type ReadingProps = { series: { current: Series | undefined }; after: () => Promise<void>; onClose: () => void };

/** What is under way; `whole`: all codes are read, and were not uploaded, or could not be. */
type Step =
  | { kind: 'camera' | 'uploading' }
  | { kind: 'no-camera'; problem: string }
  | { kind: 'whole'; reason?: string | undefined };

const refusals: Readonly<Record<Refusal | 'no-whole', string>> = {
  'no-progress': 'This is not a progress code.',
  newer: 'This page is too old for this code. Load the page again.',
  damaged: 'This code is damaged. Scan it again.',
  another: 'This code is of other progress. Read the missing codes, or start again.',
  'no-whole': 'The codes do not belong together. Read all of them again.',
};

const notLoaded = 'Failed to load the camera. Check the connection, and try again.';

const isWhole = ({ of, bytes }: Series) => bytes.size === of;

function Reading({ series, after, onClose }: ReadingProps) {
  const [step, setStep] = useState<Step>({ kind: series.current && isWhole(series.current) ? 'whole' : 'camera' });
  const [parts, setParts] = useState<Parts>();
  const [read, setRead] = useState(series.current);
  const [refusal, setRefusal] = useState<keyof typeof refusals>();
  useEffect(() => {
    loadCodesToRead().then(setParts, () => setStep({ kind: 'no-camera', problem: notLoaded }));
  }, []);

  function keep(codes: Series | undefined) {
    series.current = codes;
    setRead(codes);
  }
  function startAgain() {
    keep(undefined);
    setRefusal(undefined);
    setStep({ kind: 'camera' });
  }
  /** Takes what a code says; returns whether the camera is to go on. */
  function take(from: Parts, text: string): boolean {
    const codes = from.withCode(series.current, text);
    if (typeof codes === 'string') {
      setRefusal(codes);
      return true;
    }
    setRefusal(undefined);
    keep(codes);
    if (!isWhole(codes)) return true;
    void upload(from, codes);
    return false;
  }
  async function upload({ fileIn }: Parts, codes: Series) {
    setStep({ kind: 'uploading' });
    const file = await fileIn(codes).catch(() => undefined);
    if (file === undefined) {
      startAgain();
      setRefusal('no-whole');
      return;
    }
    try {
      const credited = await uploadProgress(file);
      series.current = undefined;
      await after();
      toast(creditedInWords(credited));
      onClose();
    } catch (error) {
      setStep({ kind: 'whole', reason: messageOf(error, '') });
      if (!isRefusal(error)) throw error;
    }
  }

  return (
    <div className="flex flex-col gap-4">
      {step.kind === 'camera' && (
        <>
          <p className="text-sm text-soft">
            The other device shows the codes with ‘Show as codes’ in the training. Read them in any order.
          </p>
          {parts ? (
            <parts.CameraScan
              instead="upload a progress file"
              onText={(text) => take(parts, text)}
              onProblem={(problem) => setStep({ kind: 'no-camera', problem })}
              onStop={onClose}
            >
              {read ? missingInWords(read.of, parts.missingIn(read)) : 'Point the camera at a code.'}
            </parts.CameraScan>
          ) : (
            <Spinner label="Loading the camera" className="self-center" />
          )}
          {refusal && (
            <Alert
              tone="warn"
              action={
                refusal === 'another' && (
                  <Button tone="plain" size="small" onClick={startAgain}>
                    Start again
                  </Button>
                )
              }
            >
              {refusals[refusal]}
            </Alert>
          )}
        </>
      )}
      {step.kind === 'no-camera' && <Alert>{step.problem}</Alert>}
      {step.kind === 'uploading' && (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          All codes are read. Uploading…
        </p>
      )}
      {step.kind === 'whole' && (
        <>
          {step.reason === undefined ? (
            <p>All codes are read, and not uploaded yet.</p>
          ) : (
            <Alert>
              <FailureWords failure="Failed to upload the progress." reason={step.reason} />
            </Alert>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Button tone="plain" onClick={startAgain}>
              Start again
            </Button>
            <Button
              tone="signal"
              disabled={!parts}
              onClick={() => parts && series.current && void upload(parts, series.current)}
            >
              Upload
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
