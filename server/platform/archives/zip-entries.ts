import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, parseExtraFields, type ZipFile } from 'yauzl';
import { Refusal } from '../inspection/refusal.ts';

/**
 * Limits of a package, many times what authoring tools write. A name is measured in characters, and its depth in
 * folders. The ratio is that of the unpacked size to the packed one; it is looked at from a size on, since a small file
 * of blanks compresses well.
 */
const most = {
  entries: 10_000,
  name: 240,
  depth: 20,
  bytes: 2 * 2 ** 30,
  ratio: 200,
  ratioFrom: 10 * 2 ** 20,
} as const;

/** A file in a package. */
export type ZipEntry = { entry: Entry; name: string; path: string; sizeBytes: number };

/** The names of files that browsers and web servers may ask for differ in case; two of them must not. */
export const pathOf = (name: string): string => name.normalize('NFC').toLowerCase();

const refuse = (name: string, sentence: string): never => {
  throw new Refusal(`${quoted(name)}: ${sentence}`);
};
/** A name of an entry as it is shown: it may be anything. */
export const quoted = (name: string): string => {
  const shown = name.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '\uFFFD');
  return `“${shown.length > 100 ? `${shown.slice(0, 100)}…` : shown}”`;
};

/**
 * Opens a package, and checks every entry without unpacking anything: names, kinds, sizes, and where each is.
 *
 * @throws Refusal with a sentence that names the entry.
 */
export async function openEntries(file: string): Promise<{ zip: ZipFile; entries: ZipEntry[] }> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(
    (cause: unknown) => {
      throw new Refusal('This file is not a ZIP file, or it is damaged. Please export the package again.', { cause });
    },
  );
  try {
    if (zip.entryCount > most.entries)
      throw new Refusal(`The package has ${zip.entryCount} files. The limit is ${most.entries}.`);
    const all: ZipEntry[] = [];
    const folders: { name: string; path: string }[] = [];
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      requireName(name);
      requireKind(name, entry);
      if (name.endsWith('/')) folders.push({ name, path: pathOf(name.slice(0, -1)) });
      else all.push({ entry, name, path: pathOf(name), sizeBytes: entry.uncompressedSize });
    }
    requireSizes(all);
    requireDistinct(all, folders);
    await requireApart(zip, all);
    return { zip, entries: all };
  } catch (error) {
    zip.close();
    if (error instanceof Refusal) throw error;
    throw new Refusal('The list of files in this ZIP file is damaged. Please export the package again.', {
      cause: error,
    });
  }
}

/** The name as its zip says; some programs of Windows write the wrong slash. */
const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFieldRaw }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, parseExtraFields(extraFieldRaw), false);

function requireName(name: string): void {
  const parts = name.replace(/\/$/, '').split('/');
  if (name === '') throw new Refusal('The package has a file without a name.');
  if (name.length > most.name) refuse(name, `the name is longer than ${most.name} characters.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) refuse(name, 'the name has a control character.');
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) refuse(name, 'the name begins outside of the package.');
  if (parts.includes('..')) refuse(name, 'the name leads out of the package.');
  if (parts.some((part) => part === '' || part === '.')) refuse(name, 'the name has an empty folder.');
  if (parts.length > most.depth) refuse(name, `it is in more than ${most.depth} folders.`);
}

/** The kind of a file in the upper half of the attributes that Unix programs write. */
const unixKind = { mask: 0o170000, folder: 0o040000, file: 0o100000, link: 0o120000 } as const;

function requireKind(name: string, entry: Entry): void {
  const isUnix = entry.versionMadeBy >>> 8 === 3 || entry.versionMadeBy >>> 8 === 19;
  const kind = isUnix ? (entry.externalFileAttributes >>> 16) & unixKind.mask : 0;
  if (kind === unixKind.link) refuse(name, 'it is a link to another file.');
  if (kind !== 0 && kind !== unixKind.file && kind !== unixKind.folder) refuse(name, 'it is not a file.');
  // bit 0: encrypted; bit 6: strongly; bit 13: its header, too
  if (entry.generalPurposeBitFlag & 0x2041)
    refuse(name, 'it is encrypted. Please export the package without a password.');
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    refuse(name, 'it is compressed in a way that is not supported. Please use ordinary ZIP compression.');
  if (name.endsWith('/') && entry.uncompressedSize > 0) refuse(name, 'it is a folder with content of its own.');
}

function requireSizes(entries: readonly ZipEntry[]): void {
  let total = 0;
  let packed = 0;
  for (const { name, entry, sizeBytes } of entries) {
    if (sizeBytes > most.ratioFrom && sizeBytes > entry.compressedSize * most.ratio)
      refuse(name, 'it unpacks to an unusual size.');
    total += sizeBytes;
    packed += entry.compressedSize;
  }
  if (total > most.bytes) throw new Refusal('The package is larger than 2 GB when it is unpacked.');
  if (total > most.ratioFrom && total > packed * most.ratio)
    throw new Refusal('The package unpacks to an unusual size.');
}

function requireDistinct(entries: readonly ZipEntry[], folders: readonly { name: string; path: string }[]): void {
  const seen = new Set<string>();
  const above = new Set(folders.map(({ path }) => path));
  for (const { name, path } of entries) {
    if (seen.has(path)) refuse(name, 'there is another file of the same name; upper and lower case do not count.');
    seen.add(path);
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) above.add(path.slice(0, at));
  }
  for (const { name, path } of entries) if (above.has(path)) refuse(name, 'it is a file and a folder.');
}

/** Each entry has its own bytes in the zip, and its two headers agree: programs that read only one see the same. */
async function requireApart(zip: ZipFile, entries: readonly ZipEntry[]): Promise<void> {
  let end = 0;
  const inOrder = entries.toSorted((a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader);
  if ((inOrder[0]?.entry.relativeOffsetOfLocalHeader ?? 0) > 0 && entries.length === zip.entryCount)
    throw new Refusal('There is something before the first file of the package.');
  for (const { name, entry } of inOrder) {
    if (entry.relativeOffsetOfLocalHeader < end) refuse(name, 'it shares its content with another file.');
    const local = await zip.readLocalFileHeaderPromise(entry).catch((cause: unknown) => {
      throw new Refusal(`${quoted(name)}: its place in the ZIP file is wrong.`, { cause });
    });
    if (!local.fileName.equals(entry.fileNameRaw)) refuse(name, 'the ZIP file has two names for it.');
    if (local.compressionMethod !== entry.compressionMethod) refuse(name, 'the ZIP file describes it in two ways.');
    end = local.fileDataStart + entry.compressedSize;
  }
}

/**
 * The content of an entry, checked against its size and checksum while it is read.
 *
 * @throws Refusal at its end when they differ, or when it is damaged.
 */
export async function* contentOfEntry(zip: ZipFile, { entry, name }: ZipEntry): AsyncGenerator<Buffer> {
  let checksum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(piece as Buffer, checksum);
      yield piece as Buffer;
    }
  } catch (cause) {
    throw new Refusal(`${quoted(name)}: it is damaged. Please export the package again.`, { cause });
  }
  if (checksum !== entry.crc32) refuse(name, 'it is damaged. Please export the package again.');
}
