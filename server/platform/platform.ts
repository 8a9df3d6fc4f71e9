import type { Config } from '../config.ts';
import type { Db } from './db/database.ts';
import type { Files } from './files/files.ts';
import type { Keys } from './keys/keys.ts';

/** What every feature is given to work with. */
export type Platform = {
  db: Db;
  files: Files;
  /** What the academy signs with. */
  keys: Keys;
  config: Config;
  /** The only source of 'now' for rules and commands. */
  clock: () => Date;
  /** Called after the commit of whatever changes a public page, so that no stored copy outlives it. */
  onPublicChange: () => void;
};
