import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError, notFound } from '../../errors.ts';
import { sizeInWords } from './bad-file.ts';
import type { Scanner } from './clamd.ts';
import { type ContentType, endingOf, type Folder, folders, isScanned, isSealed, isStoredName } from './folders.ts';
import { createLinks, type Links } from './links.ts';
import { type OpenFile, openFile } from './open-file.ts';
import { isPlain, sealed } from './sealed-file.ts';
import { contentOf, replaceFile, syncToDisk, type Written, writeFile } from './write-file.ts';

/** A file as it came in, not yet looked into; it lives in the incoming folder until it is kept or discarded. */
export type Incoming = {
  path: string;
  size: number;
  sha256: string;
  /** The sender's name for it, cleaned for showing; it never becomes part of a path. */
  originalName: string;
  /** The form's part that it came in; empty when there was no form. */
  part: string;
};

/**
 * A file whose content was examined and, where needed, made anew. It lies where its incoming file lay, so that
 * discarding the one discards the other.
 */
export type Prepared = Written & { path: string; contentType: ContentType; originalName: string };

/** A file in its place, which waits for its row. */
export type KeptFile = Written & {
  folder: Folder;
  filename: string;
  contentType: ContentType;
  originalName: string;
  /** When a virus scanner found nothing in it; empty when none has looked. */
  scannedAt?: Date | null;
};

export type Reception = { maxBytes: number; originalName?: string | undefined; part?: string | undefined };

export type Files = Links & {
  /**
   * Streams what arrives into the incoming folder.
   *
   * @throws AppError too-large over `maxBytes`; nothing is left behind by a failure.
   */
  receive: (stream: AsyncIterable<Uint8Array>, reception: Reception) => Promise<Incoming>;
  /** Takes a file that we made ourselves and hold in memory, such as a certificate. */
  receiveOwn: (bytes: Uint8Array, contentType: ContentType, originalName: string) => Promise<Prepared>;
  /**
   * Moves a file to its place for good, under a new name; both survive a power cut once this returns. What is about
   * persons is sealed, and what comes from them is looked through for malware before, where a scanner answers.
   *
   * @throws AppError bad-file for malware.
   */
  keep: (prepared: Prepared, folder: Folder) => Promise<KeptFile>;
  /** Removes a received file; one that was kept or discarded before is no matter. */
  discard: (file: { path: string }) => Promise<void>;
  /** Removes a kept file that found no row. */
  remove: (kept: Pick<KeptFile, 'folder' | 'filename'>) => Promise<void>;
  /**
   * Where a stored file lies.
   *
   * @throws AppError not-found for a name that we never gave, so that no name leads out of its folder.
   */
  path: (folder: Folder, filename: string) => string;
  /**
   * Opens a stored file, sealed or not.
   *
   * @throws the system's ENOENT when it is not on the disk.
   */
  open: (folder: Folder, filename: string) => Promise<OpenFile>;
  /** The whole content of a stored file that fits into memory; throws as `open`, and when it was tampered with. */
  read: (folder: Folder, filename: string) => Promise<Buffer>;
  /** Seals a file of a sealed folder that lies there plain; one that is sealed, or not there, is left as it is. */
  sealInPlace: (folder: Folder, filename: string) => Promise<void>;
  /** Looks through a content for malware; undefined where there is no scanner. */
  scan: Scanner | undefined;
  /** Below which address a web server in front hands out the plain files by itself, once we say so. */
  handOver: string | undefined;
  /** The folder of the files that are on their way. */
  incoming: string;
  /** The folder of uploads that arrive in pieces. */
  uploads: string;
  clock: () => Date;
};

/** Control characters, and those that turn the direction of writing to disguise an ending. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A sender's name for a file as it may be shown: without its folders, and without what cannot be seen. It is cut before
 * its letters are composed too, since that takes the square of the marks on one letter.
 */
export function cleanName(name: string | undefined): string {
  const last = basename((name ?? '').replaceAll('\\', '/'));
  return last.slice(0, 1000).normalize('NFC').replace(unprintable, '').trim().slice(0, 200) || 'file';
}

/** A picture that came as PNG and was made anew as JPEG is handed out as what it is. */
const withEnding = (name: string, contentType: ContentType) =>
  `${name.replace(/\.[^.]{1,8}$/, '')}.${endingOf(contentType)}`;

/**
 * The store of files below `${dataDir}/files`, with folders of mode 700 and files of mode 600.
 *
 * @param options.secret signs the links to private files.
 * @param options.vault seals what is about persons.
 * @param options.scan looks for malware in what comes from persons.
 * @param options.handOver where a web server in front has `files` for itself alone, such as /stored.
 */
