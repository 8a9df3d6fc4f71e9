import { notFound } from '../../../platform/errors.ts';
import { hashOfToken } from '../../../platform/link-token.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deviceInWords, maskedIp } from '../../../platform/request/device-words.ts';
import { requireLogged } from '../check-certificates.ts';
import { findOpenShare } from './queries.ts';

type Opening = { token: string; ip: string; userAgent: string | undefined; readerId: string | undefined };

/**
 * Returns the certificate behind a share link, and records when it was opened, the approximate network and the device,
 * for the holder to see. Opening by the holder is not recorded.
 *
 * @throws AppError `not-found` for a link that was revoked, has expired, or never existed; `disputed` for a certificate
 *   that the log contradicts.
 */
export async function openShare(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { token, ip, userAgent, readerId }: Opening,
) {
  const now = clock();
  const share = await findOpenShare(db, hashOfToken(token), now);
  if (!share) throw notFound('This link is no longer valid. Please ask the holder for a new one.');
  await requireLogged(db, share.id);
  if (readerId !== share.accountId) {
    const opening = { network: maskedIp(ip), device: deviceInWords(userAgent ?? null) };
    await db
      .insertInto('shareOpening')
      .values({ shareId: share.shareId, at: now, ...opening })
      .execute();
  }
  return share;
}
