import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { FilesConfig } from '../../settings/services.ts';
import { type DatabaseOptions, type Db, lookAtServer, openDatabase } from '../db/database.ts';
import { hasEmbeddedDatabase } from '../db/embedded/place.ts';
import type { Log } from '../db/log.ts';
import type { Bucket } from '../files/stores/bucket.ts';
import { StoreAway } from '../outage.ts';
import { type AcademyInDatabase, academyIn, knowsKeys } from './academy-in-database.ts';
import { type Compared, compare, databaseInWords, NoAcademy, refuseBesideEmpty } from './compare.ts';
import { writeBucketMarker, writeMarker } from './marker.ts';
import { bucketsOf, type FilesFound, lookAtBucket, lookAtFolder } from './places.ts';
import { unfinishedRestore } from './restoring.ts';
import { noteVault, OtherVault, type VaultSecret, whyOtherVault } from './vault-digest.ts';

/**
 * `start` opens an academy, or begins a new one where there is neither a database nor files; `migrate` the same, but
 * creates nothing in DATA_DIR; `command` opens an academy that is there.
 */
export type Purpose = 'start' | 'migrate' | 'command';

export type AcademyLocations = {
  databaseUrl?: string | undefined;
  dataDir: string;
  files: FilesConfig;
  secrets: VaultSecret;
  /** Opens the buckets that `files` names; tests have others. */
  openBuckets?: typeof bucketsOf;
};

type Options = {
  purpose: Purpose;
  mayBeOlder?: boolean;
  /** Whether the vault secret may be another one than the academy's. */
  mayHaveOtherVault?: boolean;
  log: Log;
} & Pick<DatabaseOptions, 'replicaUrl' | 'statementLimit' | 'transactionLimit' | 'onStatement' | 'onOpening' | 'tell'>;

/**
 * Opens the academy's database after it was compared with DATA_DIR and the bucket, and before it is migrated. Nothing
 * is created or changed when it throws. A bucket that is away is not compared: housekeeping does so before it deletes.
 *
 * @throws NoAcademy where a command finds none, or a restore was not completed; OtherAcademy when database and files
 *   are not of one academy
 */
export async function openAcademy(
  places: AcademyLocations,
  { purpose, mayBeOlder = false, mayHaveOtherVault = false, ...options }: Options,
): Promise<Db> {
  const { databaseUrl: url, dataDir } = places;
  if (purpose === 'command') refuseMissing(dataDir);
  await refuseUnfinished(dataDir);
  // Before the database: of several instances that start at once on an empty folder, the first notes the academy in the
  // database before it writes a key or a file.
  const folder = await lookAtFolder(dataDir);
  if (url === undefined && !hasEmbeddedDatabase(dataDir)) {
    await refuseBesideEmpty(folder, url, { isThere: false });
    if (purpose !== 'start')
      throw new NoAcademy(
        `There is no academy: DATA_DIR (${dataDir}) has no database, and DATABASE_URL is not set. Set both as for the program.`,
      );
  }
  return openDatabase({
    ...options,
    ...(url !== undefined && { url }),
    dataDir,
    inspect: async (db) => {
      const academy = await inspect(db, { places, folder, purpose, mayBeOlder, log: options.log });
      if (academy && !mayHaveOtherVault) await requireVault(db, places, { academy, purpose });
    },
  });
}

/**
 * Compares the academy in a database on a server with its places, as a command does, and leaves it as it is.
 *
 * @param look what else is read, with the id of the academy: undefined until this version has started on it
 * @throws NoAcademy, OtherAcademy
 */
export async function inspectAcademy<T>(
  places: AcademyLocations,
  log: Log,
  look: (db: Kysely<never>, id: string | undefined) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url, dataDir } = places;
  if (url === undefined) throw new Error('Only a database on a server can be looked at beside the program');
  refuseMissing(dataDir);
  await refuseUnfinished(dataDir);
  const folder = await lookAtFolder(dataDir);
  return lookAtServer(url, log, async (db) => {
    const academy = await inspect(db, { places, folder, purpose: 'command', mayBeOlder: false, log });
    if (academy) await requireVault(db, places, { academy, purpose: 'command' });
    return look(db, academy?.id);
  });
}

function refuseMissing(dataDir: string): void {
  if (!existsSync(dataDir))
    throw new NoAcademy(`There is no academy: DATA_DIR (${dataDir}) does not exist. Set DATA_DIR to its folder.`);
}

async function refuseUnfinished(dataDir: string): Promise<void> {
  const why = await unfinishedRestore(dataDir);
  if (why !== undefined) throw new NoAcademy(why);
}

type Inspection = { places: AcademyLocations; folder: FilesFound; purpose: Purpose; mayBeOlder: boolean; log: Log };

