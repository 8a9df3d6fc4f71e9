import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError, notFound } from '../errors.ts';
import { sizeInWords } from './bad-file.ts';
import type { Scanner } from './clamd.ts';
import { encrypted, isPlain } from './encrypted-file.ts';
import {
  type ContentType,
  endingOf,
  type Folder,
  folders,
  isEncryptedAtRest,
  isScanned,
  isStoredName,
} from './folders.ts';
import { createLinks, type Links } from './links.ts';
import { type OpenFile, openContent } from './open-file.ts';
import type { Bucket } from './stores/bucket.ts';
import { bytesOf, type FileStore, ifMissing } from './stores/file-store.ts';
import { folderStore } from './stores/folder-store.ts';
import type { OpenedStore } from './stores/open-store.ts';
import { contentOf, replaceFile, type Written, writeFile } from './write-file.ts';

/** A file as received, not yet examined. It stays in the incoming folder until it is kept or discarded. */
export type Incoming = {
  path: string;
  size: number;
  sha256: string;
  /** The sender's name for the file, cleaned for display; it never becomes part of a path. */
  originalName: string;
  /** The form field that contained it; empty if there was no form. */
  part: string;
};

/**
 * A file whose content was examined and, where needed, re-encoded. It has the path of its incoming file, so discarding
 * one discards the other.
 */
export type Prepared = Written & { path: string; contentType: ContentType; originalName: string };

/** A file in its final place, whose row is not yet written. */
export type KeptFile = Written & {
  folder: Folder;
  filename: string;
  contentType: ContentType;
  originalName: string;
  /** When a virus scanner found no malware in it; empty when it was not scanned. */
  scannedAt?: Date | null;
};

type Reception = { maxBytes: number; originalName?: string | undefined; part?: string | undefined };

export type Files = Links & {
  /**
   * Streams a file into the incoming folder.
   *
   * @throws AppError `too-large` over `maxBytes`; nothing is left behind after a failure.
   */
  receive: (stream: AsyncIterable<Uint8Array>, reception: Reception) => Promise<Incoming>;
  /** Stores a file that we generated in memory, such as a certificate, in the incoming folder. */
  receiveOwn: (bytes: Uint8Array, contentType: ContentType, originalName: string) => Promise<Prepared>;
  /**
   * Moves a file to its final place, under a new name. When this returns, both survive a power cut. Files about persons
   * are encrypted at rest. Files from persons are scanned for malware first, if a scanner answers.
   *
   * @throws AppError `bad-file` for malware.
   */
  keep: (prepared: Prepared, folder: Folder) => Promise<KeptFile>;
  /** Removes a received file; does nothing if it was kept or discarded before. */
  discard: (file: { path: string }) => Promise<void>;
  /** Removes a kept file whose row was not written. */
  remove: (kept: Pick<KeptFile, 'folder' | 'filename'>) => Promise<void>;
  /**
   * Opens a stored file, encrypted or not.
   *
   * @throws FileMissing; AppError `not-found` for a name that we did not generate, so that no name leads out of its
   *   folder.
   */
  open: (folder: Folder, filename: string) => Promise<OpenFile>;
  /**
   * Reads the whole content of a stored file that fits into memory. Throws as `open` does, and if the file was tampered
   * with.
   */
  read: (folder: Folder, filename: string) => Promise<Buffer>;
  /**
   * Runs work that needs the path of a stored file, which is not decrypted. Throws as `open` does.
   */
  withPath: <T>(folder: Folder, filename: string, work: (path: string) => Promise<T>) => Promise<T>;
  /**
   * Encrypts a plain file in a folder whose files are encrypted at rest; does nothing if it is already encrypted or
   * missing.
   */
  encryptInPlace: (folder: Folder, filename: string) => Promise<void>;
  /**
   * Scans a received file for malware. Returns when none was found; null where there is no scanner, or no verdict.
   *
   * @throws AppError `bad-file` for malware.
   */
  scanReceived: (file: Pick<Incoming, 'path' | 'originalName'>) => Promise<Date | null>;
  /** Scans a content for malware; undefined without a scanner. */
  scan: Scanner | undefined;
  /** The internal path below which a web server in front serves the plain files, for requests that we pass to it. */
  handOver: string | undefined;
  /** Where the stored files are. */
  store: FileStore;
  /** The bucket of an object store to which new files go; undefined for the folder. */
  bucket: Bucket | undefined;
  /** While an academy moves: the bucket of its other place, if that is one. */
  otherBucket: Bucket | undefined;
  /** The local folder for files that are being received. */
  incoming: string;
  /** The folder for uploads that arrive in chunks. */
  uploads: string;
  clock: () => Date;
};

/** Control characters, and characters that change the text direction, with which a file extension can be disguised. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A sender's file name for display: without folders and invisible characters. It is cut before normalisation too, whose
 * time grows with the square of the number of marks on one character.
 */
export function cleanName(name: string | undefined): string {
  const last = basename((name ?? '').replaceAll('\\', '/'));
  return last.slice(0, 1000).normalize('NFC').replace(unprintable, '').trim().slice(0, 200) || 'file';
}

