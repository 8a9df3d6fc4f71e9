import type { certificateNames } from '@fairlead/contract/certificates/names';
import type * as wire from '@fairlead/contract/certificates/register';
import type { FromWire } from '@fairlead/contract/platform/names';

/** A certificate in the register. */
export type RegisteredCertificate = FromWire<typeof certificateNames, wire.RegisteredCertificate>;

/** A correction with the form's field names. */
export type CorrectionDraft = FromWire<typeof certificateNames, wire.Correction>;
