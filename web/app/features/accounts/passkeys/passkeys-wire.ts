import type { OwnPasskey, OwnPasskeys } from '@fairlead/contract/passkeys';

/** A passkey of the account. */
export type Passkey = Omit<OwnPasskey, '_id'> & { id: string };

export const passkeysOf = ({ passkeys, ...rest }: OwnPasskeys) => ({
  ...rest,
  passkeys: passkeys.map(({ _id, ...passkey }): Passkey => ({ id: _id, ...passkey })),
});
