import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ById, bounded, Id, Instant, line, Message } from '../values/shapes.ts';
import { SessionUser } from './calls.ts';
import { Confirmation } from './own-account.ts';

const PasskeyName = line('Name', 60);

const sentences = { missing: 'This is not a passkey', tooLong: 'This is not a passkey' };

/** Bytes in base64url, as browsers encode them in JSON; `max` is a number of characters. */
const bytes = (max: number) => bounded(max, sentences).check(z.regex(/^[\w-]+$/, sentences.missing));

/** WebAuthn allows 1023 bytes for an id. */
const CredentialId = bytes(1364);
const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key', sentences.missing) };

/** A device's response when it creates a passkey; additional fields are dropped. */
const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(8192),
    transports: z.optional(z.array(bounded(20, sentences)).check(z.maxLength(10, sentences.tooLong))),
  }),
});
export type Attestation = z.infer<typeof Attestation>;

/** A device's response when it signs a challenge. */
const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(2048),
    userHandle: z.optional(bytes(128)),
  }),
});
export type Assertion = z.infer<typeof Assertion>;

export const PasskeyNaming = z.object({ name: PasskeyName });

const Asked = { challenge: z.string(), timeout: z.number() };

const CreationOptions = z.object({
  ...Asked,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  /** The account's own passkeys: a device must not create a second one. */
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** Names no passkeys: the device finds its own, and nobody can find out who has an account. */
const RequestOptions = z.object({ ...Asked, rpId: z.string(), userVerification: z.literal('required') });
export type RequestOptions = z.infer<typeof RequestOptions>;

export const OwnPasskey = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
  /** Whether its provider (a phone's maker, a password manager) stores it on more than one device. */
  synced: z.boolean(),
  /** Whether it is no longer accepted, because there seems to be a copy of it. */
  blocked: z.boolean(),
});
export type OwnPasskey = z.infer<typeof OwnPasskey>;

const OwnPasskeys = z.object({
  /** Whether browsers support passkeys at the academy's URL; false at an IP address. */
  offered: z.boolean(),
  /** The suggested name for a passkey of this device. */
  suggestedName: z.string(),
  passkeys: z.array(OwnPasskey),
});

/** Passkeys (WebAuthn), which replace the password at login, and the second factor too. */
export const passkeys = {
  listPasskeys: { method: 'GET', path: '/user/account/passkeys', who: 'signed-in', reply: OwnPasskeys },
  /** The options with which a device creates a passkey; nothing changes before its response is added. */
  beginPasskey: {
    method: 'POST',
    path: '/user/account/passkeys/begin',
    who: 'signed-in',
    body: Confirmation,
    reply: CreationOptions,
  },
  addPasskey: {
    method: 'POST',
    path: '/user/account/passkeys',
    who: 'signed-in',
    body: z.extend(PasskeyNaming, { credential: Attestation }),
    status: 201,
    reply: Message,
  },
  renamePasskey: {
    method: 'PUT',
    path: '/user/account/passkeys/:id',
    who: 'signed-in',
    params: ById,
    body: PasskeyNaming,
    reply: Message,
  },
  /** Ends every other session, so that anybody who logged in with this passkey is logged out. */
  removePasskey: {
    method: 'POST',
    path: '/user/account/passkeys/:id/remove',
    who: 'signed-in',
    params: ById,
    body: Confirmation,
    reply: Message,
  },
  beginPasskeyLogin: { method: 'POST', path: '/user/login/passkey/begin', who: 'anyone', reply: RequestOptions },
  logInByPasskey: {
    method: 'POST',
    path: '/user/login/passkey',
    who: 'anyone',
    body: z.object({ credential: Assertion }),
    reply: z.object({ message: z.string(), accessToken: z.string(), refreshToken: z.string(), user: SessionUser }),
  },
} as const satisfies Calls;
