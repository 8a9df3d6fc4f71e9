import { mostShares } from '@fairlead/contract/certificates/own-certificates';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { hashOfToken, makeToken } from '../../../platform/link-token.ts';
import type { Platform } from '../../../platform/platform.ts';

const day = 24 * 3600 * 1000;

type Sharing = { certificateId: string; accountId: string; days: number; ip: string };

/**
 * Creates a link that shows a holder's certificate in full to anyone who has the link.
 *
 * @returns its token, which is not stored.
 * @throws AppError `not-found` for a certificate of another holder, `not-yet` for one that is on hold, `limit` when ten
 * links are open.
 */
export async function shareCertificate(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { certificateId, accountId, days, ip }: Sharing,
): Promise<string> {
  const now = clock();
  const token = makeToken();
  await transaction(db, async (tx) => {
    const { status } = await lockOwn(tx, certificateId, accountId);
    if (status === 'held') throw new AppError('not-yet', 'This certificate is not issued yet.');
    const open = await tx
      .selectFrom('certificateShare')
      .select('id')
      .where('certificateId', '=', certificateId)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .execute();
    if (open.length >= mostShares) {
      throw new AppError('limit', `${mostShares} links are open. Please end one of them first.`);
    }
    const expiresAt = new Date(now.getTime() + days * day);
    const { id } = await tx
      .insertInto('certificateShare')
      .values({ certificateId, tokenHash: hashOfToken(token), createdAt: now, expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    const subject = { kind: 'certificate', id: certificateId };
    const action = { action: 'certificate.share', subject, details: { share: id, days }, ip };
    await appendAudit(tx, { actorId: accountId, ...action });
  });
  return token;
}

async function lockOwn(tx: Tx, id: string, accountId: string) {
  const own = await tx
    .selectFrom('certificate')
    .select('status')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!own) throw notFound('There is no such certificate.');
  return own;
}

/**
 * Revokes a link with immediate effect. Idempotent.
 *
 * @throws AppError `not-found` for a link of another holder.
 */
export async function revokeShare(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { shareId, accountId, ip }: { shareId: string; accountId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const share = await tx
      .selectFrom('certificateShare as share')
      .innerJoin('certificate', 'certificate.id', 'share.certificateId')
      .select(['certificate.id as certificateId', 'share.revokedAt'])
      .where('share.id', '=', shareId)
      .where('certificate.accountId', '=', accountId)
      .forUpdate('share')
      .executeTakeFirst();
    if (!share) throw notFound('There is no such link.');
    if (share.revokedAt) return;
    await tx.updateTable('certificateShare').set({ revokedAt: clock() }).where('id', '=', shareId).execute();
    const subject = { kind: 'certificate', id: share.certificateId };
    const action = { action: 'certificate.end-share', subject, details: { share: shareId }, ip };
    await appendAudit(tx, { actorId: accountId, ...action });
  });
}
