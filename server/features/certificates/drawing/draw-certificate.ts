import { Worker } from 'node:worker_threads';
import type { CertificateFacts, DrawnCertificate } from '../certificate-facts.ts';
import type { PdfSigning } from './sign-pdf.ts';

export type { CertificateFacts, DrawnCertificate } from '../certificate-facts.ts';

export type CertificatePress = {
  /**
   * Renders one certificate, and signs it if `signing` is given; the same facts produce the same bytes before the
   * signature. An unreadable photograph is left out. Rejects with an Error that names any other problem with the facts,
   * when the worker dies or exceeds the time limit, and after `close`.
   */
  draw(facts: CertificateFacts, signing?: PdfSigning): Promise<DrawnCertificate>;
  /** Stops the worker; pending renderings are rejected. */
  close(): Promise<void>;
};

type Settings = {
  /** The worker's script; replaced only in tests. */
  workerFile?: URL;
  /** A sheet takes some 10 ms; a rendering that takes this long hangs, and its worker is replaced. */
  timeLimitMs?: number;
};

/** Message to the renderer's worker: the facts to draw, and the identity to sign with. */
export type WorkerOrder = { facts: CertificateFacts; signing: PdfSigning | undefined };
/** The worker's reply to each order. */
export type WorkerReply = DrawnCertificate | { error: string };

type Job = WorkerOrder & { resolve: (drawn: DrawnCertificate) => void; reject: (error: Error) => void };

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

  draw(facts: CertificateFacts, signing?: PdfSigning): Promise<DrawnCertificate> {
    if (this.#closed) return Promise.reject(new Error('The certificate press is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ facts, signing, resolve, reject });
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
      worker.postMessage({ facts: job.facts, signing: job.signing } satisfies WorkerOrder);
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
      else job?.resolve({ ...reply, pdf: Buffer.from(reply.pdf) });
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
