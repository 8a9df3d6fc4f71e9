import { type Badge, nameOf } from '@fairlead/contract/certificates/open-badges/badge';
import { badgeTextIn } from '@fairlead/contract/certificates/open-badges/baked';
import { academyDid, type BadgeAnswer, checkBadge } from '@fairlead/contract/certificates/open-badges/check-badge';
import { dayOf } from '../../../lib/format/dates.ts';
import type { DeniedBy, Sources } from '../check-code.ts';
import type { RegisteredCertificate } from '../wire.ts';

export type { BadgeState } from '@fairlead/contract/certificates/open-badges/check-badge';

/** The outcome of the check of a file: that of its badge, or that of the register for a badge of the academy. */
export type CheckedBadge =
  | Exclude<BadgeAnswer, { badge: Badge } | { verdict: 'forged' }>
  | (Extract<BadgeAnswer, { badge: Badge }> & { holder: string | undefined })
  | { verdict: 'none' }
  | { verdict: 'forged'; deniedBy: DeniedBy }
  | { verdict: 'registered'; certificate: RegisteredCertificate }
  | { verdict: 'disputed' };

type Academy = { publicUrl: string; timeZone: string };

/**
 * Checks the badge in a file on this device: its form, its signature, and its dates. Of a badge that the academy has
 * signed, the number is looked up in the register, which knows whether it was withdrawn; its status lists say the same
 * to others, and are reachable no more often than the register. Nothing else is sent, and nothing is loaded from
 * others.
 */
export async function checkBadgeFile(
  file: Uint8Array,
  { publicUrl, timeZone }: Academy,
  { keys, register, now }: Pick<Sources, 'keys' | 'register' | 'now'>,
): Promise<CheckedBadge> {
  const text = badgeTextIn(file);
  if (text === undefined) return { verdict: 'none' };
  const academy = academyDid(publicUrl);
  const answer = await checkBadge(text, { academy, keys, statusList: async () => undefined, now });
  if (answer.verdict === 'forged') return { ...answer, deniedBy: 'time' };
  if (!('badge' in answer)) return answer;
  const { badge } = answer;
  const holder = nameOf(badge);
  if (answer.verdict === 'foreign') return { ...answer, holder };
  const { licenseNumber, achievement } = badge.credentialSubject;
  const certificate = await register(licenseNumber ?? '');
  if (certificate === undefined) return { ...answer, holder };
  if (certificate === 'disputed') return { verdict: 'disputed' };
  const isSame =
    certificate !== null &&
    certificate.name === holder &&
    certificate.courseTitle === achievement.name &&
    certificate.issuedOn === dayOf(new Date(badge.validFrom), timeZone) &&
    certificate.expiresOn === (badge.validUntil ? dayOf(new Date(badge.validUntil), timeZone) : null);
  return isSame ? { verdict: 'registered', certificate } : { verdict: 'forged', deniedBy: 'register' };
}
