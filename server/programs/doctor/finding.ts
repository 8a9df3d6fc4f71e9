import { sqlState } from '../../platform/db/database-error.ts';

/**
 * `fine`; `look`: nothing is broken, but somebody should know; `wrong`: something that the academy needs does not work.
 */
type State = 'fine' | 'look' | 'wrong';

/** A finding of a check: a sentence, and its remedy where it is not fine. */
export type Finding = { state: State; says: string; remedy?: string };

export const fine = (says: string): Finding => ({ state: 'fine', says });
export const look = (says: string, remedy: string): Finding => ({ state: 'look', says, remedy });
export const wrong = (says: string, remedy: string): Finding => ({ state: 'wrong', says, remedy });

/**
 * The message of an error, in one line; of one with several causes, as for a host with several IP addresses, the first.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  const whole = message === 'fetch failed' && cause !== undefined ? reasonOf(cause) : message;
  return whole
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

/** Bytes as gigabytes, in words. */
export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** The command that sets a setting, as the documents write settings. */
export const set = (name: string, value: string): string => `Set ${name}=${value}.`;

/** What is not examined where the database cannot be read: only the running program reads an embedded one. */
export const notRead = ({ databaseUrl }: { databaseUrl: string | undefined }): Finding =>
  databaseUrl === undefined
    ? look(
        'No program of this version runs: what it has stored, its details and its mail server are not examined.',
        'Start the program, and examine again.',
      )
    : look(
        'The database cannot be read by this version: what is stored, the details and the mail server are not examined.',
        'Correct what is wrong with the database, and examine again.',
      );

/** Whether the database cannot be used, which is examined by itself: no connection, no login, or no such database. */
export const cannotRead = (error: unknown): boolean => /^(08|28|3D|53|57)/.test(sqlState(error) ?? '');

/** The findings of a check; where it fails, that it did: the others are made all the same. */
export const attempt = (check: () => Promise<Finding[]>): Promise<Finding[]> =>
  check().catch((error: unknown) => [
    wrong(`This could not be examined: ${reasonOf(error)}.`, 'Correct what is wrong above, and examine again.'),
  ]);
