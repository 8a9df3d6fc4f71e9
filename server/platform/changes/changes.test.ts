import { afterEach, expect, test, vi } from 'vitest';
import { databaseLocation, testOnServer } from '../../testing/database.ts';
import { silentLog, withMaintenance } from '../../testing/databases.ts';
import { openDatabase, transaction } from '../db/database.ts';
import { Changes } from './changes.ts';

const place = await databaseLocation();
const running: (() => Promise<void>)[] = [];
const never = 3_600_000;
/** Nobody listens there: like a pooler that gives connections out by transaction, it delivers no notification. */
const nobody = 'postgres://127.0.0.1:1/none';

/** An instance that has looked once, and how to wait for the next time that it forgets what it keeps. */
async function instance(options: { url?: string; pollMilliseconds?: number } = {}) {
  const db = await openDatabase({ ...place, log: silentLog });
  const problems: string[] = [];
  const log = { info: () => {}, error: (_: object, text: string) => void problems.push(text) };
  const changes = new Changes({ db, log, url: place.url, ...options });
  let next = Promise.withResolvers<void>();
  const count = { forgotten: 0 };
  changes.on('public-pages', () => {
    count.forgotten += 1;
    next.resolve();
    next = Promise.withResolvers();
  });
  running.push(async () => {
    await changes.stop();
    await db.destroy();
  });
  const forgets = () => next.promise;
  const first = forgets();
  changes.start();
  if (place.url !== undefined) await first;
  return { db, changes, count, forgets, problems };
}
const change = ({ db, changes }: Pick<Awaited<ReturnType<typeof instance>>, 'db' | 'changes'>) =>
  transaction(db, (tx) => changes.record(tx, 'public-pages'));

afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

/** The number of connections that listen. */
const listening = () =>
  withMaintenance(place.url ?? '', async (client) => {
    const { rows } = await client.query(
      `select pid from pg_stat_activity where application_name = 'fairlead-changes' and datname = current_database()
        and query like 'listen%' and state = 'idle'`,
    );
    return rows.map(({ pid }) => Number(pid));
  });

/** Waits until one connection listens, another one than before; returns its process id on the server. */
const listener = (before?: number) =>
  vi.waitFor(
    async () => {
      const [pid] = await listening();
      expect(pid).toBeDefined();
      expect(pid).not.toBe(before);
      return pid ?? 0;
    },
    { timeout: 10_000 },
  );

test('an instance forgets what it has changed itself before the command returns, and nothing of a rollback', async () => {
  const one = await instance();
  const before = one.count.forgotten;
  const failed = transaction(one.db, async (tx) => {
    await one.changes.record(tx, 'public-pages');
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(one.count.forgotten).toBe(before);
  await change(one);
  expect(one.count.forgotten).toBeGreaterThan(before);
});

testOnServer('another instance is notified of a change when it is committed', async () => {
  const other = await instance({ pollMilliseconds: never });
  await listener();
  const one = await instance({ url: nobody });
  const forgotten = other.forgets();
  await change(one);
  await expect(forgotten).resolves.toBeUndefined();
});

testOnServer('another instance that no notification reaches finds the change at its next look', async () => {
  const [one, other] = [await instance(), await instance({ url: nobody })];
  const forgotten = other.forgets();
  await change(one);
  await expect(forgotten).resolves.toBeUndefined();
  // once: the next looks find the version that it knows
  const { forgotten: times } = other.count;
  await change(one);
  await other.forgets();
  expect(other.count.forgotten).toBe(times + 1);
});

testOnServer('after its connection was lost, an instance takes everything as changed and listens again', async () => {
  const other = await instance();
  const pid = await listener();
  const forgotten = other.forgets();
  await withMaintenance(place.url ?? '', (client) => client.query('select pg_terminate_backend($1)', [pid]));
  await forgotten;
  expect(await listener(pid)).not.toBe(pid);
});

testOnServer('trouble with the database is reported once, and over when it answers', async () => {
  const { db, forgets, problems } = await instance({ url: nobody });
  await db.schema.alterTable('changeVersion').renameTo('away').execute();
  // beside that of the notifications, which comes sooner or later
  const unread = () => problems.filter((text) => text.includes('could not be read'));
  await vi.waitFor(() => expect(unread()).toHaveLength(1), { timeout: 10_000 });
  const forgotten = forgets();
  await db.schema.alterTable('away').renameTo('changeVersion').execute();
  await forgotten;
  expect(unread()).toHaveLength(1);
});
