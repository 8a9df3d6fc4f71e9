import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy } from '../../academy/index.ts';
import { requireLogged } from '../check-certificates.ts';
import { requireStated } from '../policy.ts';
import { assignStatusIndex } from './assign-status-index.ts';
import { badgeCredential } from './badge-credential.ts';
import type { BadgeRow } from './queries.ts';
import { signCredential } from './sign-credential.ts';

/**
 * The signed badge of a certificate, as JSON. It is made whenever somebody asks for it and is not stored; its salt and
 * the time of its signature differ each time.
 *
 * @throws AppError `over` for a certificate that is on hold, was revoked or replaced, or that the log contradicts:
 *   the academy signs only what it has issued and not withdrawn; `not-yet` while the academy has not stated what every
 *   certificate states.
 */
export async function makeBadge(
  platform: Pick<Platform, 'db' | 'keys' | 'config' | 'clock'>,
  certificate: BadgeRow,
): Promise<string> {
  const { db, config } = platform;
  if (certificate.status !== 'issued') throw new AppError('over', 'This certificate is no longer valid.');
  await requireLogged(db, certificate.id);
  const academy = await getAcademy(db, config);
  requireStated(academy);
  const statusIndex = await assignStatusIndex(db, certificate.id);
  return JSON.stringify(await signCredential(platform, badgeCredential(certificate, statusIndex, { config, academy })));
}
