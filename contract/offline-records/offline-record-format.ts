import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad as base64url } from '@scure/base';

/** Bytes as text: base64url without padding. Decoding throws for text whose last bits are not zero. */
export { base64url };

/** The bytes of a text from elsewhere; undefined for one that `base64url` does not write. */
export function bytesIn(text: string): Uint8Array | undefined {
  try {
    return base64url.decode(text);
  } catch {
    return undefined;
  }
}

// The offline record: a hash chain of what a device has played under an offline pass. Browser and server write and read
// it with this module; docs/offline-records.md describes the bytes for other programs.
//
// Times are whole hundredths of a second (`hundredths`), the step in which players collect what was played.

/** The version of the format. It is part of every hash and signature, so that no version is taken for another. */
const format = 'fairlead-offline-record-v1';

/** A start of the page that writes the record; `number` is one more than that of the start before. */
type SessionLink = {
  kind: 'session';
  number: number;
  /** The device's wall clock at the start, in seconds since 1970. */
  wallClock: number;
};

/** A part of a film that was played without a pause or a jump. */
export type PlayedLink = {
  kind: 'played';
  /** The film's index in the pass. */
  film: number;
  /** The part of the film, in hundredths of a second; `from` < `to`. */
  from: number;
  to: number;
  /** When it began, and how long it took, in hundredths by the device's monotonic clock since the session's start. */
  began: number;
  took: number;
  /** How far the wall clock was then from the session's start and monotonic clock, in seconds: not 0 if it was set. */
  clockShift: number;
  /** The playback rate in twentieths: 20 is normal speed. */
  rate: number;
  /** Whether the page was visible all the time, and whether the sound was off. */
  visible: boolean;
  muted: boolean;
};

export type Link = SessionLink | PlayedLink;

/** Thrown for bytes that are no offline record, and for keys and signatures of another form. */
export class BadRecord extends Error {}

/** No number of a record is larger: 2^48 hundredths are 89,000 years. */
const largest = 2 ** 48;

function writeNumber(into: number[], value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > largest)
    throw new BadRecord(`${value} is no number of a record`);
  let rest = value;
  while (rest >= 128) {
    into.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  into.push(rest);
}

/** Signed numbers alternate around zero: 0, -1, 1, -2, 2 are written as 0, 1, 2, 3, 4. */
const folded = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unfolded = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/**
 * A link as bytes: numbers as LEB128, the lowest seven bits first. The first is 0 for a session, or the film's index
 * plus 1.
 *
 * @throws BadRecord for a number that is out of range.
 */
export function encodeLink(link: Link): Uint8Array {
  const bytes: number[] = [];
  if (link.kind === 'session') {
    for (const value of [0, link.number, link.wallClock]) writeNumber(bytes, value);
  } else {
    const { film, from, to, began, took, clockShift, rate, visible, muted } = link;
    if (to <= from) throw new BadRecord('A link ends before it begins');
    const facts = rate * 4 + Number(muted) * 2 + Number(visible);
    for (const value of [film + 1, from, to - from, began, folded(took - (to - from)), folded(clockShift), facts]) {
      writeNumber(bytes, value);
    }
  }
  return Uint8Array.from(bytes);
}

/** A link with its bytes. */
export type WrittenLink = { link: Link; bytes: Uint8Array };

/**
 * The links in some bytes, in their order.
 *
 * @throws BadRecord for bytes that `encodeLink` does not write.
 */
export function decodeLinks(bytes: Uint8Array): WrittenLink[] {
  const links: WrittenLink[] = [];
  let at = 0;
  const next = (): number => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new BadRecord('The record ends in the middle of a link');
      at += 1;
      value += (byte % 128) * factor;
      if (value > largest) throw new BadRecord('A number is too large');
      if (byte < 128) {
        if (byte === 0 && factor > 1) throw new BadRecord('A number has more bytes than it needs');
        return value;
      }
      factor *= 128;
    }
  };
  while (at < bytes.length) {
    const start = at;
    const first = next();
    const link: Link =
      first === 0 ? { kind: 'session', number: next(), wallClock: next() } : playedLink(first - 1, next);
    links.push({ link, bytes: bytes.subarray(start, at) });
  }
  return links;
}

function playedLink(film: number, next: () => number): PlayedLink {
  const [from, length, began] = [next(), next(), next()];
  const took = unfolded(next()) + length;
  const clockShift = unfolded(next());
  const facts = next();
  if (length === 0 || took < 0) throw new BadRecord('A link is empty');
  const [visible, muted] = [facts % 2 === 1, Math.floor(facts / 2) % 2 === 1];
  return {
    ...({ kind: 'played', film, from, to: from + length, began, took, clockShift } as const),
    rate: Math.floor(facts / 4),
    visible,
    muted,
  };
}

const encoder = new TextEncoder();

