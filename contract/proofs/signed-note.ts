import { verifyAsync } from '@noble/ed25519';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, hex } from '@scure/base';

// Signed notes (c2sp.org/signed-note@v1.0.0) with the two kinds of signatures that our log uses: plain Ed25519, by the
// log itself, and timestamped Ed25519 cosignatures of a checkpoint, by witnesses (c2sp.org/tlog-cosignature).

const encoder = new TextEncoder();

/** The signature type byte of a key: 1 for Ed25519, 4 for a witness's cosignature. */
export const signatureTypes = { log: 1, witness: 4 } as const;
type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes];

/** A key that signs notes under a name; `key` has 32 bytes (RFC 8032). */
export type Verifier = { name: string; type: SignatureType; key: Uint8Array };

/** A signature of a note that was verified; `time`, in seconds since 1970, is that of a cosignature. */
export type GoodSignature = { verifier: Verifier; time?: number };

/** Thrown for a note that is malformed, or that no known key signed; the message says why. */
export class BadNote extends Error {}

/** The first four bytes of the SHA-256 of the name, a newline, the type and the key. */
const keyIdOf = ({ name, type, key }: Verifier): Uint8Array =>
  sha256(Uint8Array.of(...encoder.encode(`${name}\n`), type, ...key)).subarray(0, 4);

/** A key as text, `name+id+key`: what others configure to verify its signatures. */
export const toVkey = (verifier: Verifier): string =>
  `${verifier.name}+${hex.encode(keyIdOf(verifier))}+${base64.encode(Uint8Array.of(verifier.type, ...verifier.key))}`;

/** @throws BadNote for a text that is not a key of one of the two types, or whose id is another key's. */
export function parseVkey(vkey: string): Verifier {
  const parts = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey.trim());
  const [, name = '', id = '', encoded = ''] = parts ?? [];
  const [type, ...key] = decoded(encoded) ?? [];
  if (!parts || key.length !== 32 || !(type === signatureTypes.log || type === signatureTypes.witness)) {
    throw new BadNote('This is not a key: name+id+key is expected, with an Ed25519 key.');
  }
  const verifier = { name, type, key: Uint8Array.from(key) } as const;
  if (hex.encode(keyIdOf(verifier)) !== id) throw new BadNote('The id of this key belongs to another key.');
  return verifier;
}

/** Bytes in base 64; undefined for any other text, also one whose last bits are not zero. */
export function decoded(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text);
  } catch {
    return undefined;
  }
}

/** The line that adds a signature to a note: the key's id and the signature, for a cosignature preceded by its time. */
export function signatureLine(verifier: Verifier, signature: Uint8Array, time?: number): string {
  const stamp = time === undefined ? [] : bigEndian(time);
  return `— ${verifier.name} ${base64.encode(Uint8Array.of(...keyIdOf(verifier), ...stamp, ...signature))}\n`;
}

/** A number as eight bytes, the highest first. */
function bigEndian(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** The message that a key signs: the text of a note; for a cosignature, preceded by its form and time. */
export const signedBytes = (text: string, time?: number): Uint8Array =>
  encoder.encode(time === undefined ? text : `cosignature/v1\ntime ${time}\n${text}`);

export type ParsedNote = {
  /** With its last newline. */
  text: string;
  /** The lines with the signatures, each with its newline. */
  lines: string[];
};

const lineForm = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/;
/** Enough for many witnesses, and few enough to be verified at once. */
const mostSignatures = 64;

/** @throws BadNote */
export function parseNote(note: string): ParsedNote {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2).split('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note must not have any
  if (end === -1 || lines.pop() !== '' || /[\u0000-\u0009\u000b-\u001f]/.test(note)) {
    throw new BadNote('This is not a signed note.');
  }
  if (lines.length > mostSignatures || !lines.every((line) => lineForm.test(line))) {
    throw new BadNote('The signatures of this note are malformed.');
  }
  return { text, lines: lines.map((line) => `${line}\n`) };
}

/**
 * Verifies the signatures of known keys, and ignores all others.
 *
 * @throws BadNote for a malformed note, and for a known key's signature that is wrong.
 */
export async function verifyNote(
  note: string,
  known: readonly Verifier[],
): Promise<{ text: string; signatures: GoodSignature[] }> {
  const { text, lines } = parseNote(note);
  const signatures: GoodSignature[] = [];
  for (const line of lines) {
    const [, name = '', encoded = ''] = lineForm.exec(line.trimEnd()) ?? [];
    const bytes = decoded(encoded);
    const verifier = bytes && known.find((one) => one.name === name && isId(one, bytes));
    if (!bytes || !verifier) continue;
    const good = await verifySignature(verifier, text, bytes.subarray(4));
    if (!good) throw new BadNote(`The signature of ${name} is wrong.`);
    signatures.push(good);
  }
  return { text, signatures };
}

const isId = (verifier: Verifier, bytes: Uint8Array): boolean =>
  keyIdOf(verifier).every((byte, index) => byte === bytes[index]);

async function verifySignature(
  verifier: Verifier,
  text: string,
  bytes: Uint8Array,
): Promise<GoodSignature | undefined> {
  const isStamped = verifier.type === signatureTypes.witness;
  const signature = isStamped ? bytes.subarray(8) : bytes;
  if (signature.length !== 64) return undefined;
  const time = isStamped ? Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)) : undefined;
  if (time !== undefined && (time === 0 || !Number.isSafeInteger(time))) return undefined;
  // strictly: by the laxer rules (ZIP 215), a key of small order has signed everything
  const isGood = await verifyAsync(signature, signedBytes(text, time), verifier.key, { zip215: false });
  return isGood ? { verifier, ...(time !== undefined && { time }) } : undefined;
}
