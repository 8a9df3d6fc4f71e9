import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyFor } from '../../../platform/keys/encrypted-text.ts';
import { knownDeviceSeconds } from '../rules.ts';

const macOf = (secret: string, { accountId, device, ends }: { accountId: string; device: string; ends: string }) =>
  createHmac('sha256', keyFor(secret, 'known devices')).update(`${accountId}:${device}:${ends}`).digest();

/**
 * A token that a browser stores to show later that an account has logged in there, or that its mailbox was proved
 * there: its guesses are counted separately from those of strangers. The token gives no access, and the server does not
 * store it.
 *
 * @param known the device's name, if it is known already.
 */
export function makeDeviceToken(secret: string, accountId: string, now: Date, known?: string): string {
  const device = known ?? randomBytes(16).toString('base64url');
  const ends = String(Math.floor(now.getTime() / 1000) + knownDeviceSeconds);
  return [device, ends, macOf(secret, { accountId, device, ends }).toString('base64url')].join('.');
}

/**
 * The name of a device on which an account has logged in before; undefined for a token that is forged, expired or from
 * another account.
 */
export function readDeviceToken(secret: string, accountId: string, token: string, now: Date): string | undefined {
  const [device, ends, mac] = token.split('.');
  if (!device || !ends || !mac || !(Number(ends) * 1000 > now.getTime())) return undefined;
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(secret, { accountId, device, ends })];
  return given.length === right.length && timingSafeEqual(given, right) ? device : undefined;
}