export function createFiles(options: {
  dataDir: string;
  secret: string;
  vault: string;
  clock: () => Date;
  scan?: Scanner | undefined;
  handOver?: string | undefined;
}): Files {
  const root = join(options.dataDir, 'files');
  const incoming = join(root, '.incoming');
  const uploads = join(root, '.uploads');
  for (const folder of [incoming, uploads, ...folders.map((name) => join(root, name))]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  const pathOf = (folder: Folder, filename: string) => {
    if (!isStoredName(filename)) throw notFound('There is no such file.');
    return join(root, folder, filename);
  };

  const sealOf = (folder: Folder, filename: string) => ({ secret: options.vault, name: `${folder}/${filename}` });
  const openStored = (folder: Folder, filename: string) => openFile(pathOf(folder, filename), sealOf(folder, filename));

  async function store(source: AsyncIterable<Uint8Array>, { maxBytes, part = '' }: Reception) {
    const path = join(incoming, randomUUID());
    const sentence = `This file is too large; at most ${sizeInWords(maxBytes)} can be taken.`;
    const tooLarge = () => new AppError('too-large', sentence, part ? { fields: { [part]: sentence } } : {});
    try {
      return { path, ...(await writeFile(source, path, { maxBytes, tooLarge })) };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** A scanner that does not answer holds nobody up: the file is kept as one that was not scanned, and scanned later. */
  async function scannedAt(path: string, originalName: string): Promise<Date | null> {
    const found = await options.scan?.(contentOf(path)).catch(() => undefined);
    if (found === undefined) return null;
    if (found === null) return options.clock();
    throw new AppError('bad-file', `${originalName} was not taken: a virus scanner found ${found} in it.`);
  }

  return {
    scan: options.scan,
    handOver: options.handOver,
    ...createLinks(options),
    incoming,
    uploads,
    clock: options.clock,
    path: pathOf,
    open: openStored,
    async read(folder, filename) {
      const file = await openStored(folder, filename);
      return buffer(file.stream(0, file.sizeBytes - 1));
    },
    async receive(stream, reception) {
      const { path, sizeBytes, sha256 } = await store(stream, reception);
      const { originalName, part = '' } = reception;
      return { path, size: sizeBytes, sha256, originalName: cleanName(originalName), part };
    },
    async receiveOwn(bytes, contentType, originalName) {
      const written = await store(Readable.from([bytes]), { maxBytes: bytes.byteLength });
      return { ...written, contentType, originalName: cleanName(originalName) };
    },
    async keep({ path, contentType, sizeBytes, sha256, originalName }, folder) {
      const filename = `${randomUUID()}.${endingOf(contentType)}`;
      const scanned = isScanned(folder) ? await scannedAt(path, originalName) : null;
      if (isSealed(folder)) await replaceFile(path, sealed(contentOf(path), sealOf(folder, filename)));
      await syncToDisk(path, 'file');
      await rename(path, pathOf(folder, filename));
      await syncToDisk(join(root, folder), 'folder');
      const named = { folder, filename, contentType, originalName: withEnding(originalName, contentType) };
      return { ...named, sizeBytes, sha256, scannedAt: scanned };
    },
    async sealInPlace(folder, filename) {
      const path = pathOf(folder, filename);
      if (!isSealed(folder) || !(await isPlain(path))) return;
      // Where the sweep finds what a kill leaves behind. Whoever reads the plain file reads on in it.
      const aside = join(incoming, randomUUID());
      await writeFile(sealed(contentOf(path), sealOf(folder, filename)), aside);
      await syncToDisk(aside, 'file');
      await rename(aside, path);
      await syncToDisk(join(root, folder), 'folder');
    },
    discard: ({ path }) => rm(path, { force: true }),
    remove: ({ folder, filename }) => rm(pathOf(folder, filename), { force: true }),
  };
}

type Wanted = { file: Prepared; folder: Folder };

/**
 * Keeps files for as long as `work`, the transaction that writes their rows, takes; when it refuses, they are
 * removed again. After any other failure they stay: a connection lost during the commit leaves open whether the
 * rows exist, and the sweep removes a day later what has none.
 */
export async function keepFor<const W extends readonly Wanted[], T>(
  files: Files,
  wanted: W,
  work: (kept: { [I in keyof W]: KeptFile }) => Promise<T>,
): Promise<T> {
  const kept: KeptFile[] = [];
  const removeAll = () => Promise.all(kept.map(files.remove));
  try {
    for (const { file, folder } of wanted) kept.push(await files.keep(file, folder));
  } catch (error) {
    await removeAll();
    throw error;
  }
  try {
    return await work(kept as { [I in keyof W]: KeptFile });
  } catch (error) {
    if (error instanceof AppError) await removeAll();
    throw error;
  }
}
