import { Worker } from 'node:worker_threads';
import { AppError } from '../../../errors.ts';
import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listSheets } from './queries.ts';

type Printing = { ids: readonly string[]; actorId: string; ip: string };

/**
 * The sheets of many certificates as one PDF, ordered by certificate number, for printing together. They are joined in
 * a worker thread: a hundred sheets take a second. The joined file is not signed, and contains nothing of the
 * signatures of the sheets; each certificate's own PDF is signed.
 *
 * @throws AppError `conflict` when one of them has no PDF yet.
 */
export async function printCertificates({ db, files }: Platform, { ids, actorId, ip }: Printing): Promise<Buffer> {
  const sheets = await listSheets(db, ids);
  const missing = new Set(ids).size - sheets.length;
  if (missing > 0) throw new AppError('conflict', `${missing} of them have no PDF yet. Please leave them out.`);
  const pdfs = await Promise.all(sheets.map(({ filename }) => files.read('certificates', filename)));
  const joined = await join(pdfs);
  await transaction(db, (tx) =>
    appendAudit(tx, {
      actorId,
      action: 'certificate.print',
      subject: { kind: 'list', id: 'certificates' },
      details: { numbers: sheets.map(({ number }) => number) },
      ip,
    }),
  );
  return joined;
}

function join(pdfs: readonly Buffer[]): Promise<Buffer> {
  const thread = new Worker(new URL('./join-sheets.worker.ts', import.meta.url), {
    execArgv: [],
    name: 'join-sheets',
    workerData: pdfs,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return new Promise((resolve, reject) => {
    thread.once('message', (joined: Uint8Array) => resolve(Buffer.from(joined)));
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The sheets were not joined: the thread ended with code ${code}`)));
  });
}
