import type * as wire from '@fairlead/contract/certificates/calls';
import { certificateNames } from '@fairlead/contract/certificates/names';
import { type FromWire, fromWire } from '@fairlead/contract/platform/names';

/** A certificate; dates are calendar days. */
export type Certificate = FromWire<typeof certificateNames, wire.VerifiedCertificate>;

/** A certificate as the register returns it to anyone, with the proof that the public log contains it. */
export type RegisteredCertificate = Certificate & {
  logProof: string | null;
  /** For its holder alone. */
  picture: { url: string } | null;
  /** When the register answered, by the device's clock. */
  checkedAt: string;
};

/** The register has it, and the academy's own log contradicts that. */
export type Disputed = 'disputed';

/** A holder's own certificate, with its PDF once it is rendered. */
export type HeldCertificate = FromWire<typeof certificateNames, wire.HeldCertificate>;

/** A certificate with everything that the call returns of it. */
export const certificateOf = <C extends wire.VerifiedCertificate>(certificate: C) =>
  fromWire(certificateNames, certificate);
