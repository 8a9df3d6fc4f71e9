import type { DataStore } from '@tus/server';
import type { Tx } from '../../db/database.ts';

/** An upload as far as it has come. */
export type KnownUpload = {
  id: string;
  ownerId: string | undefined;
  sizeBytes: number;
  /** Whether it has received its first byte. */
  isBegun: boolean;
  /** When it was announced or last received something, in milliseconds since 1970. */
  changedAt: number;
};

/** Where the pieces of uploads are until the uploads are used: the tus library's store, and what else is asked of it. */
export type UploadStore = DataStore & {
  /** Runs work within a transaction, in which uploads are announced and listed. */
  inTransaction: <T>(tx: Tx, work: () => Promise<T>) => Promise<T>;
  /** Undefined for one that is not there. */
  find: (id: string) => Promise<KnownUpload | undefined>;
  list: () => Promise<KnownUpload[]>;
  /** Copies a complete upload into a new local file; returns its SHA-256 (hex). */
  copyTo: (id: string, path: string) => Promise<string>;
  /** Removes an upload; does nothing if it is not there. */
  discard: (id: string) => Promise<void>;
  /** Removes uploads that have received nothing since a time, in milliseconds since 1970; returns their number. */
  sweep: (before: number) => Promise<number>;
};
