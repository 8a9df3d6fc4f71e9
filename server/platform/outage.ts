import { sqlState } from './db/database-error.ts';
import { LoggableError } from './error-in-log.ts';
import { AppError } from './errors.ts';

/**
 * The dependencies that may be unavailable for a while: the database, one that only reads, the disk, the object store,
 * the folder of the academy's keys, and external servers.
 */
export type Ground = 'database' | 'read-only' | 'disk' | 'store' | 'keys' | 'outside';

/** Thrown when an external server, such as the mail server, does not answer. */
export class Away extends Error {
  override name = 'Away';
}

/** Thrown when the object store with the academy's files does not answer, or does not let us in. */
export class StoreAway extends LoggableError {
  override name = 'StoreAway';
}

/** Thrown when the object store has no space left. */
export class StoreFull extends LoggableError {
  override name = 'StoreFull';
}

/**
 * Thrown when the file of a private key is missing or cannot be read. An operator can put it back, and nothing is lost
 * until then.
 */
export class KeyAway extends LoggableError {
  override name = 'KeyAway';
}

/** Error codes of the operating system: no space, and quota exceeded. */
const diskErrors = new Set(['ENOSPC', 'EDQUOT']);
/** A disk that became read-only after a fault. */
const readOnlyDisk = 'EROFS';

/**
 * SQLSTATEs which mean that the database is unavailable for now: no connection (class 08), insufficient resources (53),
 * ended by the administrator or a crash, or still starting (57P01 to 57P03), and an I/O error (58030). Errors about one
 * statement or one row are not among them.
 */
const databaseErrors = /^(08...|53...|57P0[123]|58030)$/;
const diskFull = '53100';
/** A statement that writes, on a replica or where `default_transaction_read_only` is set. */
const readOnlyDatabase = '25006';

/**
 * The unavailable dependency that caused an error.
 *
 * @returns undefined for every other error, which a retry would not resolve.
 */
export function groundLost(error: unknown): Ground | undefined {
  if (error instanceof Away) return 'outside';
  if (error instanceof StoreAway) return 'store';
  if (error instanceof KeyAway) return 'keys';
  if (error instanceof StoreFull) return 'disk';
  const state = sqlState(error);
  if (state === diskFull) return 'disk';
  if (state === readOnlyDatabase) return 'read-only';
  if (state !== undefined && databaseErrors.test(state)) return 'database';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === readOnlyDisk) return 'read-only';
  return diskErrors.has(code) ? 'disk' : undefined;
}

/** The sentence for the client, and after how many seconds a retry may succeed. */
const answers: Record<Ground, { sentence: string; retryAfter: number }> = {
  database: {
    sentence: 'The academy’s records cannot be reached at the moment. Please try again in a minute.',
    retryAfter: 10,
  },
  'read-only': {
    sentence: 'Nothing can be stored at the moment, only read. Please try again in a minute.',
    retryAfter: 30,
  },
  disk: {
    sentence: 'The server has no storage space left. Please try again later.',
    retryAfter: 60,
  },
  store: {
    sentence: 'The academy’s files cannot be reached at the moment. Please try again in a minute.',
    retryAfter: 10,
  },
  keys: {
    sentence: 'The academy’s keys cannot be read at the moment. Please try again later.',
    retryAfter: 60,
  },
  outside: { sentence: 'A service does not answer at the moment. Please try again.', retryAfter: 30 },
};

/** The 503 error, with Retry-After, for a fault caused by an unavailable dependency; undefined for any other fault. */
export function unavailable(error: unknown): AppError | undefined {
  const ground = groundLost(error);
  if (!ground) return undefined;
  const refusal = new AppError('unavailable', answers[ground].sentence, { retryAfter: answers[ground].retryAfter });
  refusal.cause = error;
  return refusal;
}
