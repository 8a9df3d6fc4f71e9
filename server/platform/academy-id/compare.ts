import type { Kysely } from 'kysely';
import { LoggableError } from '../error-in-log.ts';
import { type AcademyInDatabase, knowsFiles, knowsKeys } from './academy-in-database.ts';
import type { FilesFound } from './places.ts';

/** Thrown when the database and the files are not of one academy; nothing was changed. The message is one line. */
export class OtherAcademy extends LoggableError {
  override name = 'OtherAcademy';
}

/** Thrown by a command that works on an academy where there is none; nothing was created. The message is one line. */
export class NoAcademy extends Error {
  override name = 'NoAcademy';
}

/** The database in words, without its user and password. */
export function databaseInWords(url: string | undefined): string {
  if (url === undefined) return 'the database in DATA_DIR';
  const { hostname, pathname } = new URL(url);
  return `the database ${pathname.slice(1)} on ${hostname || 'this machine'}`;
}

async function whatIsIn({ marker, keys, files }: FilesFound): Promise<string | undefined> {
  if (marker) return `the keys and files of the academy ${marker.academy}`;
  if (keys.length > 0) return 'the keys of an academy';
  return (await files()).length > 0 ? 'the files of an academy' : undefined;
}

const remedies = {
  server: 'set DATABASE_URL to the academy’s own database, or leave it out if that is in DATA_DIR',
  embedded: 'set DATABASE_URL to the academy’s database, or put DATA_DIR/database back from a backup',
};
const forNewOne = 'For a new academy, set DATA_DIR to an empty folder, and FILES to an empty place';

/**
 * Refuses keys or files beside a database without an academy: a start would open a new, empty one, and delete the
 * files.
 *
 * @param options.isThere whether there is a database
 * @throws OtherAcademy
 */
export async function refuseBesideEmpty(
  place: FilesFound,
  url: string | undefined,
  { isThere = true } = {},
): Promise<void> {
  const has = await whatIsIn(place);
  if (has === undefined) return;
  const lacks = isThere
    ? `${databaseInWords(url)} has no academy`
    : 'DATABASE_URL is not set, and there is no database in DATA_DIR';
  const remedy = remedies[url === undefined ? 'embedded' : 'server'];
  throw new OtherAcademy(
    `${place.called} has ${has}, but ${lacks}: nothing was opened or changed. To open that academy, ${remedy}. ${forNewOne}.`,
  );
}

export type Compared = {
  db: Kysely<never>;
  academy: AcademyInDatabase;
  url: string | undefined;
  /** Whether the database may have been put back to an earlier moment. */
  mayBeOlder?: boolean;
};

/**
 * Compares a place of files with the academy in the database: by its marker, by the keys, and by the files in it. Where
 * the marker has another id than the database, and that may be of before the update that gave it one, keys or files
 * have to show that they belong together; the id of the marker is theirs then.
 *
 * @returns whether anything there says that it is this academy's; false for a place without anything.
 * @throws OtherAcademy when it is another's, or of a later time than the database
 */
export async function compare(place: FilesFound, { db, academy, url, mayBeOlder = false }: Compared): Promise<boolean> {
  const { marker, keys, files, called } = place;
  const database = databaseInWords(url);
  const isMarkedOurs = marker !== undefined && marker.academy === academy.id;
  if (marker && !isMarkedOurs && academy.id !== undefined && !mayBeOlder)
    throw new OtherAcademy(
      `${called} belongs to the academy ${marker.academy}, and ${database} to the academy ${academy.id}: nothing was ` +
        `changed. ${setThose}`,
    );
  if (!isMarkedOurs) {
    // without any key in the database, a first start was killed before it noted those that it had made
    const areKeysKnown = keys.length > 0 ? (await knowsKeys(db, keys)) !== false : undefined;
    if (areKeysKnown === false) throw foreign(place, 'keys', database);
    const some = areKeysKnown ? [] : await files();
    if (some.length > 0 && !(await knowsFiles(db, some))) throw foreign(place, 'files', database);
    if (!areKeysKnown && some.length === 0) {
      if (!marker) return false;
      if (mayBeOlder) throw unproven(place, database);
    }
  }
  const isOlder = marker && (academy.knownAt === undefined || academy.knownAt < marker.knownAt);
  if (isOlder && !mayBeOlder) throw older(place, marker.knownAt, database);
  return true;
}

const setThose = 'Set DATABASE_URL, DATA_DIR and FILES to those of one academy.';

const foreign = ({ called }: FilesFound, what: string, database: string) =>
  new OtherAcademy(
    `${called} has ${what} that ${database} does not know: they are of another academy, and nothing was changed. ` +
      setThose,
  );

const unproven = ({ called, marker }: FilesFound, database: string) =>
  new OtherAcademy(
    `${called} belongs to the academy ${marker?.academy}, and has neither keys nor files that could show whether ` +
      `${database} is an older copy of its database: nothing was changed. Put the keys or the files back first.`,
  );

const older = ({ called }: FilesFound, knownAt: Date, database: string) =>
  new OtherAcademy(
    `${database.replace(/^t/, 'T')} is an older copy: ${called} was in use with a newer one on ${knownAt.toISOString()}. ` +
      'Nothing was changed. Set DATABASE_URL to the academy’s current database. If it was put back to an earlier moment ' +
      'on purpose, enter npm run files -- recover before the start.',
  );
