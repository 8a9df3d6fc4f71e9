import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { withMaintenance } from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { canMountDisks, mountSmallDisk } from '../../../testing/small-disk.ts';
import type { HealthyAcademy, Planted } from './healthy-academy.ts';

/** A fault, how it is planted, and what the doctor says of it: one sentence, or more where it breaks more. */
export type Fault = {
  fault: string;
  /** `undo` is called after the test. */
  plant: (academy: HealthyAcademy, undo: (end: () => Promise<unknown>) => void) => Promise<Planted | undefined>;
  /** By the subjects of the doctor. */
  finds: Record<string, RegExp | RegExp[]>;
};

type Plant = Fault['plant'];

const run = ({ postgres }: HealthyAcademy, ...statements: string[]) =>
  withMaintenance(postgres.url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** A setting of the database, which new connections have. */
const inDatabase =
  (setting: string, value: string): Plant =>
  async (academy, undo) => {
    await run(academy, `alter database postgres set ${setting} = ${value}`);
    undo(() => run(academy, 'set default_transaction_read_only = off', 'alter database postgres reset all'));
  };

/** A setting of the whole server, which is told to read it. */
const inServer =
  (setting: string, value: string): Plant =>
  async (academy, undo) => {
    await run(academy, `alter system set ${setting} = ${value}`, 'select pg_reload_conf()');
    undo(() => run(academy, `alter system reset ${setting}`, 'select pg_reload_conf()'));
  };

const withUrl = ({ postgres }: HealthyAcademy, change: (url: URL) => void): Planted => {
  const url = new URL(postgres.url);
  change(url);
  return { settings: { databaseUrl: url.href } };
};

/** Another user of the database, with some rights. */
const asUser =
  (...rights: string[]): Plant =>
  async (academy, undo) => {
    await run(
      academy,
      "create role sailor login password 'sea'",
      'grant pg_read_all_data, pg_read_all_stats to sailor',
      ...rights,
    );
    undo(() => run(academy, 'drop owned by sailor', 'drop role sailor'));
    return withUrl(academy, (url) => Object.assign(url, { username: 'sailor', password: 'sea' }));
  };

/** Without a database much is not known, which is said once. */
const academy = /^look: The database cannot be read by this version: /;

/** On a disk of a few megabytes, which needs root. */
const onSmallDisk: Fault[] = canMountDisks()
  ? [
      {
        fault: 'a full disk of the database',
        plant: async (academy, undo) => {
          const disk = mountSmallDisk(2);
          const { uid, gid } = statSync(join(academy.postgres.folder, 'data'));
          chownSync(disk.folder, uid, gid);
          await run(academy, `create tablespace small location ${pg.escapeLiteral(disk.folder)}`);
          await run(academy, 'alter database postgres set temp_tablespaces = small');
          undo(async () => {
            await run(academy, 'alter database postgres reset temp_tablespaces', 'drop tablespace small');
            disk.unmount();
          });
        },
        finds: { database: /^wrong: The disk of the database is full: .*No space left on device/ },
      },
    ]
  : [];

export const faultsOfDatabase: Fault[] = [
  {
    fault: 'a database that only reads',
    plant: inDatabase('default_transaction_read_only', 'on'),
    finds: { database: /^wrong: The database only reads/ },
  },
  ...onSmallDisk,
  {
    fault: 'a slow disk of the database',
    plant: async (academy, undo) => {
      await inDatabase('commit_delay', '100000')(academy, undo);
      await inDatabase('commit_siblings', '0')(academy, undo);
    },
    finds: { database: /^wrong: The database takes 1\d\d ms to store a commit/ },
  },
  {
    fault: 'a user who may not create tables',
    plant: asUser(),
    finds: { database: /^wrong: sailor may not create tables/ },
  },
  {
    fault: 'tables of another user',
    plant: asUser('grant create on schema public to sailor'),
    finds: { database: /^wrong: Tables belong to \w+, and sailor cannot change them/ },
  },
  {
    fault: 'autovacuum that is off',
    plant: inServer('autovacuum', 'off'),
    finds: { database: /^wrong: Autovacuum is off/ },
  },
  {
    fault: 'a limit on idle sessions',
    plant: inDatabase('idle_session_timeout', "'1min'"),
    finds: { database: /^wrong: The database server ends connections .*\(idle_session_timeout is 60 s\)\.$/ },
  },
  {
    fault: 'a limit on waiting for locks',
    plant: inDatabase('lock_timeout', "'2s'"),
    finds: { database: /^wrong: The database server ends calls that wait .*\(lock_timeout is 2 s\)\.$/ },
  },
  {
    fault: 'a database server that is away',
    plant: async (academy) => {
      const port = String(await freePort());
      return withUrl(academy, (url) => Object.assign(url, { port }));
    },
    finds: {
      academy,
      database: /^wrong: The database server cannot be used: .*ECONNREFUSED/,
    },
  },
  {
    fault: 'a wrong password of the database',
    plant: async (academy) => withUrl(academy, (url) => Object.assign(url, { password: 'other' })),
    finds: {
      academy,
      database: /^wrong: The database server cannot be used: password authentication failed/,
    },
  },
  {
    fault: 'a database of a later version',
    plant: async (academy, undo) => {
      await run(academy, "insert into kysely_migration values ('9999-later', '2027-01-01')");
      undo(() => run(academy, "delete from kysely_migration where name = '9999-later'"));
    },
    finds: { database: /^wrong: The database is of a newer version: it has 9999-later/ },
  },
  {
    fault: 'two time zones',
    plant: async () => ({ settings: { timeZone: 'Asia/Later' } }),
    finds: { database: /^wrong: The database does not know the time zone Asia\/Later/ },
  },
  {
    fault: 'a clock that is wrong',
    plant: async () => ({ clock: () => new Date(Date.now() + 600_000) }),
    finds: {
      database: /^wrong: The clocks of this machine and of the database server differ by 6\d\d s\.$/,
      services: /^wrong: The time-stamp authority gave no time stamp/,
      site: /^wrong: The program at \S+ has other secrets than these settings, or another clock\.$/,
    },
  },
  {
    fault: 'a replication slot that nobody reads',
    plant: async (academy, undo) => {
      await run(academy, "select pg_create_physical_replication_slot('left', true)");
      undo(() => run(academy, "select pg_drop_replication_slot('left')"));
    },
    finds: { database: /^look: Nobody reads the replication slot left/ },
  },
];