async function inspect(
  db: Kysely<never>,
  { places, folder, purpose, mayBeOlder, log }: Inspection,
): Promise<AcademyInDatabase | undefined> {
  const { databaseUrl: url, dataDir } = places;
  const academy = await academyIn(db);
  const whenAway = (error: StoreAway) =>
    log.warn({ err: error }, 'whose files are in the object store is not known while it is away');
  if (!academy) {
    await refuseBesideEmpty(folder, url);
    if (purpose === 'command')
      throw new NoAcademy(
        `There is no academy: ${databaseInWords(url)} is empty. Set DATABASE_URL and DATA_DIR as for the program.`,
      );
    await ofEachBucket(places, whenAway, (place) => refuseBesideEmpty(place, url));
    return undefined;
  }
  const { isKnown } = await comparePlaces(places, folder, { db, academy, url, mayBeOlder }, whenAway);
  // an instance whose keys were lost still has its secrets
  if (purpose === 'command' && !isKnown && !existsSync(join(dataDir, 'secrets')))
    throw new NoAcademy(
      `DATA_DIR (${dataDir}) has nothing of the academy in ${databaseInWords(url)}: set DATA_DIR to its folder.`,
    );
  return academy;
}

/**
 * Compares the vault secret, before one is made. A command may do without, if it needs none. An academy that has no
 * keys yet has encrypted nothing: its first start was killed.
 *
 * @throws OtherVault
 */
async function requireVault(
  db: Kysely<never>,
  { secrets, databaseUrl }: AcademyLocations,
  { academy, purpose }: { academy: AcademyInDatabase; purpose: Purpose },
): Promise<void> {
  const noted = academy.vaultDigest ?? null;
  if (!secrets.hasVault) {
    if (purpose !== 'start') return;
    if (noted === null && (await knowsKeys(db, [])) === undefined) return;
  }
  const why = whyOtherVault(secrets, noted, databaseInWords(databaseUrl));
  if (why !== undefined) throw new OtherVault(`${why} Nothing was changed.`);
}

/** Does some work for each bucket, but for one that is away. */
async function ofEachBucket(
  { files, openBuckets = bucketsOf }: AcademyLocations,
  whenAway: (error: StoreAway) => void,
  work: (place: FilesFound, bucket: Bucket) => Promise<void>,
): Promise<void> {
  for (const { bucket, called } of openBuckets(files)) {
    try {
      await bucket.check();
      await work(await lookAtBucket(bucket, called), bucket);
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      whenAway(error);
    }
  }
}

/**
 * Compares DATA_DIR and the buckets with the academy in the database.
 *
 * @returns the id that it has from now on, that of a marker where it differs; whether DATA_DIR is known to be its own;
 *   and the buckets that were not away
 * @throws OtherAcademy, and what `whenAway` throws
 */
async function comparePlaces(
  places: AcademyLocations,
  folder: FilesFound,
  compared: Compared,
  whenAway: (error: StoreAway) => void,
): Promise<{ id: string | undefined; isKnown: boolean; reached: Bucket[] }> {
  const isKnown = await compare(folder, compared);
  let id = folder.marker?.academy ?? compared.academy.id;
  const reached: Bucket[] = [];
  await ofEachBucket(places, whenAway, async (place, bucket) => {
    await compare(place, { ...compared, academy: { ...compared.academy, id } });
    id = place.marker?.academy ?? id;
    reached.push(bucket);
  });
  return { id, isKnown, reached };
}

/** The id of the academy in an open database, which gets one if it has none. Several instances may do so at once. */
export async function ensureAcademy(db: Db, clock: () => Date): Promise<string> {
  await db
    .insertInto('academy')
    .values({ id: randomUUID(), knownAt: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db.selectFrom('academy').select('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * Compares the academy's places with its open database again, and notes whose they are and which secret encrypts: at
 * the start once the keys are there, and before each housekeeping, which deletes files. The marker of DATA_DIR has the
 * time of the note before this one: if the database loses its last seconds in a failover, the folder is not newer than
 * what is left.
 *
 * @throws OtherAcademy or OtherVault, and StoreAway unless `mayBeAway`
 */
export async function noteAcademy(
  { db, clock }: { db: Db; clock: () => Date },
  places: AcademyLocations,
  { mayBeAway = false, mayBeOlder = false } = {},
): Promise<void> {
  const academy = await db.selectFrom('academy').select(['id', 'knownAt']).executeTakeFirstOrThrow();
  const compared = { db: db as unknown as Kysely<never>, academy, url: places.databaseUrl, mayBeOlder };
  const { id = academy.id, reached } = await comparePlaces(
    places,
    await lookAtFolder(places.dataDir),
    compared,
    (error) => {
      if (!mayBeAway) throw error;
    },
  );
  await noteVault(db, places.secrets, databaseInWords(places.databaseUrl));
  const marker = { academy: id, knownAt: academy.knownAt };
  for (const bucket of reached) await writeBucketMarker(bucket, marker);
  if (id !== academy.id) await db.updateTable('academy').set({ id }).execute();
  await writeMarker(places.dataDir, marker);
  const now = clock();
  await db.updateTable('academy').set({ knownAt: now }).where('knownAt', '<', now).execute();
}
