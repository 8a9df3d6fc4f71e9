import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { logCertificate } from '../certificate-log.ts';
import { isProvisional } from '../certificate-number.ts';
import { revokedEmail } from '../email-templates.ts';
import { moves } from '../rules.ts';
import { lockCertificate } from './queries.ts';

type Revocation = { id: string; reason: string; actorId: string; ip: string };

/**
 * Revokes a certificate permanently; anyone who verifies it from then on sees that. The holder is notified by email,
 * with the reason, and may take the course again.
 *
 * @throws AppError `over` for one that was revoked or replaced already, `not-found`.
 */
export const revokeCertificate = (platform: Platform, revocation: Revocation): Promise<void> =>
  transaction(platform.db, (tx) => withdrawCertificate(tx, platform, revocation));

/** The same as `revokeCertificate`, within an existing transaction. */
export async function withdrawCertificate(
  tx: Tx,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  { id, reason, actorId, ip }: Revocation,
): Promise<void> {
  const certificate = await lockCertificate(tx, id);
  if (!moves.revoke.from.some((status) => status === certificate.status)) {
    throw new AppError('over', 'This certificate is no longer valid.');
  }
  const revoked = { status: moves.revoke.to, revokedAt: clock(), revokedBy: actorId, revocationReason: reason };
  await tx.updateTable('certificate').set(revoked).where('id', '=', id).execute();
  // a provisional number never was anybody's, and does not become public by its end
  if (!isProvisional(certificate.number))
    await logCertificate(tx, { kind: 'revoke', certificateId: id, at: revoked.revokedAt });
  const subject = { kind: 'certificate', id };
  await appendAudit(tx, { actorId, action: 'certificate.revoke', subject, details: { note: reason }, ip });
  const contact = `${config.publicUrl}/contact`;
  const { email: to, name, number, courseTitle: course } = certificate;
  await sendEmail(tx, config, revokedEmail, { to, values: { name, number, course, reason }, url: contact });
}
