import { LoggableError } from '../../error-in-log.ts';

/**
 * Where stored files are: a folder, or a bucket of an object store. A name consists of a folder and a file name
 * (`certificates/….pdf`); a file under it is complete or is not there, and is replaced as a whole.
 */
export type FileStore = {
  /**
   * Stores the content of a local file under a name, in place of any earlier one. When this returns, it survives a
   * power cut, and the local file is gone. After a failure the local file may still be there.
   */
  put: (name: string, path: string) => Promise<void>;
  /** @throws FileMissing */
  open: (name: string) => Promise<StoredBytes>;
  /** Removes a file; does nothing if there is none. */
  remove: (name: string) => Promise<void>;
  /** Undoes the deletion of a file, if the store keeps what was deleted; does nothing otherwise. */
  undelete: (name: string) => Promise<void>;
  /** The files of a folder, each with the time at which it was stored, in milliseconds since 1970. */
  list: (folder: string) => AsyncIterable<{ filename: string; changedAt: number }>;
  /**
   * Runs work that needs a path, such as ffmpeg's: that of the file itself, or that of a copy, which is removed
   * afterwards. The work must not change the file.
   *
   * @throws FileMissing
   */
  withPath: <T>(name: string, work: (path: string) => Promise<T>) => Promise<T>;
  /** @throws the reason why the store cannot be used at the moment. */
  check: () => Promise<void>;
};

/** A stored file that is open, as it is stored: possibly encrypted. */
export type StoredBytes = {
  sizeBytes: number;
  /** The number of bytes for which a reader of the whole file should ask at a time. */
  pieceBytes: number;
  /**
   * Fills the buffer with the bytes from `at` on. Returns their number: less than the buffer's size only at the end.
   */
  read: (buffer: Uint8Array, at: number) => Promise<number>;
  close: () => Promise<void>;
};

/** Thrown when there is no file of a name, as after a restore of the database without its files. */
export class FileMissing extends LoggableError {
  override name = 'FileMissing';
  constructor(file: string, options?: ErrorOptions) {
    super(`There is no stored file ${file}`, options);
  }
}

/** Returns undefined for a missing file, and throws every other error again. */
export function ifMissing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error;
}

/** The bytes from `first` to `last`, both included, one piece after the other. */
export async function* bytesOf(
  { read, pieceBytes }: Pick<StoredBytes, 'read' | 'pieceBytes'>,
  { first, last }: { first: number; last: number },
): AsyncGenerator<Buffer> {
  for (let at = first; at <= last; ) {
    const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, last + 1 - at));
    const count = await read(buffer, at);
    if (count === 0) throw new Error(`The file ends at ${at}, before ${last}`);
    yield buffer.subarray(0, count);
    at += count;
  }
}
