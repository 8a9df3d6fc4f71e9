import { passkeys } from '@fairlead/contract/passkeys';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call, NetworkError } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ownSessionsQuery, type Proof } from './own-account-api.ts';
import { passkeysOf } from './passkeys-wire.ts';

/** The person's own passkeys, and whether there can be any at this academy's address. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => passkeysOf(await call(passkeys.listPasskeys)),
});

export const readPasskeysAnew = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });

/** What browsers say, in words; `InvalidStateError` is of a device that has one already. */
function refusalOf(error: unknown): ApiError {
  const has = error instanceof Error && error.name === 'InvalidStateError';
  const message = has
    ? 'This device has a passkey of your account already.'
    : 'The device made no passkey. Please try again, and confirm when it asks for your fingerprint, face or screen lock.';
  return new ApiError(400, { message, code: 'no-passkey' });
}

/** Lets the device make a passkey, and keeps it; returns the server's message. */
export async function addPasskey(name: string, proof: Proof): Promise<string> {
  const optionsJSON = await call(passkeys.beginPasskey, { body: proof });
  const { startRegistration } = await import('@simplewebauthn/browser').catch((cause) => {
    throw new NetworkError(undefined, { cause });
  });
  const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw refusalOf(error);
  });
  const { message } = await call(passkeys.addPasskey, { body: { name, credential } });
  await readPasskeysAnew();
  return message;
}

export const renamePasskey = async (id: string, name: string): Promise<string> =>
  (await call(passkeys.renamePasskey, { params: { id }, body: { name } })).message;

/** Every other session is over after it; returns the server's message. */
export async function removePasskey(id: string, proof: Proof): Promise<string> {
  const { message } = await call(passkeys.removePasskey, { params: { id }, body: proof });
  void queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  return message;
}
