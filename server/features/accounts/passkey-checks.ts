import type { Assertion, Attestation } from '@fairlead/contract/passkeys';
import { z } from 'zod/mini';
import type { Party } from './passkeys.ts';

// 28 MB and 0.2 s, which a program without passkeys does not need
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** COSE: EdDSA, ES256 and RS256, which between them every device has. */
export const algorithms = [-8, -7, -257];
/** Characters of a key in base64url: twice an RSA key of 4096 bits. */
const longestKey = 1500;

/** A page of another site that frames ours says so; none of ours is ever framed. */
const ClientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.literal(false)) });

/**
 * The challenge that a device says it has signed.
 *
 * @returns undefined when it is not readable, or was shown on a page within another.
 */
export function challengeOf({ response }: Attestation | Assertion): string | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).challenge;
  } catch {
    // whatever is wrong with it, the device did not write it for us
    return undefined;
  }
}

type Expected = { challenge: string; party: Party };

/** A key that a device has made, as it is kept. */
type NewKey = {
  credentialId: string;
  publicKey: string;
  counter: number;
  backupEligible: boolean;
  backedUp: boolean;
};

/**
 * Reads the key that a device has made: for this challenge, host and origin, after it has verified who uses it.
 *
 * @returns undefined when anything of it is not as it has to be.
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
    // the library throws for each thing that can be wrong, and for bytes that are no attestation at all
    return undefined;
  }
}

/**
 * Whether a device brings no certificates of its maker, which we do not ask for: to check them the library would fetch
 * lists of revoked ones from wherever the certificates say.
 */
async function attestsNothing({ response }: Attestation): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = object.get('fmt');
  return format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined);
}

type KeptKey = { credentialId: string; publicKey: string; backupEligible: boolean };

/**
 * What a device says with its signature: for this challenge, host and origin, after it has verified who uses it. Its
 * counter is the caller's to judge, once the signature has been found right: whoever can make one up could have a
 * stranger's passkey blocked.
 *
 * @returns undefined when anything of it is not as it has to be.
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
    // whether a key can be copied by its keeper never changes
    if (!verified || (said.credentialDeviceType === 'multiDevice') !== backupEligible) return undefined;
    return { counter: said.newCounter, backedUp: said.credentialBackedUp };
  } catch {
    // as above
    return undefined;
  }
}
