import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** One step to either side is accepted too: phone clocks differ, and typing a code takes time. */
const window = 1;
const recoveryCodeCount = 10;
/** Crockford's base32, which has no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoveryCodeAlphabet = 10;

/** A secret of 160 bits in base32, as RFC 4226 recommends. */
export const makeSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });

/** The content of the QR code for an authenticator app: the secret, and the name to show it under. */
export const provisioningUri = (secret: string, { academy, email }: { academy: string; email: string }): string =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer: academy, label: email }).toString();

/** The 30-second step of a code (RFC 6238); undefined for a code that is not valid now. */
export function stepOf(secret: string, digits: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = /^\d{6}$/.test(digits) ? totpOf(secret).validate({ token: digits, timestamp, window }) : null;
  return delta === null ? undefined : totpOf(secret).counter({ timestamp }) + delta;
}

/** Recovery codes of 50 bits for a lost phone, in the form shown to the user. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => {
    const characters = Array.from({ length: recoveryCodeAlphabet }, () => alphabet[randomInt(alphabet.length)]).join(
      '',
    );
    return `${characters.slice(0, 5)}-${characters.slice(5)}`;
  });

/** The stored form of a code: an HMAC of the normalised input, so that the code cannot be found from it. */
export function hashRecoveryCode(key: Buffer, accountId: string, typed: string): string {
  const characters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHmac('sha256', key).update(`${accountId}:${characters}`).digest('base64url');
}

/** The input without the spaces that apps show between the digits. */
export const withoutSpaces = (typed: string): string => typed.replace(/\s/g, '');
