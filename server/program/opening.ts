import { openAcademy } from '../platform/academy-id/open-academy.ts';
import type { Db } from '../platform/db/database.ts';
import { createLog, type Logger } from '../platform/http/log.ts';
import type { Config } from '../settings/config.ts';

/** An error at the start that the administrator can resolve, with a message of one line. */
export class CannotStart extends Error {}

export const cannotStart = (error: unknown): never => {
  throw new CannotStart(error instanceof Error ? error.message : String(error), { cause: error });
};

/** What a start begins with: its log, and its database, which is being opened. */
export type Opening = {
  log: Logger;
  db: Promise<Db>;
  /** Resolves when the database needs nothing of this thread for a while, or has failed. */
  isUnderWay: Promise<void>;
};

type Watched = { onStatement?: (sql: string) => void; tell?: (line: string) => void };

/**
 * Begins to open the academy's database, or to create a new one where there is nothing of another academy. That needs
 * few modules, and another thread or a server works most of the time: a program loads the others meanwhile.
 *
 * @param watched `onStatement` is told each statement, for the benchmark, which counts them; `tell` in plain lines
 *   which migrations run, if they take long.
 * @returns `db` rejects with CannotStart; the caller hands it to `start`.
 */
export function beginOpening(config: Config, watched: Watched = {}): Opening {
  // Until it listens, only warnings are logged: the banner says the rest.
  const log = createLog(config.logLevel === 'silent' ? 'silent' : 'warn');
  const replica = config.replicaUrl && { replicaUrl: config.replicaUrl };
  const { promise: isUnderWay, resolve: onOpening } = Promise.withResolvers<void>();
  const options = { purpose: 'start' as const, log, onOpening, ...replica, ...watched };
  const db = openAcademy(config, options).catch(cannotStart);
  // its failure is reported by `start`, which waits for it later
  db.then(
    () => onOpening(),
    () => onOpening(),
  );
  return { log, db, isUnderWay };
}
