import { expect, test } from 'vitest';
import { databaseLocation, describeOnServer } from '../../testing/database.ts';
import { silentLog } from '../../testing/databases.ts';
import { type Db, openDatabase, transaction } from './database.ts';
import { consume } from './rate-limits.ts';
import { onReplica } from './replica-scope.ts';

// Two databases: what is read tells which of them was asked.
describeOnServer('reads of a replica', () => {
  const now = new Date('2026-11-26T06:00:00Z');
  const keys = (db: Db) => db.selectFrom('rateLimit').select('key').orderBy('key').execute();
  const mark = async (url: string | undefined, key: string) => {
    const db = await openDatabase({ ...(url && { url }), dataDir: '', log: silentLog });
    await db.insertInto('rateLimit').values({ key, count: 1, windowEndsAt: now }).execute();
    await db.destroy();
  };
  const places = Promise.all([databaseLocation(), databaseLocation()]);

  async function opened(replicaUrl: string | undefined, log = silentLog): Promise<Db> {
    const [{ url = '', dataDir }] = await places;
    return openDatabase({ url, dataDir, log, ...(replicaUrl && { replicaUrl }) });
  }

  test('go there alone, and transactions and limits to the primary', async () => {
    const [primary, replica] = await places;
    await mark(primary.url, 'primary');
    await mark(replica.url, 'replica');
    const db = await opened(replica.url);
    try {
      expect(await keys(db)).toEqual([{ key: 'primary' }]);
      await onReplica(async () => {
        expect(await keys(db)).toEqual([{ key: 'replica' }]);
        await consume(db, { key: 'tried', max: 1, seconds: 60 }, now);
        const written = await transaction(db, (tx) =>
          tx.selectFrom('rateLimit').select('key').orderBy('key').execute(),
        );
        expect(written).toEqual([{ key: 'primary' }, { key: 'tried' }]);
        expect(await keys(db)).toEqual([{ key: 'replica' }]);
      });
    } finally {
      await db.destroy();
    }
  });

  test('go to the primary while the replica does not answer, which is reported once', async () => {
    const warnings: unknown[] = [];
    const db = await opened('postgres://127.0.0.1:1/none', {
      ...silentLog,
      warn: (...said: unknown[]) => void warnings.push(said),
    });
    try {
      for (let i = 0; i < 2; i++) expect(await onReplica(() => keys(db))).toContainEqual({ key: 'primary' });
      expect(warnings).toHaveLength(1);
    } finally {
      await db.destroy();
    }
  });
});
