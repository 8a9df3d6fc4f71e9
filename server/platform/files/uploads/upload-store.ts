import type { DataStore } from '@tus/server';
import type { Tx } from '../../db/database.ts';

/** Whether an id is one of ours: no other is ever looked up. */
export const isUploadId = (id: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id);

/**
 * The extensions of the protocol that both stores support. The first bytes of an upload do not come with its
 * announcement: that is made in a transaction for which others wait, and a slow link would hold it. An upload without a
 * length is refused by our own rule.
 */
export const supported = ['creation', 'creation-defer-length', 'termination'];

/** The state of an upload. */
export type KnownUpload = {
  id: string;
  ownerId: string | undefined;
  sizeBytes: number;
  /** Whether it has received its first byte. */
  isBegun: boolean;
  /** When it was announced or last received something, in milliseconds since 1970. */
  changedAt: number;
};

/** Where uploads are stored until they are used: a store of the tus library, with what else the program needs of it. */
export type UploadStore = DataStore & {
  /** Runs work within a transaction, in which uploads are announced and listed. */
  inTransaction: <T>(tx: Tx, work: () => Promise<T>) => Promise<T>;
  /** Undefined if there is no such upload. */
  find: (id: string) => Promise<KnownUpload | undefined>;
  list: () => Promise<KnownUpload[]>;
  /** Copies a complete upload into a new local file; returns its SHA-256 (hex). */
  copyTo: (id: string, path: string) => Promise<string>;
  /** Removes an upload; does nothing if there is no such upload. */
  discard: (id: string) => Promise<void>;
  /** Removes uploads that have received nothing since a time, in milliseconds since 1970; returns their number. */
  sweep: (before: number) => Promise<number>;
};
