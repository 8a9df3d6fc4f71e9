import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { digestBytes, pieceBytes } from '@fairlead/contract/course-packs/calls';
import {
  courseKeyId,
  digestOfFile,
  encryptPiece,
  keyOfFile,
  layoutOf,
  type Manifest,
  pieceAt,
  tagBytes,
  writePrefix,
} from '@fairlead/contract/course-packs/course-file';
import { choicesOf, packIn } from '@fairlead/contract/course-packs/pack-sizes';
import { packedFiles } from '@fairlead/contract/course-packs/packed-course';
import type { ByteRange } from '@fairlead/contract/platform/byte-range';
import { notFound } from '../../platform/errors.ts';
import type { Folder } from '../../platform/files/folders.ts';
import { signStatement } from '../../platform/keys/statement.ts';
import type { Platform } from '../../platform/platform.ts';
import { courseKeyOf } from '../offline-records/index.ts';
import { damagedFile, type PieceDigests } from './digest-pieces.ts';
import { findPack, type StoredPackFile } from './queries.ts';
import { toCoursePack } from './wire.ts';

/** A course as a file, of which any part can be written. */
export type CourseFile = {
  size: number;
  /** Differs for each version: a strong ETag. */
  tag: string;
  /** The bytes of a range; one piece of a film is in memory at a time. */
  stream: (range: ByteRange) => Readable;
};

type Course = { id: string; title: string };
/** The links are of no use in a file. */
const withoutLinks = { link: () => '' };

/** The sizes of videos in which a course is offered as a file, and the bytes of what each contains. */
export async function listFileSizes({ db }: Pick<Platform, 'db'>, course: Course) {
  return choicesOf(toCoursePack(course, await findPack(db, { courseId: course.id }), withoutLinks), true);
}

/**
 * A course as a file in one size of its videos (docs/course-file.md). The same course has the same bytes, no matter who
 * asks and when, as long as the academy signs with the same key.
 *
 * @throws AppError `not-found` for a size that no film of the course has.
 */
export async function openCourseFile(
  platform: Platform,
  digestsOf: PieceDigests,
  { course, lines }: { course: Course; lines: number | null },
): Promise<CourseFile> {
  const found = await findPack(platform.db, { courseId: course.id });
  const pack = toCoursePack(course, found, withoutLinks);
  if (!choicesOf(pack, true).some((choice) => choice.lines === lines))
    throw notFound('This course is not offered in this size.');
  const packed = packIn(pack, lines, true);
  // two films may share a poster, or two questions a picture
  const names = [...new Set(packedFiles(packed).map(({ name }) => name))];
  const stored = names.flatMap((name) => found.files.get(name) ?? []);
  const digests = await digestsOf(stored);
  const files = await Promise.all(
    stored.map(async ({ filename: name, contentType: type, sizeBytes: bytes }, index) => {
      return { name, type, bytes, digest: await digestOfFile(Uint8Array.from(digests[index] ?? [])) };
    }),
  );
  const courseKey = Uint8Array.from(courseKeyOf(platform, course.id));
  const indexOf = (file: { name: string }) => names.indexOf(file.name);
  const indexOrNull = (file: { name: string } | null) => (file ? indexOf(file) : null);
  const manifest: Omit<Manifest, 'iat'> = {
    course: course.id,
    title: course.title,
    lines,
    key: await courseKeyId(courseKey),
    films: packed.films.map(({ id, title, media, playlist, poster, texts }) => ({
      id,
      title,
      media: indexOrNull(media),
      playlist: indexOrNull(playlist),
      poster: indexOrNull(poster),
      texts: texts.map((text) => ({ file: indexOf(text), kind: text.kind, language: text.language })),
    })),
    pictures: packed.pictures.map(indexOf),
    files,
  };
  // dated by its newest file, so that the same course is signed with the same bytes tomorrow
  const newest = new Date(Math.max(...stored.map(({ createdAt }) => createdAt.getTime())));
  const statement = await signStatement({ keys: platform.keys, clock: () => newest }, 'course-file', manifest);
  const head = Buffer.concat([writePrefix(statement.length), Buffer.from(statement), ...digests]);
  const { places, size } = layoutOf(statement.length, files);

  async function* parts({ first, last }: ByteRange): AsyncGenerator<Buffer> {
    if (first < head.length) yield head.subarray(first, last + 1);
    for (const [index, file] of files.entries()) {
      const begin = places[index]?.piecesAt ?? 0;
      const end = begin + file.bytes + (places[index]?.pieces ?? 0) * tagBytes;
      const [from, ofPieces] = [stored[index], digests[index]];
      if (from && ofPieces && end > first && begin <= last)
        yield* encryptedParts({ ...from, ofPieces }, file, { first: first - begin, last: last - begin });
    }
  }

  /**
   * The part of a file's encrypted pieces that a range covers, which is counted from the first of them. Each piece is
   * compared with its digest before it is encrypted: the academy has signed that.
   */
  async function* encryptedParts(
    from: StoredPackFile & { ofPieces: Buffer },
    file: Manifest['files'][number],
    { first, last }: ByteRange,
  ): AsyncGenerator<Buffer> {
    const key = await keyOfFile(courseKey, file.digest);
    const start = Math.max(0, Math.floor(first / (pieceBytes + tagBytes)));
    const open = await platform.files.open(from.folder as Folder, from.filename);
    let index = start;
    for await (const piece of inPieces(open.stream(start * pieceBytes, file.bytes - 1))) {
      const { at } = pieceAt(file, index);
      if (at > last) return;
      const signed = from.ofPieces.subarray(index * digestBytes, (index + 1) * digestBytes);
      if (!createHash('sha256').update(piece).digest().equals(signed)) throw damagedFile(from);
      const encrypted = Buffer.from(await encryptPiece(key, index, piece));
      yield encrypted.subarray(Math.max(0, first - at), last + 1 - at);
      index += 1;
    }
  }

  return {
    size,
    tag: `"${createHash('sha256').update(head).digest('hex').slice(0, 32)}"`,
    stream: (range) => Readable.from(parts(range), { objectMode: false }),
  };
}

/** Cuts a stream into pieces; the last one may be shorter. */
async function* inPieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + pieceBytes - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < pieceBytes) continue;
      yield piece;
      piece = new Uint8Array(pieceBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
