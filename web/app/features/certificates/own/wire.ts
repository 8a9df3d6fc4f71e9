import type * as wire from '@fairlead/contract/own-certificates';
import type { WithId } from '../../../lib/calls/with-id.ts';
import { type HeldCertificate, heldCertificateOf } from '../wire.ts';

/** One of the holder's certificates. */
export type OwnCertificate = HeldCertificate & {
  id: string;
  courseId: string;
  /** Whether it expires within the next 90 days. */
  expiresSoon: boolean;
};

export const ownCertificateOf = (one: wire.OwnCertificate): OwnCertificate => ({
  ...heldCertificateOf(one),
  id: one._id,
  courseId: one.courseId,
  expiresSoon: one.expiresSoon,
});

/** A link that the holder shared, with the latest times that it was opened. */
export type Share = WithId<wire.Share>;

/** Whether a link still opens the certificate. */
export const isOpen = ({ revokedAt, expiresAt }: Share, now: Date): boolean =>
  revokedAt === null && new Date(expiresAt) > now;
