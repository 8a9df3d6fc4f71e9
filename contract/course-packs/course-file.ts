import { verifyAsync } from '@noble/ed25519';
import { base64urlnopad as base64url } from '@scure/base';
import { z } from 'zod/mini';
import { wasInForce } from '../proofs/credential.ts';
import { TextKind } from '../training/films.ts';
import { digestBytes, pieceBytes } from './calls.ts';

// A course as a file (`.fairlead`): the files of a course pack in one size, encrypted, with a manifest that the academy
// has signed. Browser and server write and read it with this module; docs/course-file.md describes the bytes for other
// programs.

/** The version of the format. */
const courseFileVersion = 1;
/** The end of the name of such a file. */
export const courseFileEnding = '.fairlead';
/** The kind of the statement, in the header `typ` of the JWS. */
const statementType = 'fairlead-course-file+jws';

/**
 * The first eight bytes. The first is no letter, and the last four are the ends of lines of several systems, so that a
 * transfer as text is noticed.
 */
const magic = Uint8Array.of(0x89, 0x46, 0x4c, 0x43, 0x0d, 0x0a, 0x1a, 0x0a);
/** The bytes before the statement: the magic, and version and length of the statement as 32 bits, the highest first. */
export const prefixBytes = magic.length + 8;
/** The longest statement: a course of some ten thousand files. */
const mostStatementBytes = 8 * 1024 * 1024;
/** The number of bytes that encryption adds to a piece: the tag of AES-GCM. */
export const tagBytes = 16;

/** Why something is not a course file that can be read here. */
export type CourseFileFault =
  | 'not-a-course-file'
  | 'newer-version'
  | 'unknown-key'
  | 'not-signed'
  | 'incomplete'
  | 'damaged'
  | 'other-key';

/** Thrown for bytes that are no course file of the academy, or a damaged one. */
export class BadCourseFile extends Error {
  readonly fault: CourseFileFault;
  constructor(fault: CourseFileFault, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

const FileIndex = z.int().check(z.gte(0));

/** A file of the course: its stored name, media type, size, and the digest of the digests of its pieces. */
const ManifestFile = z.object({
  name: z.string().check(z.regex(/^[0-9a-f-]{36}\.[a-z0-9]{1,8}$/)),
  type: z.string(),
  bytes: z.int().check(z.gte(0), z.lte(2 ** 40)),
  digest: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
});

/**
 * The part of a course file that the academy signs. Files are named by their index in `files`, in whose order their
 * pieces follow.
 */
const Manifest = z.object({
  course: z.string(),
  title: z.string(),
  /** The size of the videos, in lines; 0 for sound only, null for videos as they were uploaded. */
  lines: z.nullable(z.int()),
  /** Names the course key (`courseKeyId`). */
  key: z.string(),
  films: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      media: z.nullable(FileIndex),
      playlist: z.nullable(FileIndex),
      poster: z.nullable(FileIndex),
      texts: z.array(z.object({ file: FileIndex, kind: TextKind, language: z.string() })),
    }),
  ),
  pictures: z.array(FileIndex),
  files: z.array(ManifestFile),
  /** When the newest of the files was stored, in seconds since 1970. */
  iat: z.int(),
});
export type Manifest = z.infer<typeof Manifest>;
type ManifestFile = Manifest['files'][number];

type Bytes = Uint8Array<ArrayBuffer>;
const utf8 = (text: string) => new TextEncoder().encode(text) as Bytes;
const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const piecesIn = ({ bytes }: Pick<ManifestFile, 'bytes'>): number => Math.ceil(bytes / pieceBytes);

/** The digest of a file, as a manifest has it. @param digests those of its pieces, joined. */
export const digestOfFile = async (digests: Bytes): Promise<string> => base64url.encode(await sha256(digests));

/** The bytes in front of a statement. */
export function writePrefix(statementBytes: number): Bytes {
  const prefix = new Uint8Array(prefixBytes);
  prefix.set(magic);
  const view = new DataView(prefix.buffer);
  view.setUint32(magic.length, courseFileVersion);
  view.setUint32(magic.length + 4, statementBytes);
  return prefix;
}

/**
 * The length of the statement that follows.
 *
 * @throws BadCourseFile `not-a-course-file` or `newer-version`.
 */
export function readPrefix(prefix: Bytes): number {
  if (prefix.length < prefixBytes || magic.some((byte, at) => prefix[at] !== byte))
    throw new BadCourseFile('not-a-course-file');
  const view = new DataView(prefix.buffer, prefix.byteOffset);
  const version = view.getUint32(magic.length);
  if (version > courseFileVersion) throw new BadCourseFile('newer-version');
  const length = view.getUint32(magic.length + 4);
  if (version !== courseFileVersion || length > mostStatementBytes) throw new BadCourseFile('not-a-course-file');
  return length;
}

/** A key of the academy that verifies, as `GET /api/verify/keys` lists them. */
export type VerifyingKey = { id: string; key: string; validFrom: string; validUntil: string | null };

