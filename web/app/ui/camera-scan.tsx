import { type ReactNode, useEffect, useRef } from 'react';
import { NoCodeReader } from '../lib/codes/no-code-reader.ts';
import { openFrameReader } from '../lib/codes/read-picture.ts';
import { Button } from './button.tsx';

/** The interval at which a frame of the camera is scanned, in milliseconds. */
const every = 250;

type CameraScanProps = {
  /** Tells where to point the camera. */
  children: ReactNode;
  /** The way without a camera, which continues 'You can'. */
  instead: string;
  /** Takes the text of each code that the camera sees; with false, the scan is over. */
  onText: (text: string) => boolean;
  onProblem: (sentence: string) => void;
  onStop: () => void;
};

/**
 * The camera's picture, which is scanned for QR codes until `onText` has what it needs. Nothing of it is stored or
 * sent. It is loaded when it is first used, since it brings what reads codes.
 */
export function CameraScan({ children, instead, onText, onProblem, onStop }: CameraScanProps) {
  const view = useRef<HTMLVideoElement>(null);
  const callbacks = useRef({ instead, onText, onProblem });
  callbacks.current = { instead, onText, onProblem };
  useEffect(() => {
    const video = view.current;
    if (!video) return;
    const stopping = new AbortController();
    scan(video, (text) => callbacks.current.onText(text), stopping.signal).catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      callbacks.current.onProblem(sentenceFor(error, callbacks.current.instead));
    });
    return () => stopping.abort();
  }, []);
  return (
    <div className="flex flex-col gap-3">
      <video ref={view} playsInline muted className="aspect-4/3 w-full max-w-md rounded-md bg-sunken object-cover">
        <track kind="captions" />
      </video>
      <p role="status" className="text-sm text-soft">
        {children}
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
 * Scans until `take` returns false or `signal` aborts. Either way the camera is turned off at once, and after an abort
 * nothing is taken any more.
 */
async function scan(video: HTMLVideoElement, take: (text: string) => boolean, signal: AbortSignal): Promise<void> {
  const stream = await openCamera();
  const reader = openFrameReader(video);
  const stop = () => {
    reader.end();
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const text = await reader.next();
      if (signal.aborted || (text && !take(text))) return;
      await new Promise((resume) => setTimeout(resume, every));
    }
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

function sentenceFor(error: unknown, instead: string): string {
  if (error instanceof NoCodeReader) return NoCodeReader.sentence;
  if (error instanceof DOMException && error.name === 'NotAllowedError')
    return `This page may not use the camera. Allow it in the browser. Or you can ${instead}.`;
  return `No camera is available. You can ${instead}.`;
}
