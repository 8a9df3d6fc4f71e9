import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import type * as wire from '@fairlead/contract/wallet/calls';

export type HeldDocument = FromWire<typeof idNames, wire.HeldDocument>;
export const heldOf = (document: wire.HeldDocument): HeldDocument => fromWire(idNames, document);