/**
 * The manifest of a statement, once its signature is verified.
 *
 * @throws BadCourseFile `unknown-key` when it names a key that is not in the list, `not-signed` when the academy did
 *   not sign it, `not-a-course-file` when it is no statement of this kind.
 */
export async function readManifest(statement: string, keys: readonly VerifyingKey[]): Promise<Manifest> {
  const [header = '', payload = '', signature = '', ...more] = statement.split('.');
  const { alg, kid, typ } = jsonIn(header) as { alg?: unknown; kid?: unknown; typ?: unknown };
  if (more.length > 0 || alg !== 'EdDSA' || typ !== statementType) throw new BadCourseFile('not-a-course-file');
  const key = keys.find(({ id }) => id === kid);
  if (!key) throw new BadCourseFile('unknown-key');
  const isSigned = await verifyAsync(bytesIn(signature), utf8(`${header}.${payload}`), base64url.decode(key.key), {
    zip215: false,
  }).catch(() => false);
  if (!isSigned) throw new BadCourseFile('not-signed');
  const read = Manifest.safeParse(jsonIn(payload));
  if (!read.success || !namesOnlyItsFiles(read.data)) throw new BadCourseFile('not-a-course-file');
  const inForce = {
    validFrom: new Date(key.validFrom),
    validUntil: key.validUntil === null ? null : new Date(key.validUntil),
  };
  if (!wasInForce(inForce, read.data.iat)) throw new BadCourseFile('not-signed');
  return read.data;
}

function bytesIn(text: string): Bytes {
  try {
    return base64url.decode(text) as Bytes;
  } catch (cause) {
    throw new BadCourseFile('not-a-course-file', { cause });
  }
}

function jsonIn(part: string): unknown {
  try {
    return Object(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesIn(part))));
  } catch (cause) {
    throw new BadCourseFile('not-a-course-file', { cause });
  }
}

const namesOnlyItsFiles = ({ films, pictures, files }: Manifest): boolean =>
  [
    ...pictures,
    ...films.flatMap(({ media, playlist, poster, texts }) => [
      media,
      playlist,
      poster,
      ...texts.map(({ file }) => file),
    ]),
  ].every((index) => index === null || index < files.length);

/** Where something of a file lies: the digests of its pieces, and the pieces. */
export type FileLayout = { digestsAt: number; piecesAt: number; pieces: number };

/** The place of each file in a course file with such a statement, where the pieces begin, and the size of it all. */
export function layoutOf(
  statementBytes: number,
  files: readonly Pick<ManifestFile, 'bytes'>[],
): { places: FileLayout[]; digestsAt: number; piecesAt: number; size: number } {
  const digestsAt = prefixBytes + statementBytes;
  const pieces = files.reduce((sum, file) => sum + piecesIn(file), 0);
  const piecesAt = digestsAt + pieces * digestBytes;
  const places: FileLayout[] = [];
  let [before, size] = [0, piecesAt];
  for (const file of files) {
    places.push({ digestsAt: digestsAt + before * digestBytes, piecesAt: size, pieces: piecesIn(file) });
    before += piecesIn(file);
    size += file.bytes + piecesIn(file) * tagBytes;
  }
  return { places, digestsAt, piecesAt, size };
}

/** The first byte of an encrypted piece among those of its file, and its length with the tag. */
export const pieceAt = ({ bytes }: Pick<ManifestFile, 'bytes'>, index: number): { at: number; length: number } => ({
  at: index * (pieceBytes + tagBytes),
  length: Math.min(pieceBytes, bytes - index * pieceBytes) + tagBytes,
});

/** Names a course key, without giving it away: the beginning of its SHA-256. */
export const courseKeyId = async (courseKey: Bytes): Promise<string> =>
  base64url.encode((await sha256(courseKey)).subarray(0, 8));

/** A key of WebCrypto; its name as a type differs between browsers and Node. */
export type FileKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * The key of a file's pieces: HKDF (RFC 5869) with SHA-256 of the course key, salted with the file's digest. So it
 * encrypts one content only, and the nonce of a piece may be its index.
 */
export async function keyOfFile(courseKey: Bytes, digest: string): Promise<FileKey> {
  const material = await crypto.subtle.importKey('raw', courseKey, 'HKDF', false, ['deriveKey']);
  const by = { name: 'HKDF', hash: 'SHA-256', salt: bytesIn(digest), info: utf8('fairlead-course-file-v1') };
  return crypto.subtle.deriveKey(by, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function nonceOf(index: number) {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(8, index);
  return { name: 'AES-GCM', iv, tagLength: tagBytes * 8 };
}

/** Encrypts a piece with AES-256-GCM; the tag follows. */
export const encryptPiece = async (key: FileKey, index: number, piece: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.encrypt(nonceOf(index), key, piece));

/** @throws BadCourseFile `damaged` when it is not what was encrypted at this index with this key. */
export async function decryptPiece(key: FileKey, index: number, encrypted: Bytes): Promise<Bytes> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt(nonceOf(index), key, encrypted));
  } catch (cause) {
    throw new BadCourseFile('damaged', { cause });
  }
}

/** A course key as text, as an offline pass brings it. */
export const courseKeyIn = (text: string): Bytes => bytesIn(text);
