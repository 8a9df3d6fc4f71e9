import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { Id } from '@fairlead/contract/values/shapes';
import { z } from 'zod/mini';
import { AppError } from '../../platform/errors.ts';

// A pack: one file between the academy and the computer of a ship, over a link or on a stick, in both directions with
// the same bytes. docs/ship.md describes it for other programs.

const magic = Buffer.from([0x89, 0x46, 0x4c, 0x53, 0x0d, 0x0a, 0x1a, 0x0a]);
const version = 1;
const prefixBytes = magic.length + 8;
const mostStatementBytes = 4096;
const nonceBytes = 12;
const tagBytes = 16;
/** The most bytes of a pack's content; compressed it is less than a tenth. */
const mostContentBytes = 64 * 1024 * 1024;

export type PackDirection = 'up' | 'down';

/** What the signature of a pack covers: whose it is, and the SHA-256 of its encrypted content in base64url. */
const PackClaims = z.object({ box: Id, ship: Id, digest: z.string() });
export type PackClaims = z.infer<typeof PackClaims>;

const digestOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url');

const sealedFor = (direction: PackDirection, box: string) => Buffer.from(`fairlead ship pack ${direction} ${box}`);

/**
 * A pack of some content: compressed, encrypted for the box (AES-256-GCM), and signed.
 *
 * @param key the 32 bytes that academy and box share.
 * @param sign signs the claims as a compact JWS: with the academy's key down, with the box's up.
 */
export async function writePack(
  content: unknown,
  about: { direction: PackDirection; box: string; ship: string; key: Buffer },
  sign: (claims: PackClaims) => Promise<string>,
): Promise<Buffer> {
  const { direction, box, ship, key } = about;
  const plain = brotliCompressSync(JSON.stringify(content), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(sealedFor(direction, box));
  const body = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const statement = Buffer.from(await sign({ box, ship, digest: digestOf(body) }));
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(version, 0);
  numbers.writeUInt32BE(statement.length, 4);
  return Buffer.concat([magic, numbers, statement, body]);
}

const noPack = () => new AppError('bad-file', 'This is not a ship’s pack.');
const incompletePack = () =>
  new AppError('bad-file', 'This pack is incomplete or damaged. Nothing of it was used. Please copy it again.');

/** The parts of a pack; nothing is verified yet. @throws AppError `bad-file` */
export function openPack(bytes: Buffer): { statement: string; body: Buffer } {
  if (bytes.length < prefixBytes || !bytes.subarray(0, magic.length).equals(magic)) throw noPack();
  if (bytes.readUInt32BE(magic.length) > version)
    throw new AppError('bad-file', 'This pack is of a newer version of the program. Please update this one first.');
  const length = bytes.readUInt32BE(magic.length + 4);
  if (length > mostStatementBytes) throw noPack();
  const bodyAt = prefixBytes + length;
  if (bytes.length < bodyAt + nonceBytes + tagBytes) throw incompletePack();
  return { statement: bytes.subarray(prefixBytes, bodyAt).toString('latin1'), body: bytes.subarray(bodyAt) };
}

/**
 * The claims of a statement, of which nothing is verified: they say whose key verifies it. @throws AppError `bad-file`
 */
export function claimedBy(statement: string): PackClaims {
  try {
    return PackClaims.parse(JSON.parse(Buffer.from(statement.split('.')[1] ?? '', 'base64url').toString()));
  } catch {
    throw noPack();
  }
}

/**
 * The content of a pack whose statement was verified.
 *
 * @throws AppError `bad-file` when it was cut, changed, or has another form.
 */
export function readContent<S extends z.ZodMiniType>(
  schema: S,
  body: Buffer,
  about: { direction: PackDirection; claims: PackClaims; key: Buffer },
): z.output<S> {
  const { direction, claims, key } = about;
  if (digestOf(body) !== claims.digest) throw incompletePack();
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(sealedFor(direction, claims.box)).setAuthTag(body.subarray(-tagBytes));
    const plain = Buffer.concat([decipher.update(body.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    const read = brotliDecompressSync(plain, { maxOutputLength: mostContentBytes });
    return schema.parse(JSON.parse(read.toString())) as z.output<S>;
  } catch (cause) {
    throw Object.assign(incompletePack(), { cause });
  }
}