/** A picture that was sent as PNG and re-encoded as JPEG gets the extension of its new format. */
const withEnding = (name: string, contentType: ContentType) =>
  `${name.replace(/\.[^.]{1,8}$/, '')}.${endingOf(contentType)}`;

/**
 * Creates the academy's files. What is being received is in local folders of mode 700 below `${dataDir}/files`.
 *
 * @param options.stored where stored files are: in folders beside these if nothing else is given.
 * @param options.secret signs the links to private files.
 * @param options.vault the secret for encrypting files about persons at rest.
 * @param options.scan scans files from persons for malware.
 * @param options.handOver the internal path at which a web server in front serves `files`, such as /stored.
 */
export function createFiles(options: {
  dataDir: string;
  stored?: OpenedStore | undefined;
  secret: string;
  vault: string;
  clock: () => Date;
  scan?: Scanner | undefined;
  handOver?: string | undefined;
}): Files {
  const root = join(options.dataDir, 'files');
  const incoming = join(root, '.incoming');
  const uploads = join(root, '.uploads');
  for (const folder of [incoming, uploads]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { store, bucket, otherBucket } = options.stored ?? { store: folderStore(root, folders), bucket: undefined };

  const nameOf = (folder: Folder, filename: string) => {
    if (!isStoredName(filename)) throw notFound('There is no such file.');
    return `${folder}/${filename}`;
  };

  const encryptionOf = (name: string) => ({ secret: options.vault, name });
  async function openStored(folder: Folder, filename: string): Promise<OpenFile> {
    const name = nameOf(folder, filename);
    return openContent(await store.open(name), encryptionOf(name));
  }

  async function receive(source: AsyncIterable<Uint8Array>, { maxBytes, part = '' }: Reception) {
    const path = join(incoming, randomUUID());
    const sentence = `This file is too large. The limit is ${sizeInWords(maxBytes)}.`;
    const tooLarge = () => new AppError('too-large', sentence, part ? { fields: { [part]: sentence } } : {});
    try {
      return { path, ...(await writeFile(source, path, { maxBytes, tooLarge })) };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** An unavailable scanner delays nobody: the file is kept as not scanned, and is scanned later. */
  async function scanReceived({ path, originalName }: Pick<Incoming, 'path' | 'originalName'>): Promise<Date | null> {
    const found = await options.scan?.(contentOf(path)).catch(() => undefined);
    if (found === undefined) return null;
    if (found === null) return options.clock();
    throw new AppError('bad-file', `${originalName} was not accepted: a virus scanner found ${found} in it.`);
  }

  return {
    scan: options.scan,
    scanReceived,
    handOver: options.handOver,
    ...createLinks(options),
    store,
    bucket,
    otherBucket,
    incoming,
    uploads,
    clock: options.clock,
    open: openStored,
    async read(folder, filename) {
      const file = await openStored(folder, filename);
      return buffer(file.stream(0, file.sizeBytes - 1));
    },
    async receive(stream, reception) {
      const { path, sizeBytes, sha256 } = await receive(stream, reception);
      const { originalName, part = '' } = reception;
      return { path, size: sizeBytes, sha256, originalName: cleanName(originalName), part };
    },
    async receiveOwn(bytes, contentType, originalName) {
      const written = await receive(Readable.from([bytes]), { maxBytes: bytes.byteLength });
      return { ...written, contentType, originalName: cleanName(originalName) };
    },
    async keep({ path, contentType, sizeBytes, sha256, originalName }, folder) {
      const filename = `${randomUUID()}.${endingOf(contentType)}`;
      const scanned = isScanned(folder) ? await scanReceived({ path, originalName }) : null;
      const name = nameOf(folder, filename);
      if (isEncryptedAtRest(folder)) await replaceFile(path, encrypted(contentOf(path), encryptionOf(name)));
      await store.put(name, path);
      const named = { folder, filename, contentType, originalName: withEnding(originalName, contentType) };
      return { ...named, sizeBytes, sha256, scannedAt: scanned };
    },
    withPath: (folder, filename, work) => store.withPath(nameOf(folder, filename), work),
    async encryptInPlace(folder, filename) {
      const name = nameOf(folder, filename);
      if (!isEncryptedAtRest(folder)) return;
      const stored = await store.open(name).catch(ifMissing);
      if (!stored) return;
      try {
        if (!(await isPlain(stored))) return;
        // The sweep removes it after a crash. Readers of the old file continue to read it.
        const aside = join(incoming, randomUUID());
        const content = bytesOf(stored, { first: 0, last: stored.sizeBytes - 1 });
        await writeFile(encrypted(content, encryptionOf(name)), aside);
        await store.put(name, aside);
      } finally {
        await stored.close();
      }
    },
    discard: ({ path }) => rm(path, { force: true }),
    remove: ({ folder, filename }) => store.remove(nameOf(folder, filename)),
  };
}

type Wanted = { file: Prepared; folder: Folder };

/**
 * Keeps files while `work`, the transaction that writes their rows, runs; when it refuses, they are removed again.
 * After any other error they stay: when the connection is lost during the commit, it is unknown whether the rows exist.
 * The sweep deletes files that had no row for 30 days.
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
