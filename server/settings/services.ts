import type { Verifier } from '@fairlead/contract/proofs/signed-note';

// What the settings say of services outside of the program.

/** A bucket of an object store that speaks S3, and the prefix of our objects in it. */
export type BucketLocation = {
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
  endpoint: string;
  region: string;
  keyId: string;
  secret: string;
};

/** A bucket, or the folder in DATA_DIR. */
export type FilesLocation = BucketLocation | undefined;
/** Where files are, and during a move the place where the others still are. */
export type FilesConfig = { place: FilesLocation; also: { place: FilesLocation } | undefined };

/** The time-stamp authority. */
export type TimeStampConfig = {
  /** The URL that takes requests, without user and password. */
  url: string;
  /** The proof of who asks (HTTP Basic); undefined for an authority that asks for nothing. */
  authorization: string | undefined;
  /** The certificates of trusted authorities, as PEM; undefined for those that TLS trusts. */
  trusted: readonly string[] | undefined;
};

/** A witness of the log: its key, and the URL below which it receives checkpoints (c2sp.org/tlog-witness). */
export type Witness = { verifier: Verifier; url: string };
