import { type OwnPasskey, passkeys } from '@fairlead/contract/accounts/passkeys';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call, NetworkError } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { ownSessionsQuery, type Proof } from '../own-account/own-account-api.ts';

/** A passkey of the account. */
export type Passkey = FromWire<typeof idNames, OwnPasskey>;

/** The person's own passkeys, and whether the academy's URL allows passkeys at all. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => fromWire(idNames, await call(passkeys.listPasskeys)),
});

export const refetchPasskeys = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });

/**
 * An error of the browser's passkey API as a message; `InvalidStateError` means that the device already has a passkey
 * for the account.
 */
function refusalOf(error: unknown): ApiError {
  const has = error instanceof Error && error.name === 'InvalidStateError';
  const message = has
    ? 'This device already has a passkey for your account.'
    : 'The device did not create a passkey. Please try again, and confirm when it asks for your fingerprint, face or screen lock.';
  return new ApiError(400, { message, code: 'no-passkey' });
}

/** Lets the device create a passkey, and stores it; returns the server's message. */
export async function addPasskey(name: string, proof: Proof): Promise<string> {
  const optionsJSON = await call(passkeys.beginPasskey, { body: proof });
  const { startRegistration } = await import('@simplewebauthn/browser').catch((cause) => {
    throw new NetworkError(undefined, { cause });
  });
  const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw refusalOf(error);
  });
  const { message } = await call(passkeys.addPasskey, { body: { name, credential } });
  await refetchPasskeys();
  return message;
}

export const renamePasskey = async (id: string, name: string): Promise<string> =>
  (await call(passkeys.renamePasskey, { params: { id }, body: { name } })).message;

/** Removes a passkey and ends every other session; returns the server's message. */
export async function removePasskey(id: string, proof: Proof): Promise<string> {
  const { message } = await call(passkeys.removePasskey, { params: { id }, body: proof });
  void queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  return message;
}
