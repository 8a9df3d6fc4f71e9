import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type DatabaseLocation,
  databaseLocation,
  emptyDatabaseLocation,
  onServer,
  testOnServer,
} from '../../testing/database.ts';
import { silentLog } from '../../testing/databases.ts';
import { addPerson } from '../../testing/factories.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { type MemoryBucket, memoryBucket } from '../files/testing/memory-bucket.ts';
import { keyFiles } from '../keys/key-files.ts';
import { createKeys } from '../keys/keys.ts';
import { compare, NoAcademy, OtherAcademy, refuseBesideEmpty } from './compare.ts';
import { readBucketMarker, readMarker, writeBucketMarker, writeMarker } from './marker.ts';
import { ensureAcademy, noteAcademy, openAcademy, type Purpose } from './open-academy.ts';
import { lookAtBucket } from './places.ts';
import { OtherVault, replaceVault } from './vault-digest.ts';

/** In the place of an object store. */
const buckets: { bucket: MemoryBucket; called: string }[] = [];
afterEach(() => void buckets.splice(0));

const clock = () => new Date();
const vaults = new Map<string, string>();
const placesOf = ({ url, dataDir }: DatabaseLocation) => ({
  databaseUrl: url,
  dataDir,
  secrets: { hasVault: vaults.get(dataDir) !== '', vault: vaults.get(dataDir) ?? 'v'.repeat(32) },
  files: { place: undefined, also: undefined },
  openBuckets: () => buckets,
});
const open = (place: DatabaseLocation, purpose: Purpose = 'start', more = {}) =>
  openAcademy(placesOf(place), { purpose, log: silentLog, ...more });

