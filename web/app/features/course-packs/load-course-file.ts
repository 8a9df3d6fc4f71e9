import { certificates } from '@fairlead/contract/certificates/calls';
import { digestBytes } from '@fairlead/contract/course-packs/calls';
import {
  BadCourseFile,
  type CourseFileFault,
  courseKeyId,
  courseKeyIn,
  decryptPiece,
  digestOfFile,
  type FileLayout,
  keyOfFile,
  layoutOf,
  type Manifest,
  pieceAt,
  prefixBytes,
  readManifest,
  readPrefix,
} from '@fairlead/contract/course-packs/course-file';
import type { PackedCourse, PackedFile } from '@fairlead/contract/course-packs/packed-course';
import { ApiError, call, isRefusal } from '../../lib/calls/api-client.ts';
import { aboardNow, changeAboard, type Pack } from '../../lib/device/aboard/aboard-now.ts';
import { isQuota, listPieces, writeFile, writePiece } from '../../lib/device/aboard/aboard-store.ts';
import { isSound } from '../../lib/device/aboard/fetch-pieces.ts';
import { changePack } from '../../lib/device/aboard/open-aboard.ts';
import { formatSize } from '../../lib/format/file-size.ts';
import { playsPieces } from './pack-links.ts';
import { changeQueue, queueNow } from './queue-now.ts';

const faults: Readonly<Record<CourseFileFault, string>> = {
  'not-a-course-file': 'This is not a course file of the academy. The name of a course file ends in .fairlead.',
  'newer-version':
    'This course file is for a newer version of this site. Open this site once while you have internet, and then choose the file again.',
  'unknown-key':
    'This course file is from another academy, or signed with a new key that this device does not know. Choose it again while you have internet.',
  'not-signed': 'This course file was changed after the academy signed it. It cannot be used.',
  incomplete: 'This course file is not complete. Copy it again.',
  damaged: 'This course file is damaged. Copy it again, and choose the new copy. What is loaded stays.',
  'other-key':
    'This course file does not fit your offline pass. While you have internet, remove the course from this device, take it aboard again, and save a new course file.',
};

/** A refusal that the form shows at its field. */
const refused = (message: string) => new ApiError(400, { fields: { file: message } });

/** What is being loaded in this tab, by the course's id. */
const running = new Map<string, { stop: AbortController; end: Promise<void> }>();

/** Stops loading a course from its file; what is loaded stays. */
export async function stopLoading(courseId: string): Promise<void> {
  const loading = running.get(courseId);
  loading?.stop.abort();
  await loading?.end;
}

/** Notes that a course is being loaded until `end`, which never fails. */
function noteLoading(courseId: string, stop: AbortController, end: Promise<void>): void {
  running.set(courseId, { stop, end });
  changeQueue({ loading: [...running.keys()] });
  void end.then(() => {
    if (running.get(courseId)?.end === end) running.delete(courseId);
    changeQueue({ loading: [...running.keys()] });
  });
}

/**
 * Begins to load a course from its file, of which no more than a piece is in memory, without a network too. Chosen
 * again after it was cut off, it goes on where it was.
 *
 * @returns the course's title, once the file has been found to be the academy's and to fit an offline pass of the
 *   person.
 * @throws ApiError with a sentence for the field `file` that says why not.
 */
export async function loadCourseFile(file: File): Promise<string> {
  try {
    const { manifest, places, digests } = await readHead(file);
    const pack = await packFor(manifest);
    await stopLoading(pack.courseId);
    const packed = packedBy(manifest);
    const { courseId } = pack;
    await changePack(courseId, { ...packed, source: 'file', lines: manifest.lines, isPaused: false });
    const { [courseId]: _, ...failures } = queueNow().failures;
    changeQueue({ failures });
    const stop = new AbortController();
    const course = { courseId, courseKey: courseKeyIn(pack.courseKey ?? '') };
    const end = loadPieces({ file, manifest, places, digests, course, signal: stop.signal }).catch((error: unknown) => {
      const words = whyNot(error) ?? 'The course file could not be loaded. Choose it again.';
      changeQueue({ failures: { ...queueNow().failures, [courseId]: words } });
    });
    noteLoading(courseId, stop, end);
    return manifest.title;
  } catch (error) {
    const words = whyNot(error);
    throw words === undefined ? error : refused(words);
  }
}

/** What is wrong with a file, or on this device; undefined for a failure of the program. */
function whyNot(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.fields.file;
  if (error instanceof BadCourseFile) return faults[error.fault];
  if (isQuota(error))
    return 'This browser gives no more space, or the disk of this device is full. What is loaded stays. Free some space on the device.';
  // a stick that was pulled out; or the file was changed after it was chosen
  if (error instanceof DOMException)
    return 'The course file can no longer be read. Connect the stick or the share again, and choose the file again.';
  return undefined;
}

const bytesOf = async (file: File, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(at, at + length).arrayBuffer());

