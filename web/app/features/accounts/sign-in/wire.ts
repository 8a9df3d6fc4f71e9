import type { Registration } from '@fairlead/contract/accounts/calls';
import { registrationNames } from '@fairlead/contract/accounts/names';
import { type FromWire, toWire } from '@fairlead/contract/platform/names';

/** A registration as typed. */
export type NewAccount = Record<keyof FromWire<typeof registrationNames, Registration>, string>;

export const registrationOf = (account: NewAccount) => toWire(registrationNames, account) as Registration;
