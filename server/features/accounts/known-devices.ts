import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyFor } from '../../platform/keys/sealed-text.ts';
import { knownDeviceSeconds } from './rules.ts';

const macOf = (secret: string, { accountId, device, ends }: { accountId: string; device: string; ends: string }) =>
  createHmac('sha256', keyFor(secret, 'known devices')).update(`${accountId}:${device}:${ends}`).digest();

/**
 * What a browser keeps to show later that an account has logged in there, or that its mailbox was proved there: its
 * guesses are counted apart from those of strangers. It opens nothing, and the server keeps nothing of it.
 *
 * @param known the device's name, when it is known already.
 */
export function makeDeviceToken(secret: string, accountId: string, now: Date, known?: string): string {
  const device = known ?? randomBytes(16).toString('base64url');
  const ends = String(Math.floor(now.getTime() / 1000) + knownDeviceSeconds);
  return [device, ends, macOf(secret, { accountId, device, ends }).toString('base64url')].join('.');
}

/** The name of a device that an account is known to have been on; undefined for a token of another, forged or too old. */
export function readDeviceToken(secret: string, accountId: string, token: string, now: Date): string | undefined {
  const [device, ends, mac] = token.split('.');
  if (!device || !ends || !mac || !(Number(ends) * 1000 > now.getTime())) return undefined;
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(secret, { accountId, device, ends })];
  return given.length === right.length && timingSafeEqual(given, right) ? device : undefined;
}
