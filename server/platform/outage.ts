import { AppError } from '../errors.ts';
import { sqlState } from './db/database-error.ts';

/** What the program stands on, and may be without for a while. */
export type Ground = 'database' | 'disk' | 'outside';

/** A server of somebody else's that does not answer, such as the mail server; whoever asked it throws this. */
export class Away extends Error {
  override name = 'Away';
}

/** Of the system: no space, no space within a quota, and a disk that was made read-only after a fault of it. */
const diskErrors = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/**
 * SQLSTATEs of a database that cannot be worked with for now: no connection (class 08), too few resources (53), ended
 * by its administrator or a crash, still starting (57P01 to 57P03), and its disk does not write (58030). What it
 * says of one statement or one row is none of them.
 */
const databaseErrors = /^(08...|53...|57P0[123]|58030)$/;
const diskFull = '53100';

/**
 * What is away, when that is why something failed.
 *
 * @returns undefined for every other error, which another try would not mend.
 */
export function groundLost(error: unknown): Ground | undefined {
  if (error instanceof Away) return 'outside';
  const state = sqlState(error);
  if (state === diskFull) return 'disk';
  if (state !== undefined && databaseErrors.test(state)) return 'database';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return diskErrors.has(code) ? 'disk' : undefined;
}

/** For whoever asked: a sentence, and after how many seconds another try may succeed. */
const told: Record<Ground, { sentence: string; retryAfter: number }> = {
  database: {
    sentence: 'The academy’s records cannot be reached at the moment. Please try again in a minute.',
    retryAfter: 10,
  },
  disk: {
    sentence: 'The academy’s computer has no room left to store anything. Please try again later.',
    retryAfter: 60,
  },
  outside: { sentence: 'Something that this needs does not answer at the moment. Please try again.', retryAfter: 30 },
};

/** The refusal that a fault is answered with when something is away: 503, and when to come again; else undefined. */
export function unavailable(error: unknown): AppError | undefined {
  const ground = groundLost(error);
  if (!ground) return undefined;
  const refusal = new AppError('unavailable', told[ground].sentence, { retryAfter: told[ground].retryAfter });
  refusal.cause = error;
  return refusal;
}
