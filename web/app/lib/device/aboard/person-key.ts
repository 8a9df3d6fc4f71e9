import { listPeople, type PersonRecord, readPerson, writePerson } from './aboard-store.ts';
import {
  type Bytes,
  decrypt,
  decryptText,
  encrypt,
  encryptionKey,
  encryptText,
  newEncryptionKey,
} from './encryption.ts';

/** Rounds of PBKDF2 with SHA-256, as OWASP asks for. A PIN keeps the number that it was set with. */
const rounds = 600_000;
/** Wrong PINs that cost no wait, the wait after the next in milliseconds, which then doubles, and the longest one. */
const waits = { free: 3, first: 30_000, longest: 24 * 3600_000 };

/** The wait in milliseconds after so many wrong PINs in succession. */
export const waitAfter = (failures: number): number =>
  failures < waits.free ? 0 : Math.min(waits.longest, waits.first * 2 ** (failures - waits.free));

const aboutKey = (person: string) => `key of ${person}`;
const aboutPin = (person: string) => `key of ${person} by PIN`;
const aboutSession = (person: string) => `session of ${person}`;

/** A stored key that is damaged, or of another version: nothing that it has encrypted can be read. */
export class UnreadableKey extends Error {}

/**
 * The key of a person who has no PIN, made at first use; 'locked' where a PIN is needed.
 *
 * @throws UnreadableKey
 */
export async function keyWithoutPin(person: string, name: string): Promise<CryptoKey | 'locked'> {
  const record = await readPerson(person);
  if (record) {
    const stored = await withoutSecret(person, record);
    return record.pin ? 'locked' : encryptionKey(stored).catch(unreadable);
  }
  const secret = await newEncryptionKey();
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const encryptedKey = await encrypt(secret, raw, aboutKey(person));
  await writePerson(person, { name, secret, encryptedKey, pin: null, session: null });
  return encryptionKey(raw);
}

async function keyOfPin(pin: string, { salt, iterations }: { salt: Bytes; iterations: number }): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey']);
  const by = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(by, typed, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** The result of a PIN: the key with the session of the login, or until when the next try has to wait. */
export type Opened = { key: CryptoKey; session: string | undefined } | { wrong: true; openFrom: number };

/**
 * Opens a person's key with a PIN. A wrong one is counted before it is tried, so that closing the page does not help,
 * and further ones wait longer and longer, by this device's clock. A clock that was ahead meanwhile costs one wait, and
 * does not lock anybody out until its time has come.
 *
 * @returns undefined for a person who has no PIN here.
 * @throws UnreadableKey when no PIN can open it.
 */
export async function openWithPin(person: string, pin: string, now = Date.now()): Promise<Opened | undefined> {
  const record = await readPerson(person);
  if (!record?.pin) return undefined;
  if (now < record.pin.openFrom) {
    const longest = now + waitAfter(record.pin.failures);
    if (record.pin.openFrom <= longest) return { wrong: true, openFrom: record.pin.openFrom };
    await writePerson(person, { ...record, pin: { ...record.pin, openFrom: longest } });
    return { wrong: true, openFrom: longest };
  }
  const failures = record.pin.failures + 1;
  const openFrom = now + waitAfter(failures);
  await writePerson(person, { ...record, pin: { ...record.pin, failures, openFrom } });
  try {
    const raw = await rawKeyOf(person, record, pin);
    const key = await encryptionKey(raw);
    await writePerson(person, { ...record, pin: { ...record.pin, failures: 0, openFrom: 0 } });
    const session = record.session ? await decryptText(key, record.session, aboutSession(person)) : undefined;
    return { key, session };
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'OperationError')) throw error;
    return { wrong: true, openFrom };
  }
}

async function rawKeyOf(person: string, record: PersonRecord, typed: string): Promise<Bytes> {
  const inner = await withoutSecret(person, record);
  return record.pin ? decrypt(await keyOfPin(typed, record.pin), inner, aboutPin(person)) : inner;
}

/** A person's stored key, which may still be encrypted by the PIN. @throws UnreadableKey */
const withoutSecret = async (person: string, { secret, encryptedKey }: PersonRecord): Promise<Bytes> =>
  decrypt(secret, encryptedKey, aboutKey(person)).catch(unreadable);

function unreadable(cause: unknown): never {
  throw new UnreadableKey('the stored key cannot be read', { cause });
}

/**
 * Sets or changes a person's PIN, and keeps the session for it.
 *
 * @param before the PIN that it replaces; empty where there was none.
 * @returns false when `before` is wrong.
 */
export async function setPin(
  person: string,
  { before, pin, session }: { before: string; pin: string; session: string },
): Promise<boolean> {
  const record = await readPerson(person);
  if (!record) return false;
  if (record.pin) {
    const opened = await openWithPin(person, before);
    if (!opened || 'wrong' in opened) return false;
  }
  const raw = await rawKeyOf(person, record, before);
  const by = { salt: crypto.getRandomValues(new Uint8Array(16)), iterations: rounds };
  const inner = await encrypt(await keyOfPin(pin, by), raw, aboutPin(person));
  await writePerson(person, {
    ...record,
    encryptedKey: await encrypt(record.secret, inner, aboutKey(person)),
    pin: { ...by, failures: 0, openFrom: 0 },
    session: await encryptText(await encryptionKey(raw), session, aboutSession(person)),
  });
  return true;
}

/** Stores the name that others on this device see of a person; empty for the initials. */
export async function showAs(person: string, shownAs: string): Promise<void> {
  const record = await readPerson(person);
  if (record) await writePerson(person, { ...record, shownAs });
}

/** Keeps the session for a PIN, after its tokens were renewed. */
export async function keepSession(person: string, key: CryptoKey, session: string): Promise<void> {
  const record = await readPerson(person);
  if (record?.pin)
    await writePerson(person, { ...record, session: await encryptText(key, session, aboutSession(person)) });
}

/** Whether a person needs a PIN here: somebody else has something aboard in this browser as well. */
export const needsPin = async (person: string): Promise<boolean> =>
  (await listPeople()).some((one) => one.person !== person);
