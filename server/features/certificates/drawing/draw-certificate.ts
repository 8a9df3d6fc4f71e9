import { WorkerQueue } from '../../../platform/processes/worker-queue.ts';
import type { Evidence } from '../../../platform/time-stamps/authority.ts';
import type { QueueUse } from '../../../platform/uses.ts';
import type { CertificateFacts, DrawnCertificate } from '../certificate-facts.ts';
import type { ByteRange } from './pdf-place.ts';
import type { PdfSigning } from './sign-pdf.ts';
import type { PdfSignature } from './sign-pdf-archive.ts';

export type { CertificateFacts, DrawnCertificate } from '../certificate-facts.ts';

export type CertificatePress = {
  /**
   * Renders one certificate, and signs it if `signing` is given; the same facts produce the same bytes before the
   * signature. An unreadable photograph is left out. Rejects with an Error that names any other problem with the facts,
   * when the worker dies or exceeds the time limit, and after `close`.
   */
  draw(facts: CertificateFacts, signing?: PdfSigning): Promise<DrawnCertificate>;
  /**
   * The sheet of the same facts as a WebP picture (sheet-picture.ts). Rejects as `draw` does.
   */
  picture(facts: CertificateFacts): Promise<Buffer>;
  /** The signatures and document time stamps of a PDF that was drawn here, the oldest first. */
  signatures(pdf: Buffer): Promise<PdfSignature[]>;
  /** Appends evidence and an empty document time stamp to a signed PDF (sign-pdf-archive.ts). */
  prepareTimeStamp(pdf: Buffer, evidence: Evidence): Promise<{ pdf: Buffer; place: ByteRange }>;
  use: () => QueueUse;
  /** Stops the worker; pending renderings are rejected. */
  close(): Promise<void>;
};

type Settings = {
  /** The worker's script; replaced only in tests. */
  workerFile?: URL;
  /** A sheet takes some 10 ms; a rendering that takes this long hangs, and its worker is replaced. */
  timeLimitMs?: number;
};

/** Message to the renderer's worker: what to do, and what it needs for that. */
export type WorkerOrder =
  | { facts: CertificateFacts; signing: PdfSigning | undefined }
  | { pictureOf: CertificateFacts }
  | { signaturesOf: Uint8Array }
  | { prepareTimeStamp: Uint8Array; evidence: Evidence };

/**
 * Creates a renderer with one worker process, so that rendering never delays requests. The worker starts with the first
 * rendering, renders one sheet at a time in order, and does not keep the process alive when idle.
 */
export function createCertificatePress(settings: Settings = {}): CertificatePress {
  const queue = new WorkerQueue<WorkerOrder>({
    workerFile: settings.workerFile ?? new URL('./draw-certificate.worker.ts', import.meta.url),
    name: 'certificate',
    timeLimitMs: settings.timeLimitMs ?? 60_000,
  });
  return {
    draw: async (facts, signing) => {
      const drawn = await queue.ask<DrawnCertificate>({ facts, signing });
      return { ...drawn, pdf: Buffer.from(drawn.pdf) };
    },
    picture: async (facts) => Buffer.from(await queue.ask<Uint8Array>({ pictureOf: facts })),
    signatures: async (pdf) => {
      const found = await queue.ask<PdfSignature[]>({ signaturesOf: pdf });
      return found.map((signature) => ({ ...signature, cms: Buffer.from(signature.cms) }));
    },
    prepareTimeStamp: async (pdf, evidence) => {
      const prepared = await queue.ask<{ pdf: Uint8Array; place: ByteRange }>({ prepareTimeStamp: pdf, evidence });
      return { ...prepared, pdf: Buffer.from(prepared.pdf) };
    },
    use: queue.use,
    close: () => queue.close(),
  };
}
