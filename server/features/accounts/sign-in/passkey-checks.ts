import type { Assertion, Attestation } from '@fairlead/contract/accounts/passkeys';
import { z } from 'zod/mini';
import type { Party } from './passkeys.ts';

// 28 MB and 0.2 s, which a program without passkeys does not need.
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** COSE: EdDSA, ES256 and RS256; every device supports at least one of them. */
export const algorithms = [-8, -7, -257];
/** Characters of a key in base64url: twice an RSA key of 4096 bits. */
const longestKey = 1500;

/** The browser reports that a page of another site frames ours; our pages are never framed. */
const ClientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.literal(false)) });

/**
 * The challenge that a device claims to have signed.
 *
 * @returns undefined when it cannot be parsed, or was requested in a frame of another site.
 */
export function challengeOf({ response }: Attestation | Assertion): string | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).challenge;
  } catch {
    // It cannot be parsed, so it is not a response of a device to us.
    return undefined;
  }
}

type Expected = { challenge: string; party: Party };

/** The stored data of a key that a device has created. */
type NewKey = {
  credentialId: string;
  publicKey: string;
  counter: number;
  backupEligible: boolean;
  backedUp: boolean;
};

/**
 * Validates the key that a device has created: for this challenge, host and origin, and with its user verified.
 *
 * @returns undefined when any check fails.
 */
export async function readNewKey(
  attestation: Attestation,
  { challenge, party }: Expected,
): Promise<NewKey | undefined> {
  try {
    if (!(await attestsNothing(attestation))) return undefined;
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo: key } = await verifyRegistrationResponse({
      response: { ...attestation, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    const publicKey = Buffer.from(key?.credential.publicKey ?? []).toString('base64url');
    if (!verified || !key || key.credential.id !== attestation.id || publicKey.length > longestKey) return undefined;
    return {
      credentialId: key.credential.id,
      publicKey,
      counter: key.credential.counter,
      backupEligible: key.credentialDeviceType === 'multiDevice',
      backedUp: key.credentialBackedUp,
    };
  } catch {
    // The library throws for every failed check, and for bytes that are not an attestation.
    return undefined;
  }
}

/**
 * Whether a device sends no certificates of its manufacturer, which we do not request: to check them the library would
 * fetch revocation lists from URLs in the certificates.
 */
async function attestsNothing({ response }: Attestation): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = object.get('fmt');
  return format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined);
}

type KeptKey = { credentialId: string; publicKey: string; backupEligible: boolean };

/**
 * Validates a device's signature: for this challenge, host and origin, and with its user verified. The caller must
 * check the counter, only after the signature is found valid: otherwise anyone could forge a counter and have another
 * person's passkey blocked.
 *
 * @returns undefined when any check fails.
 */
export async function readSignature(
  assertion: Assertion,
  { credentialId, publicKey, backupEligible }: KeptKey,
  { challenge, party }: Expected,
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  try {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo: said } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    // Whether a key can be synchronised to other devices never changes.
    if (!verified || (said.credentialDeviceType === 'multiDevice') !== backupEligible) return undefined;
    return { counter: said.newCounter, backedUp: said.credentialBackedUp };
  } catch {
    // As above.
    return undefined;
  }
}
