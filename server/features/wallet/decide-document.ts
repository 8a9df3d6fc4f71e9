import { documentReasonSentence } from '@fairlead/contract/seafarers/document-words';
import type { RefusalReason } from '@fairlead/contract/wallet/wallet-words';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { documentRefusedEmail } from './email-templates.ts';
import { kindsByCode } from './kinds/queries.ts';
import { noSuchDocument } from './save-document.ts';
import { titleOf } from './wire.ts';

type Dependencies = Pick<Platform, 'db' | 'config' | 'clock'>;
type Deciding = { id: string; version: number; actorId: string; ip: string };

/** Locks a document that waits for a decision, as its author saw it. */
async function lockWaiting(tx: Tx, { id, version }: Pick<Deciding, 'id' | 'version'>) {
  const document = await tx
    .selectFrom('walletDocument')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!document) throw noSuchDocument();
  if (document.version !== version) {
    throw new AppError('stale', 'This person has changed the document after you opened it. Please check it again.');
  }
  if (document.status !== 'waiting') throw new AppError('done', `This document is already ${document.status}.`);
  return document;
}

/**
 * Records that staff compared a document with its scan, so that it counts.
 *
 * @throws AppError `not-found`; `stale` when its owner has changed it since; `done` when it is decided already;
 * `conflict` when its scan has malware or cannot be opened yet.
 */
export async function checkDocument(
  { db, clock, config }: Dependencies,
  { id, version, actorId, ip }: Deciding,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { accountId, codes, fileId } = await lockWaiting(tx, { id, version });
    const scan = await tx
      .selectFrom('storedFile')
      .select(['malware', 'scannedAt'])
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow();
    if (scan.malware !== null || (scan.scannedAt === null && !config.opensUnscanned))
      throw new AppError(
        'conflict',
        'Nobody can see the picture of this document. Refuse it, or wait for the virus scan.',
      );
    const decision = { status: 'checked', decidedAt: clock(), decidedBy: actorId } as const;
    await tx.updateTable('walletDocument').set(decision).where('id', '=', id).execute();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId, action: 'wallet.check', subject, details: { note: codes[0] }, ip });
  });
}

/**
 * Refuses a document, and emails the reason to its owner, who can correct it.
 *
 * @throws AppError as `checkDocument` does.
 */
export async function refuseDocument(
  { db, config, clock }: Dependencies,
  {
    id,
    version,
    reason,
    note = null,
    actorId,
    ip,
  }: Deciding & { reason: RefusalReason; note?: string | null | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const document = await lockWaiting(tx, { id, version });
    await tx
      .updateTable('walletDocument')
      .set({ status: 'refused', decidedAt: clock(), decidedBy: actorId, refusalReason: reason, refusalNote: note })
      .where('id', '=', id)
      .execute();
    const inWords = documentReasonSentence({ reason, note });
    const subject = { kind: 'account', id: document.accountId };
    // the note of staff is for its owner alone
    const details = { note: `${document.codes[0]}: ${documentReasonSentence({ reason, note: null })}` };
    await appendAudit(tx, { actorId, action: 'wallet.refuse', subject, details, ip });
    const owner = await tx
      .selectFrom('account')
      .select(['email', 'firstName', 'lastName'])
      .where('id', '=', document.accountId)
      .executeTakeFirstOrThrow();
    const title = titleOf({ source: 'wallet', ...document }, await kindsByCode(tx));
    const values = { name: fullName(owner), document: title, reason: inWords };
    await sendEmail(tx, config, documentRefusedEmail, {
      to: owner.email,
      values,
      url: `${config.publicUrl}/documents`,
    });
  });
}
