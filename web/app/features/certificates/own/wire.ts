import type { certificateNames } from '@fairlead/contract/certificates/names';
import type * as wire from '@fairlead/contract/certificates/own-certificates';
import type { FromWire, idNames } from '@fairlead/contract/platform/names';

/** One of the holder's certificates. */
export type OwnCertificate = FromWire<typeof certificateNames, wire.OwnCertificate>;

/** A link that the holder shared, with the latest times that it was opened. */
export type Share = FromWire<typeof idNames, wire.Share>;

/** Whether a link still opens the certificate. */
export const isOpen = ({ revokedAt, expiresAt }: Share, now: Date): boolean =>
  revokedAt === null && new Date(expiresAt) > now;
