import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Includes the major version, because a PGlite of another PostgreSQL version cannot read the folder. */
export const DATA = 'pg18';

/** The folder of the embedded database. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'database');

/** Whether there is an embedded database in DATA_DIR. */
export const hasEmbeddedDatabase = (dataDir: string): boolean => existsSync(join(databaseFolder(dataDir), DATA));
