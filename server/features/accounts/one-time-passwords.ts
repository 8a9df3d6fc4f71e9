import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** One step to either side is taken too: clocks of phones differ, and a code is typed for a while. */
const window = 1;
const recoveryCodeCount = 10;
/** Crockford's base32, which has no letters that pass for digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoveryCodeLetters = 10;

/** A secret of 160 bits in base32, as RFC 4226 recommends. */
export const makeSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });

/** What an app reads from a QR code: the secret, and under which name to show it. */
export const provisioningUri = (secret: string, { academy, email }: { academy: string; email: string }): string =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer: academy, label: email }).toString();

/** Which 30 seconds a code is of (RFC 6238); undefined for none near now. */
export function stepOf(secret: string, digits: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = /^\d{6}$/.test(digits) ? totpOf(secret).validate({ token: digits, timestamp, window }) : null;
  return delta === null ? undefined : totpOf(secret).counter({ timestamp }) + delta;
}

/** Codes of 50 bits for the day on which the phone is lost, as they are shown. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => {
    const letters = Array.from({ length: recoveryCodeLetters }, () => alphabet[randomInt(alphabet.length)]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });

/** A code as it is kept: keyed, so that it cannot be found from its hash; however it was typed. */
export function hashRecoveryCode(key: Buffer, accountId: string, typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHmac('sha256', key).update(`${accountId}:${letters}`).digest('base64url');
}

/** What was typed, without the spaces that apps show between the digits. */
export const withoutSpaces = (typed: string): string => typed.replace(/\s/g, '');