/** The manifest of a file, verified, with the digests of all pieces; the whole of the file is there. */
async function readHead(file: File) {
  const length = readPrefix(await bytesOf(file, 0, prefixBytes));
  if (file.size < prefixBytes + length) throw new BadCourseFile('incomplete');
  const statement = new TextDecoder().decode(await bytesOf(file, prefixBytes, length));
  const manifest = await readManifest(statement, await academyKeys());
  const { places, digestsAt, piecesAt, size } = layoutOf(length, manifest.files);
  if (file.size < size)
    throw refused(`This course file is not complete: it has ${inAll(file.size, size)}. Copy it again.`);
  if (file.size > size) throw new BadCourseFile('damaged');
  const all = await bytesOf(file, digestsAt, piecesAt - digestsAt);
  const digests = places.map(({ digestsAt: at, pieces }) =>
    all.slice(at - digestsAt, at - digestsAt + pieces * digestBytes),
  );
  for (const [index, one] of manifest.files.entries()) {
    if ((await digestOfFile(digests[index] ?? new Uint8Array())) !== one.digest) throw new BadCourseFile('damaged');
  }
  return { manifest, places, digests };
}

const inAll = (there: number, all: number) => `${formatSize(there)} of ${formatSize(all)}`;

/** The academy's keys, which the service worker has cached with the check of certificates. */
async function academyKeys() {
  try {
    return (await call(certificates.keys)).data.keys;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw refused(
      'This device does not have the keys with which course files are checked. Choose the file again while you have internet.',
    );
  }
}

/** The pack that a file belongs to, which has the course key of an offline pass. */
async function packFor({ course, title, key, films }: Manifest): Promise<Pack> {
  const pack = aboardNow().packs.find(({ courseId }) => courseId === course);
  if (!pack)
    throw refused(
      `You have no offline pass for ${title} on this device. While you have internet, open the course, choose Take aboard, and then “Only the pages”.`,
    );
  if (pack.courseKey === null)
    throw refused(
      `Your offline pass for ${title} is not on this device yet. Open this page once while you have internet, and then choose the file again.`,
    );
  if ((await courseKeyId(courseKeyIn(pack.courseKey))) !== key) throw new BadCourseFile('other-key');
  if (!playsPieces() && films.some(({ playlist }) => playlist !== null))
    throw refused('This browser cannot play videos of this size. Use a course file with the original videos.');
  return pack;
}

/** The files of a course, as packs have them. */
function packedBy({ films, pictures, files }: Manifest): PackedCourse {
  const fileAt = (index: number | null): PackedFile | null => {
    const file = files[index ?? -1];
    return file ? { name: file.name, bytes: file.bytes, type: file.type } : null;
  };
  return {
    films: films.map(({ id, title, media, playlist, poster, texts }) => ({
      id,
      title,
      media: fileAt(media),
      playlist: fileAt(playlist),
      poster: fileAt(poster),
      texts: texts.flatMap(({ file, kind, language }) => {
        const text = fileAt(file);
        return text ? [{ ...text, kind, language }] : [];
      }),
    })),
    pictures: pictures.flatMap((index) => fileAt(index) ?? []),
  };
}

type Loading = {
  file: File;
  manifest: Manifest;
  places: readonly FileLayout[];
  digests: readonly Uint8Array<ArrayBuffer>[];
  course: { courseId: string; courseKey: Uint8Array<ArrayBuffer> };
  signal: AbortSignal;
};

/** Stores the pieces that are missing, encrypted to the person, until all are there or somebody else takes over. */
async function loadPieces({ file, manifest, places, digests, course, signal }: Loading): Promise<void> {
  const { person, key } = aboardNow();
  if (!key) return;
  const isRemoved = () => !aboardNow().packs.some(({ courseId }) => courseId === course.courseId);
  const isOver = () => signal.aborted || aboardNow().person !== person || aboardNow().key !== key || isRemoved();
  for (const [index, one] of manifest.files.entries()) {
    const [place, ofFile] = [places[index], digests[index]];
    if (!place || !ofFile) continue;
    if (isOver()) return;
    const { name, bytes, type } = one;
    await writeFile(person, name, { bytes, type, digests: ofFile });
    const there = new Set(await listPieces(person, name));
    const fileKey = await keyOfFile(course.courseKey, one.digest);
    const take = async (piece: number) => {
      const { at, length } = pieceAt(one, piece);
      const content = await decryptPiece(fileKey, piece, await bytesOf(file, place.piecesAt + at, length));
      if (!(await isSound(content, ofFile, piece))) throw new BadCourseFile('damaged');
      if (isOver()) return;
      await writePiece({ person, file: name, index: piece, key }, content);
      there.add(piece);
    };
    const missing = Array.from({ length: place.pieces }, (_, piece) => piece).filter((piece) => !there.has(piece));
    for (let next = 0; next < missing.length; next += atOnce) {
      if (isOver()) return;
      await Promise.all(missing.slice(next, next + atOnce).map(take));
      if (isOver()) return;
      changeAboard({ pieces: new Map(aboardNow().pieces).set(name, there.size) });
    }
  }
}

/** Pieces that are decrypted and stored at the same time: one alone would wait for the disk. */
const atOnce = 4;
