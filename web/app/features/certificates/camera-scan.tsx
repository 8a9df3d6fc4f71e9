import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { loadCodeReader } from './code-reader.ts';
import { NoCodeReader } from './no-code-reader.ts';
import type { Scanned } from './scanned-text.ts';

/** The interval at which a frame of the camera is scanned, in milliseconds. */
const every = 250;

type CameraScanProps = {
  /** The academy's origins: only their codes are followed. */
  origins: readonly string[];
  onScanned: (scanned: Scanned) => void;
  onProblem: (sentence: string) => void;
  onStop: () => void;
};

/** The camera's picture until it shows a QR code. Nothing of it is stored or sent. */
export function CameraScan({ origins, onScanned, onProblem, onStop }: CameraScanProps) {
  const view = useRef<HTMLVideoElement>(null);
  const callbacks = useRef({ onScanned, onProblem });
  callbacks.current = { onScanned, onProblem };
  const known = useRef(origins);
  useEffect(() => {
    const video = view.current;
    if (!video) return;
    const stopping = new AbortController();
    scan(video, known.current, stopping.signal).then(
      (scanned) => scanned && callbacks.current.onScanned(scanned),
      (error: unknown) => !stopping.signal.aborted && callbacks.current.onProblem(sentenceFor(error)),
    );
    return () => stopping.abort();
  }, []);
  return (
    <div className="flex flex-col gap-3">
      <video ref={view} playsInline muted className="aspect-4/3 w-full max-w-md rounded-md bg-sunken object-cover">
        <track kind="captions" />
      </video>
      <p role="status" className="text-sm text-soft">
        Point the camera at the code on the certificate.
      </p>
      <div>
        <Button tone="plain" onClick={onStop}>
          Stop the camera
        </Button>
      </div>
    </div>
  );
}

/**
 * Scans until a code is found or `signal` aborts. Either way the camera is turned off at once, and after an abort nothing
 * is found any more.
 */
async function scan(
  video: HTMLVideoElement,
  origins: readonly string[],
  signal: AbortSignal,
): Promise<Scanned | undefined> {
  const loading = loadCodeReader();
  loading.catch(() => undefined); // it is awaited below, when there is a camera
  const stream = await openCamera();
  let reader: ReturnType<Awaited<typeof loading>['openFrameReader']> | undefined;
  const stop = () => {
    reader?.end();
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  try {
    const { openFrameReader, scannedText } = await loading;
    if (signal.aborted) return undefined;
    reader = openFrameReader(video);
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const text = await reader.next();
      if (signal.aborted) return undefined;
      if (text) return scannedText(text, origins);
      await new Promise((resume) => setTimeout(resume, every));
    }
    return undefined;
  } finally {
    stop();
  }
}

/** The camera API is missing on a page served over plain http. */
class NoCamera extends Error {}

async function openCamera(): Promise<MediaStream> {
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices) throw new NoCamera();
  return devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
}

function sentenceFor(error: unknown): string {
  if (error instanceof NoCodeReader) return NoCodeReader.sentence;
  if (error instanceof DOMException && error.name === 'NotAllowedError')
    return 'This page may not use the camera. Allow it in the browser, or choose a picture of the code.';
  return 'No camera is available. Choose a picture of the code, or type the number.';
}
