import { base32nopad } from '@scure/base';
import { decode, encode, Tagged } from 'cborg';

/**
 * The data in a certificate's QR code, signed by the academy: only what is printed on the certificate anyway, and
 * nothing that the public page masks. Dates are calendar days.
 */
export type SignedFacts = {
  number: string;
  name: string;
  courseTitle: string;
  issuedOn: string;
  /** Null when it does not expire. */
  expiresOn: string | null;
  cdcNumber: string;
  indosNumber: string;
  gradeNumber: string;
  /** When it was signed, in seconds since 1970. */
  signedAt: number;
};

/** A parsed credential whose signature is not verified yet. */
export type Credential = { keyId: string; facts: SignedFacts; signature: Uint8Array; signed: Uint8Array };

/** The maximum length of a code in characters; a certificate's has about 400 to 700. */
const longest = 2_000;
/** COSE_Sign1 (RFC 9052, 4.2), and in its headers the algorithm EdDSA and the key's id. */
const sign1 = 18;
const header = { algorithm: 1, keyId: 4 } as const;
const edDsa = -8;
/** The CBOR labels of the facts; `form` is the format version, 1 until the facts change. */
const label = {
  form: 0,
  number: 1,
  name: 2,
  courseTitle: 3,
  issuedOn: 4,
  expiresOn: 5,
  signedAt: 6,
  cdcNumber: 7,
  indosNumber: 8,
  gradeNumber: 9,
} as const;
const form = 1;

const day = 86_400_000;
const toDays = (date: string): number => Date.parse(`${date}T00:00:00Z`) / day;
const toDate = (days: number): string => new Date(days * day).toISOString().slice(0, 10);

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
const base64urlOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '');

/** The bytes that are signed: the Sig_structure of RFC 9052, 4.4. */
const toBeSigned = (headers: Uint8Array, payload: Uint8Array): Uint8Array =>
  encode(['Signature1', headers, new Uint8Array(), payload]);

/**
 * Signs facts as a COSE_Sign1 and encodes it in base 32, which QR codes store compactly (alphanumeric mode).
 *
 * @param keyId the signing key's id, in base64url.
 * @param sign returns an Ed25519 signature of 64 bytes.
 */
export function writeCredential(facts: SignedFacts, keyId: string, sign: (message: Uint8Array) => Uint8Array): string {
  const { issuedOn, expiresOn, ...rest } = facts;
  const claims = new Map<number, unknown>([[label.form, form]]);
  for (const [name, value] of Object.entries(rest)) claims.set(label[name as keyof typeof rest], value);
  claims.set(label.issuedOn, toDays(issuedOn));
  claims.set(label.expiresOn, expiresOn === null ? null : toDays(expiresOn));
  const payload = encode(claims);
  const headers = encode(
    new Map<number, unknown>([
      [header.algorithm, edDsa],
      [header.keyId, bytesOf(keyId)],
    ]),
  );
  const signature = sign(toBeSigned(headers, payload));
  const cose = encode(new Tagged(sign1, [headers, new Map(), payload, signature]));
  return base32nopad.encode(cose);
}

/**
 * Parses a code. Returns undefined for anything that is not ours: too long, not base 32, not a COSE_Sign1, or with
 * other facts. The length is checked first, so that a hostile code costs almost nothing.
 */
export function readCredential(code: string): Credential | undefined {
  if (code.length > longest) return undefined;
  try {
    return parsed(base32nopad.decode(code.toUpperCase()));
  } catch {
    return undefined; // both libraries throw for any invalid format
  }
}

/** The maximum difference between the clocks of several servers, in milliseconds. */
const leeway = 5 * 60_000;

/** Whether a key was valid at a time. @param at in seconds since 1970. */
export const wasInForce = (key: { validFrom: Date; validUntil: Date | null }, at: number): boolean =>
  at * 1000 >= key.validFrom.getTime() - leeway &&
  (key.validUntil === null || at * 1000 <= key.validUntil.getTime() + leeway);

/** The first half of a SHA-256, in base64url. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64urlOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes), 0, 16));
}

/** The name of a certificate in the list of withdrawn ones: the digest of its code's signature. */
export const digestOfCode = ({ signature }: Credential): Promise<string> => digestOf(Uint8Array.from(signature));

/** The name of one whose code is not recorded: the digest of its number. */
export const digestOfNumber = (number: string): Promise<string> => digestOf(new TextEncoder().encode(number));

const strict = {
  strict: true,
  allowIndefinite: false,
  allowBigInt: false,
  useMaps: true,
  rejectDuplicateMapKeys: true,
};

function parsed(cose: Uint8Array): Credential | undefined {
  // The decoder maps each tag to a function of its content; it knows only our tag, and throws for others.
  const parts: unknown = decode(cose, { ...strict, tags: { [sign1]: (content) => content() } });
  if (!Array.isArray(parts) || parts.length !== 4) return undefined;
  const [headers, unprotected, payload, signature] = parts as unknown[];
  if (!(headers instanceof Uint8Array && payload instanceof Uint8Array && signature instanceof Uint8Array)) {
    return undefined;
  }
  const keyId = keyIdIn(decode(headers, strict));
  const facts = factsIn(decode(payload, strict));
  if (!(unprotected instanceof Map) || unprotected.size > 0 || signature.length !== 64) return undefined;
  return keyId && facts ? { keyId, facts, signature, signed: toBeSigned(headers, payload) } : undefined;
}

function keyIdIn(headers: unknown): string | undefined {
  if (!(headers instanceof Map) || headers.size !== 2 || headers.get(header.algorithm) !== edDsa) return undefined;
  const id: unknown = headers.get(header.keyId);
  return id instanceof Uint8Array ? base64urlOf(id) : undefined;
}

function factsIn(claims: unknown): SignedFacts | undefined {
  if (!(claims instanceof Map) || claims.get(label.form) !== form || claims.size !== Object.keys(label).length) {
    return undefined;
  }
  const text = (name: keyof typeof label): string => {
    const value: unknown = claims.get(label[name]);
    if (typeof value !== 'string') throw new TypeError(`${name} is no text`);
    return value;
  };
  const whole = (name: keyof typeof label, most: number): number => {
    const value: unknown = claims.get(label[name]);
    if (!Number.isInteger(value) || Math.abs(value as number) > most) throw new TypeError(`${name} is no number`);
    return value as number;
  };
  const mostDays = 2_932_896; // the last day of the year 9999
  return {
    number: text('number'),
    name: text('name'),
    courseTitle: text('courseTitle'),
    issuedOn: toDate(whole('issuedOn', mostDays)),
    expiresOn: claims.get(label.expiresOn) === null ? null : toDate(whole('expiresOn', mostDays)),
    cdcNumber: text('cdcNumber'),
    indosNumber: text('indosNumber'),
    gradeNumber: text('gradeNumber'),
    signedAt: whole('signedAt', Number.MAX_SAFE_INTEGER),
  };
}
