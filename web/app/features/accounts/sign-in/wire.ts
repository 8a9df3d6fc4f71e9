import type { Registration } from '@fairlead/contract/accounts/calls';
import { registrationNames } from '@fairlead/contract/accounts/names';
import { type FromWire, toWire } from '@fairlead/contract/platform/names';

/** A registration as typed. */
export type NewAccount = Record<keyof Omit<FromWire<typeof registrationNames, Registration>, 'lastName'>, string> & {
  /** Null for somebody with one name. */
  lastName: string | null;
};

export const registrationOf = (account: NewAccount) => toWire(registrationNames, account) as Registration;
