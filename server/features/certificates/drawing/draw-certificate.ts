import { Worker } from 'node:worker_threads';
import type { Evidence } from '../../../platform/time-stamps/authority.ts';
import type { CertificateFacts, DrawnCertificate } from '../certificate-facts.ts';
import type { PdfSigning } from './sign-pdf.ts';
import type { PdfSignature } from './sign-pdf-archive.ts';
import type { Place } from './sign-pdf-update.ts';

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
  prepareTimeStamp(pdf: Buffer, evidence: Evidence): Promise<{ pdf: Buffer; place: Place }>;
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
/** The worker's reply to each order; bytes arrive without the methods of a Buffer. */
export type WorkerReply = { done: unknown } | { error: string };

type Job = { order: WorkerOrder; resolve: (done: unknown) => void; reject: (error: Error) => void };

/**
 * Creates a renderer with one worker thread, so that rendering never delays requests. The worker starts with the first
 * rendering, renders one sheet at a time in order, and does not keep the process alive when idle.
 */
export function createCertificatePress(settings: Settings = {}): CertificatePress {
  return new WorkerPress(settings);
}

class WorkerPress implements CertificatePress {
  readonly #workerFile: URL;
  readonly #timeLimitMs: number;
  readonly #waiting: Job[] = [];
  #running: (Job & { deadline: NodeJS.Timeout }) | undefined;
  #worker: Worker | undefined;
  #closed = false;

  constructor({ workerFile, timeLimitMs }: Settings) {
    this.#workerFile = workerFile ?? new URL('./draw-certificate.worker.ts', import.meta.url);
    this.#timeLimitMs = timeLimitMs ?? 60_000;
  }

  async draw(facts: CertificateFacts, signing?: PdfSigning): Promise<DrawnCertificate> {
    const drawn = await this.#ask<DrawnCertificate>({ facts, signing });
    return { ...drawn, pdf: Buffer.from(drawn.pdf) };
  }

  async picture(facts: CertificateFacts): Promise<Buffer> {
    return Buffer.from(await this.#ask<Uint8Array>({ pictureOf: facts }));
  }

  async signatures(pdf: Buffer): Promise<PdfSignature[]> {
    const found = await this.#ask<PdfSignature[]>({ signaturesOf: pdf });
    return found.map((signature) => ({ ...signature, cms: Buffer.from(signature.cms) }));
  }

  async prepareTimeStamp(pdf: Buffer, evidence: Evidence): Promise<{ pdf: Buffer; place: Place }> {
    const prepared = await this.#ask<{ pdf: Uint8Array; place: Place }>({ prepareTimeStamp: pdf, evidence });
    return { ...prepared, pdf: Buffer.from(prepared.pdf) };
  }

  async #ask<Done>(order: WorkerOrder): Promise<Done> {
    if (this.#closed) throw new Error('The certificate press is closed');
    return new Promise<Done>((resolve, reject) => {
      this.#waiting.push({ order, resolve: (done) => resolve(done as Done), reject });
      this.#drawNext();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    const closed = new Error('The certificate press is closed');
    this.#finishRunning()?.reject(closed);
    for (const job of this.#waiting.splice(0)) job.reject(closed);
    await worker?.terminate();
  }

  #drawNext(): void {
    if (this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    const worker = this.#worker ?? this.#startWorker();
    const deadline = setTimeout(() => {
      this.#replaceWorker(worker, new Error(`The certificate was not drawn within ${this.#timeLimitMs} ms`));
    }, this.#timeLimitMs);
    this.#running = { ...job, deadline };
    // A busy worker keeps the process alive; an idle one does not.
    worker.ref();
    try {
      worker.postMessage(job.order);
    } catch (error) {
      this.#finishRunning()?.reject(asError(error));
      this.#drawNext();
    }
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#workerFile, { execArgv: [], name: 'certificate-press' });
    this.#worker = worker;
    worker.on('message', (reply: WorkerReply) => {
      if (worker !== this.#worker) return;
      const job = this.#finishRunning();
      if ('error' in reply) job?.reject(new Error(reply.error));
      else job?.resolve(reply.done);
      this.#drawNext();
    });
    worker.on('error', (error) => {
      this.#replaceWorker(worker, new Error('The certificate worker failed', { cause: error }));
    });
    worker.on('exit', (code) => {
      this.#replaceWorker(worker, new Error(`The certificate worker ended with code ${code}`));
    });
    return worker;
  }

  /** Discards a worker and rejects its current job; the next job starts a new worker. */
  #replaceWorker(worker: Worker, reason: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    void worker.terminate();
    this.#finishRunning()?.reject(reason);
    this.#drawNext();
  }

  #finishRunning(): Job | undefined {
    const job = this.#running;
    if (!job) return undefined;
    clearTimeout(job.deadline);
    this.#running = undefined;
    this.#worker?.unref();
    return job;
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
