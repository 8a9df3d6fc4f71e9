import { WorkerQueue } from '../../platform/typesetting/worker-queue.ts';
import type { IssuedFacts } from './document-text.ts';

export type DocumentPress = {
  /**
   * Draws a receipt, invoice or credit note as PDF; the same facts make the same bytes. Rejects when the worker dies or
   * exceeds the time limit, and after `close`.
   */
  draw(issued: IssuedFacts): Promise<Buffer>;
  close(): Promise<void>;
};

/** A sheet takes some 10 ms; a drawing that takes this long hangs. */
const timeLimitMs = 30_000;

/** Creates the press, whose worker starts with the first drawing. */
export function createDocumentPress(): DocumentPress {
  const workerFile = new URL('./draw-document.worker.ts', import.meta.url);
  const queue = new WorkerQueue<IssuedFacts>({ workerFile, name: 'document', timeLimitMs });
  return {
    draw: async (issued) => Buffer.from(await queue.ask<Uint8Array>(issued)),
    close: () => queue.close(),
  };
}