/** Opens an academy for some work, and closes it. */
async function within<T>(place: DatabaseLocation, work: (db: Db) => Promise<T>, purpose?: Purpose): Promise<T> {
  const db = await open(place, purpose);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** What a start does with its keys and its marker. */
async function begin(db: Db, place: DatabaseLocation): Promise<string> {
  const id = await ensureAcademy(db, clock);
  const keys = createKeys({
    db,
    dataDir: place.dataDir,
    clock,
    academy: async () => 'Academy',
    logOrigin: 'x/api/log',
  });
  await keys.facts();
  await noteAcademy({ db, clock }, placesOf(place));
  return id;
}

const storedName = () => `courseImg/${randomUUID()}.webp`;

/** Stores a file in DATA_DIR, with its row. */
async function addFile(db: Db, { dataDir }: DatabaseLocation): Promise<void> {
  const [folder = '', filename = ''] = storedName().split('/');
  await mkdir(join(dataDir, 'files', folder), { recursive: true });
  await writeFile(join(dataDir, 'files', folder, filename), 'x');
  const what = { contentType: 'image/webp', sizeBytes: 1, sha256: '0'.repeat(64), createdAt: clock() };
  await db
    .insertInto('storedFile')
    .values({ folder, filename, ...what })
    .execute();
}

/** An academy that was started and has a file. */
async function started(): Promise<DatabaseLocation & { id: string }> {
  const place = await databaseLocation();
  const id = await within(place, async (db) => {
    const begun = await begin(db, place);
    await addFile(db, place);
    return begun;
  });
  return { ...place, id };
}

/** The folder of one academy with the database of another place. */
async function withDatabaseOf(folder: DatabaseLocation, database: DatabaseLocation): Promise<DatabaseLocation> {
  const mixed = await emptyDatabaseLocation();
  await cp(folder.dataDir, mixed.dataDir, { recursive: true, filter: (path) => !path.includes('/database') });
  if (database.url !== undefined) return { url: database.url, dataDir: mixed.dataDir };
  await cp(join(database.dataDir, 'database'), join(mixed.dataDir, 'database'), { recursive: true });
  return { dataDir: mixed.dataDir };
}

/** The files of a folder, but for those of a database that is there. */
const filesOf = async (dataDir: string) =>
  (await readdir(dataDir, { recursive: true })).filter((name) => !name.startsWith('database/')).sort();

const [one, other] = [await started(), await started()];

describe('keys and files', () => {
  test('of an academy are opened with its database, again and again', async () => {
    expect(await readMarker(one.dataDir)).toMatchObject({ academy: one.id });
    const again = await within(one, (db) => begin(db, one));
    expect(again).toBe(one.id);
    expect(
      await within(one, async (db) => (await db.selectFrom('academy').select('id').execute()).length, 'command'),
    ).toBe(1);
  });

  test('beside an empty database are refused by a start and by every command, and nothing is changed', async () => {
    const mixed = await withDatabaseOf(one, await databaseLocation());
    const before = await filesOf(mixed.dataDir);
    for (const marked of [true, false]) {
      if (!marked) await rm(join(mixed.dataDir, 'academy-id'));
      for (const purpose of ['start', 'migrate', 'command'] as const)
        await expect(open(mixed, purpose)).rejects.toThrow(
          /^DATA_DIR \(\S+\) has the keys [^\n]*has no academy: nothing was opened or changed\. [^\n]*set DATABASE_URL [^\n]*\.$/,
        );
    }
    // the files alone say it too
    await rm(join(mixed.dataDir, 'keys'), { recursive: true });
    await expect(open(mixed)).rejects.toThrow(/^DATA_DIR \(\S+\) has the files of an academy, but /);
    expect(await filesOf(mixed.dataDir)).toEqual(before.filter((name) => !/^(academy-id|keys)/.test(name)));
  });

  test('where DATABASE_URL is missing and there is no embedded database are refused, and none is created', async () => {
    const { dataDir } = await withDatabaseOf(
      one,
      await emptyDatabaseLocation().then(({ dataDir }) => ({ dataDir, url: '' })),
    );
    for (const purpose of ['start', 'migrate', 'command'] as const)
      await expect(open({ dataDir }, purpose)).rejects.toThrow(
        /^DATA_DIR \(\S+\) has the keys and files of the academy \S+, but DATABASE_URL is not set, and /,
      );
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
  });

  testOnServer('beside an empty database without tables leave it without tables', async () => {
    const empty = await emptyDatabaseLocation();
    for (const purpose of ['start', 'migrate', 'command'] as const)
      await expect(open({ ...empty, dataDir: one.dataDir }, purpose)).rejects.toThrow(OtherAcademy);
    await expect(open(empty, 'command')).rejects.toThrow(NoAcademy);
    let tables: unknown;
    const look = async (db: Kysely<never>) => {
      tables = await db.introspection.getTables();
      throw new Error('seen');
    };
    await expect(openDatabase({ ...empty, log: silentLog, inspect: look })).rejects.toThrow('seen');
    expect(tables).toEqual([]);
  });

  test('beside the database of another academy are refused, by the marker, the keys, or the files', async () => {
    const mixed = await withDatabaseOf(one, other);
    await expect(open(mixed)).rejects.toThrow(
      new RegExp(
        `^DATA_DIR \\(\\S+\\) belongs to the academy ${one.id}, and the database .* to the academy ${other.id}: `,
      ),
    );
    await expect(open(mixed, 'command')).rejects.toThrow(OtherAcademy);
    await rm(join(mixed.dataDir, 'academy-id'));
    await expect(open(mixed)).rejects.toThrow(
      /has keys that the database .* does not know: they are of another academy/,
    );
    await rm(join(mixed.dataDir, 'keys'), { recursive: true });
    await expect(open(mixed)).rejects.toThrow(
      /has files that the database .* does not know: they are of another academy/,
    );
  });

  test('of an academy of an older version get its id at the next start, by the keys or by the files', async () => {
    const own = await withDatabaseOf(one, one);
    for (const gone of ['academy-id', 'keys']) {
      await rm(join(own.dataDir, gone), { recursive: true });
      await within(own, async (db) => {
        if (gone === 'academy-id') await noteAcademy({ db, clock }, placesOf(own));
      });
      if (gone === 'academy-id') expect(await readMarker(own.dataDir)).toMatchObject({ academy: one.id });
      await rm(join(own.dataDir, 'academy-id'), { force: true });
    }
  });

  test('with a database of before its id are refused, and recovered with the id of the folder if the keys agree', async () => {
    const place = await started();
    // what a migration does with a database that has no id
    await within(place, (db) => db.updateTable('academy').set({ id: randomUUID() }).execute(), 'command');
    await expect(open(place)).rejects.toThrow(OtherAcademy);
    const db = await open(place, 'command', { mayBeOlder: true });
    await noteAcademy({ db, clock }, placesOf(place), { mayBeOlder: true });
    await db.destroy();
    expect(await within(place, (again) => begin(again, place))).toBe(place.id);
    const mixed = await withDatabaseOf(one, place);
    await expect(open(mixed, 'command', { mayBeOlder: true })).rejects.toThrow(/ has keys that .* does not know/);
    await expect(open(mixed)).rejects.toThrow(OtherAcademy);
    // without keys, the files say it before the database is migrated
    await rm(join(mixed.dataDir, 'keys'), { recursive: true });
    await expect(open(mixed, 'command', { mayBeOlder: true })).rejects.toThrow(/ has files that .* does not know/);
    await rm(join(mixed.dataDir, 'files'), { recursive: true });
    await expect(open(mixed, 'command', { mayBeOlder: true })).rejects.toThrow(/neither keys nor files/);
  });

  test('with an older copy of the database are refused, until files are recovered after it was put back', async () => {
    const place = await started();
    await within(place, (db) =>
      db
        .updateTable('academy')
        .set({ knownAt: new Date('2026-11-01') })
        .execute(),
    );
    await expect(open(place)).rejects.toThrow(/ is an older copy: .* npm run files -- recover before the start\.$/);
    const db = await open(place, 'command', { mayBeOlder: true });
    await noteAcademy({ db, clock }, placesOf(place), { mayBeOlder: true });
    await db.destroy();
    await within(place, (again) => begin(again, place));
  });

  test('are compared again before housekeeping deletes files', async () => {
    await within(one, async (db) => {
      await writeMarker(one.dataDir, { academy: other.id, knownAt: clock() });
      await expect(noteAcademy({ db, clock }, placesOf(one))).rejects.toThrow(OtherAcademy);
      await writeMarker(one.dataDir, { academy: one.id, knownAt: new Date(0) });
    });
  });
});

describe('a first start', () => {
  test('that was killed before it noted its first key is continued', async () => {
    const place = await databaseLocation();
    await within(place, async (db) => {
      await ensureAcademy(db, clock);
      const made = createKeys({ db, dataDir: place.dataDir, clock, academy: async () => 'A', logOrigin: 'x/api/log' });
      const key = await made.facts();
      await db.deleteFrom('signingKey').execute();
      expect(await keyFiles(place.dataDir).read(key.id)).toBeDefined();
    });
    await within(place, (db) => begin(db, place));
  });

  testOnServer(
    'of several instances at once, on one empty folder and one empty database, begins one academy',
    async () => {
      const place = await emptyDatabaseLocation();
      const ids = await Promise.all([1, 2, 3].map(() => within(place, (db) => begin(db, place))));
      expect(new Set(ids).size).toBe(1);
      expect(await readMarker(place.dataDir)).toMatchObject({ academy: ids[0] });
    },
  );

  test('is begun by no command', async () => {
    const empty = await emptyDatabaseLocation();
    await expect(open(empty, 'command')).rejects.toThrow(/^There is no academy: [^\n]* Set [^\n]*\.$/);
    const dataDir = join(empty.dataDir, 'not-there');
    await expect(open({ ...empty, dataDir }, 'command')).rejects.toThrow(`DATA_DIR (${dataDir}) does not exist`);
    expect([existsSync(dataDir), await readdir(empty.dataDir)]).toEqual([false, []]);
    if (!onServer()) await expect(open(empty, 'migrate')).rejects.toThrow(NoAcademy);
  });

  testOnServer('a folder that has nothing of the academy is not taken for its own by a command', async () => {
    const { dataDir } = await emptyDatabaseLocation();
    await expect(open({ ...one, dataDir }, 'command')).rejects.toThrow(/has nothing of the academy in the database/);
  });
});

describe('the vault secret', async () => {
  const other = 'o'.repeat(32);
  const place = await started();

  test('that is another one than the academy’s is refused by every opening, with what to do, and nothing is changed', async () => {
    const digest = () => within(place, async (db) => (await db.selectFrom('academy').selectAll().execute())[0]);
    const before = await digest();
    expect(before?.vaultDigest).toMatch(/^[\w-]{43}$/);
    vaults.set(place.dataDir, other);
    for (const purpose of ['start', 'migrate', 'command'] as const)
      await expect(open(place, purpose)).rejects.toThrow(
        /^The vault secret here .* is not the one with which .* set VAULT_SECRET as there\. .*npm run rotate-keys -- vault: .* Nothing was changed\.$/,
      );
    await expect(open(place, 'command', { mayBeOlder: true })).rejects.toThrow(OtherAcademy);
    vaults.delete(place.dataDir);
    expect(await digest()).toEqual(before);
  });

  test('is noted by the first start that finds none, and compared again before housekeeping', async () => {
    await within(place, (db) => db.updateTable('academy').set({ vaultDigest: null }).execute());
    await within(place, async (db) => {
      await noteAcademy({ db, clock }, placesOf(place));
      vaults.set(place.dataDir, other);
      await expect(noteAcademy({ db, clock }, placesOf(place))).rejects.toThrow(OtherVault);
    });
    await expect(open(place)).rejects.toThrow(OtherVault);
    vaults.delete(place.dataDir);
  });

  test('that replaces a lost one is the academy’s from then on', async () => {
    vaults.set(place.dataDir, other);
    const db = await open(place, 'command', { mayHaveOtherVault: true });
    await replaceVault(db, other);
    await db.destroy();
    await within(place, (again) => begin(again, place));
    vaults.delete(place.dataDir);
    await expect(open(place)).rejects.toThrow(OtherVault);
  });

  test('that is missing is refused by a start, also before a digest was noted, and not by a command', async () => {
    vaults.set(place.dataDir, '');
    const refused = () => expect(open(place)).rejects.toThrow(/^DATA_DIR lacks secrets\/vault, with which /);
    await refused();
    await within(place, (db) => db.updateTable('academy').set({ vaultDigest: null }).execute(), 'command');
    await refused();
    // a first start that was killed before it made a key has encrypted nothing
    await rm(join(place.dataDir, 'keys'), { recursive: true });
    await within(place, (db) => db.deleteFrom('signingKey').execute(), 'command');
    await within(place, async () => {});
  });
});

describe('a bucket', () => {
  const bucketWith = async (...names: string[]) => {
    const bucket = memoryBucket(clock);
    for (const name of names) await bucket.put(name, Buffer.from('x'));
    return bucket;
  };
  const look = (bucket: Awaited<ReturnType<typeof bucketWith>>) => lookAtBucket(bucket, 'the bucket b/');

  test('is compared by its marker, else by the files in it, and an empty one is free', async () => {
    await within(one, async (db) => {
      const academy = { id: one.id, knownAt: clock() };
      const compared = { db: db as unknown as Kysely<never>, academy, url: one.url };
      const { folder, filename } = await db.selectFrom('storedFile').selectAll().executeTakeFirstOrThrow();
      expect(await compare(await look(await bucketWith()), compared)).toBe(false);
      expect(await compare(await look(await bucketWith(storedName(), `${folder}/${filename}`)), compared)).toBe(true);
      await expect(compare(await look(await bucketWith(storedName())), compared)).rejects.toThrow(OtherAcademy);
      const theirs = await bucketWith(`${folder}/${filename}`);
      await writeBucketMarker(theirs, { academy: other.id, knownAt: clock() });
      await expect(compare(await look(theirs), compared)).rejects.toThrow(
        `the bucket b/ belongs to the academy ${other.id}`,
      );
      const later = await bucketWith();
      await writeBucketMarker(later, { academy: one.id, knownAt: new Date(Date.now() + 3_600_000) });
      await expect(compare(await look(later), compared)).rejects.toThrow('is an older copy');
    });
  });

  test('with files or a marker beside an empty database is refused, with what is in it', async () => {
    await refuseBesideEmpty(await look(await bucketWith()), 'postgres://h/x');
    const refused = refuseBesideEmpty(await look(await bucketWith(storedName())), 'postgres://u:secret@h/x');
    await expect(refused).rejects.toThrow(
      /^the bucket b\/ has the files of an academy, but the database x on h has no academy/,
    );
    await expect(refused).rejects.not.toThrow('secret');
  });

  test('that a later copy of the database has marked is refused, and recovered with its id if it has files of this one', async () => {
    const place = await started();
    // the machine is that of before the update: neither its database nor its folder has an id yet
    const { folder, filename } = await within(place, (db) =>
      db.selectFrom('storedFile').selectAll().executeTakeFirstOrThrow(),
    );
    await within(place, async (db) => {
      await addPerson({ db, clock });
      await db.deleteFrom('academy').execute();
    });
    await rm(join(place.dataDir, 'academy-id'));
    const marked = { academy: randomUUID(), knownAt: clock() };
    const theirs = await bucketWith(storedName());
    await writeBucketMarker(theirs, marked);
    buckets.push({ bucket: theirs, called: 'the bucket b/' });
    const recovering = () => open(place, 'command', { mayBeOlder: true });
    for (const opening of [() => open(place), recovering])
      await expect(opening()).rejects.toThrow('the bucket b/ has files that the database');
    await theirs.put(`${folder}/${filename}`, Buffer.from('x'));
    await expect(open(place)).rejects.toThrow(/ is an older copy: .* npm run files -- recover before the start\.$/);
    const db = await recovering();
    await ensureAcademy(db, clock);
    await noteAcademy({ db, clock }, placesOf(place), { mayBeOlder: true });
    await db.destroy();
    expect(await within(place, (again) => begin(again, place))).toBe(marked.academy);
    expect(await readMarker(place.dataDir)).toMatchObject({ academy: marked.academy });
    expect(await readBucketMarker(theirs)).toMatchObject({ academy: marked.academy });
  });
});

test('a damaged marker is named, with what to do', async () => {
  const place = await started();
  const path = join(place.dataDir, 'academy-id');
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, 20));
  await expect(open(place)).rejects.toThrow(`${path} is damaged: `);
});
