import type { Config } from '../settings/config.ts';
import type { Changes } from './changes/changes.ts';
import type { Db } from './db/database.ts';
import type { Files } from './files/files.ts';
import type { Keys } from './keys/keys.ts';

/** The services that every feature receives. */
export type Platform = {
  db: Db;
  files: Files;
  /** The academy's signing keys. */
  keys: Keys;
  config: Config;
  /** The only source of the current time for rules and commands. */
  clock: () => Date;
  /** Tells every instance of what has changed that they keep in memory. */
  changes: Changes;
};
