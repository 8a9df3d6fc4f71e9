import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { fairTurns } from '../../../platform/inspection/fair-turns.ts';
import { inspector } from '../../../platform/inspection/inspection.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listSheets } from './queries.ts';

const join = inspector<Uint8Array, readonly Uint8Array[]>(new URL('./join-sheets.ts', import.meta.url), {
  turns: fairTurns(1, 'joined sheets'),
  bounds: { seconds: 60, megabytes: 600 },
});

type Printing = { ids: readonly string[]; actorId: string; ip: string };

/**
 * The sheets of many certificates as one PDF, ordered by certificate number, for printing together. They are joined in
 * a process of inspections: a hundred sheets take a second. The joined file is not signed, and contains nothing of the
 * signatures of the sheets; each certificate's own PDF is signed.
 *
 * @throws AppError `not-yet` when one of them has no PDF yet, `limit` when they cannot be joined.
 */
export async function printCertificates({ db, files }: Platform, { ids, actorId, ip }: Printing): Promise<Buffer> {
  const sheets = await listSheets(db, ids);
  const missing = new Set(ids).size - sheets.length;
  if (missing > 0) throw new AppError('not-yet', `${missing} of them have no PDF yet. Please leave them out.`);
  const pdfs = await Promise.all(sheets.map(({ filename }) => files.read('certificates', filename)));
  const joined = await join(pdfs).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const refusal = new AppError('limit', 'These certificates could not be joined. Please print fewer at once.');
    refusal.cause = error;
    throw refusal;
  });
  await transaction(db, (tx) =>
    appendAudit(tx, {
      actorId,
      action: 'certificate.print',
      subject: { kind: 'list', id: 'certificates' },
      details: { numbers: sheets.map(({ number }) => number) },
      ip,
    }),
  );
  return Buffer.from(joined);
}