function concatenated(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The hash before the first link: of the format's name and the id of the pass. Links of two passes never join. */
export const firstHash = (passId: string): Uint8Array => sha256(encoder.encode(`${format}\n${passId}\n`));

/** The hash of a chain after some links: each is SHA-256 of the hash before and the link's bytes. */
export const hashAfter = (previous: Uint8Array, links: readonly Uint8Array[]): Uint8Array =>
  links.reduce((hash, bytes) => sha256(concatenated(hash, bytes)), previous);

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/**
 * The bytes that the device signs: the pass, the number of the last link and the hash after it. It covers all links
 * before.
 */
const toBeSigned = (passId: string, number: number, hash: Uint8Array) =>
  concatenated(encoder.encode(`${format}\n${passId}\n${number}\n`), hash);

/** A head of a record: the hash after the link of this number, counted from 1. */
export type Head = { passId: string; number: number; hash: Uint8Array };

/** A key of WebCrypto, by the name that browsers and Node give it. */
export type DeviceKey = Parameters<typeof crypto.subtle.sign>[1];
export type DeviceKeyPair = { privateKey: DeviceKey; publicKey: DeviceKey };

/** A key pair of a device (ECDSA, P-256). The private key can be stored by the browser, and never be read. */
export const makeDeviceKey = (): Promise<DeviceKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);

/** The public key as 65 bytes: 4, x and y (SEC 1, uncompressed). */
export const publicKeyOf = async ({ publicKey }: Pick<DeviceKeyPair, 'publicKey'>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));

/** Signs a head with the device's key: 64 bytes, r and s. */
export const signHead = async (key: DeviceKey, { passId, number, hash }: Head): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign(ecdsa, key, toBeSigned(passId, number, hash)));

/** The key that some bytes are, for verifying; undefined for bytes that are no key. */
const readKey = (key: Uint8Array): Promise<DeviceKey | undefined> =>
  crypto.subtle.importKey('raw', concatenated(key), ecdsa, false, ['verify']).catch(() => undefined);

/** Whether some bytes are a public key, as of `publicKeyOf`: a point of the curve. */
export const isDeviceKey = async (key: Uint8Array): Promise<boolean> =>
  key.length === 65 && (await readKey(key)) !== undefined;

/**
 * Whether a device's key signed a head.
 *
 * @param key 65 bytes, as of `publicKeyOf`.
 * @throws BadRecord for bytes that are no key.
 */
export async function isSignedBy(
  key: Uint8Array,
  { passId, number, hash }: Head,
  signature: Uint8Array,
): Promise<boolean> {
  const imported = await readKey(key);
  if (!imported) throw new BadRecord('This is not a key of a device');
  return crypto.subtle.verify(ecdsa, imported, concatenated(signature), toBeSigned(passId, number, hash));
}

/** Answers to presence checks that leave the device beside a part of a record, in a file that anybody may carry. */
export type SignedAnswers = {
  passId: string;
  /** The signature of the part, as text: base64url. */
  partSignature: string;
  /** A line for each answer. */
  answers: string;
};

const answersFormat = 'fairlead-progress-answers-v1';
const answersToBeSigned = ({ passId, partSignature, answers }: SignedAnswers) =>
  concatenated(encoder.encode(`${answersFormat}\n${passId}\n${partSignature}\n${answers}`));

/** Signs answers with the device's key: 64 bytes, r and s. */
export const signAnswers = async (key: DeviceKey, answers: SignedAnswers): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign(ecdsa, key, answersToBeSigned(answers)));

/** Whether a device's key, as of `publicKeyOf`, signed answers. */
export async function areAnswersSignedBy(
  key: Uint8Array,
  answers: SignedAnswers,
  signature: Uint8Array,
): Promise<boolean> {
  const imported = await readKey(key);
  return (
    imported !== undefined && crypto.subtle.verify(ecdsa, imported, concatenated(signature), answersToBeSigned(answers))
  );
}

/**
 * Links of a record that follow each other, as they are sent: with the hash before them and the signature of the last.
 */
export type Part = {
  passId: string;
  /** The number of the first link; the record's first is 1. */
  first: number;
  previous: Uint8Array;
  links: Uint8Array;
  signature: Uint8Array;
};

/** A part whose signature is right: its links, the number of the last, and the hash after it. */
export type VerifiedPart = { links: WrittenLink[]; last: number; hash: Uint8Array };

/**
 * Reads a part and verifies that the device's key signed it. That it continues a record is for the reader to compare:
 * by `first` and `previous`.
 *
 * @throws BadRecord when there are no links, they are malformed, or the signature is not that of the key.
 */
export async function verifyPart(
  key: Uint8Array,
  { passId, first, previous, links: bytes, signature }: Part,
): Promise<VerifiedPart> {
  const links = decodeLinks(bytes);
  if (links.length === 0) throw new BadRecord('There are no links');
  const last = first + links.length - 1;
  const hash = hashAfter(
    previous,
    links.map((one) => one.bytes),
  );
  if (!(await isSignedBy(key, { passId, number: last, hash }, signature))) {
    throw new BadRecord('The signature is not that of the device');
  }
  return { links, last, hash };
}
