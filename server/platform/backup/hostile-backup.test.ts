import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { someOf } from '../../testing/cases.ts';
import { runCommand } from '../../testing/command.ts';
import { emptyDatabaseLocation } from '../../testing/database.ts';
import { silentLog } from '../../testing/databases.ts';
import { openDatabase } from '../db/database.ts';
import { migrationNames } from '../db/migrate.ts';
import { CannotRestore, loadDatabase } from './load-database.ts';
import { dumpLines, restoreFiles } from './read-backup.ts';

// Malicious backups. The person who restores one trusts its content; it must do no further harm.

const root = await mkdtemp(join(tmpdir(), 'fairlead-hostile-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

type Contents = { files?: Record<string, string>; sums?: string; dump?: string | Buffer };

/** A backup with these files and dump lines, and with correct digests; more digest lines may be added. */
async function backupOf({ files = {}, sums = '', dump = '' }: Contents): Promise<string> {
  const backup = await mkdtemp(join(root, 'backup-'));
  const zipped = gzipSync(dump);
  const all = { 'database.jsonl.gz': zipped, ...files };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(backup, name)), { recursive: true });
    await writeFile(join(backup, name), content);
  }
  const digests = Object.entries(all).map(([name, content]) => `${sha256(content)}  ${name}\n`);
  await writeFile(join(backup, 'SHA256SUMS'), digests.join('') + sums);
  return backup;
}
const emptyFolder = () => mkdtemp(join(root, 'data-'));

/** The names of everything outside a backup and its data folder. */
const around = async () => (await readdir(root)).filter((name) => !/^(backup|data)-/.test(name));

describe('files of a backup', () => {
  const outside = `${sha256('x')}  `;

  // shows: threats/hostile-backup
  test.each([
    ['above it', 'data/../../outside'],
    ['above it, from deep below', 'data/files/../../../outside'],
    ['at an absolute path', '/etc/outside'],
    ['at an absolute path behind the folder', 'data//etc/outside'],
    ['by backslashes', 'data/..\\..\\outside'],
    ['of the embedded database', 'data/database/postgresql.auto.conf'],
    ['of the running program', 'data/control'],
    ['in another spelling', 'data/./secrets/token'],
    ['under the folder itself', 'data/'],
    ['beside the data', 'database/x'],
    ['with a zero byte', 'data/files/a\0b'],
  ])('are not written %s', async (_, name) => {
    const backup = await backupOf({ files: { 'data/secrets/token': 't' }, sums: `${outside}${name}\n` });
    const dataDir = await emptyFolder();
    const before = await around();
    await expect(restoreFiles(backup, dataDir)).rejects.toThrow(CannotRestore);
    expect([await readdir(dataDir), await around()]).toEqual([[], before]);
  });

  // shows: threats/hostile-backup
  test.each<[string, (backup: string) => Promise<unknown>]>([
    ['a link to a file of this machine', (backup) => symlink('/etc/hostname', join(backup, 'data/files/x/paper.pdf'))],
    ['a link to a device without end', (backup) => symlink('/dev/zero', join(backup, 'data/files/x/paper.pdf'))],
    [
      'a pipe that nobody writes to',
      async (backup) => execFileSync('mkfifo', [join(backup, 'data/files/x/paper.pdf')]),
    ],
    ['a folder', (backup) => mkdir(join(backup, 'data/files/x/paper.pdf'))],
    [
      'in a folder that is a link',
      async (backup) => {
        const elsewhere = await mkdtemp(join(root, 'data-'));
        await writeFile(join(elsewhere, 'paper.pdf'), 'x');
        await rm(join(backup, 'data/files/x'), { recursive: true });
        await symlink(elsewhere, join(backup, 'data/files/x'));
      },
    ],
  ])('are regular files: not %s', async (_, put) => {
    const backup = await backupOf({ sums: `${outside}data/files/x/paper.pdf\n` });
    await mkdir(join(backup, 'data/files/x'), { recursive: true });
    await put(backup);
    const dataDir = await emptyFolder();
    await expect(restoreFiles(backup, dataDir)).rejects.toThrow('is no plain file in it');
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('are read from a folder that is a link itself, as somebody who restores may use', async () => {
    const backup = await backupOf({ files: { 'data/secrets/token': 't' } });
    const link = join(root, 'backup-linked');
    await symlink(backup, link);
    expect(await restoreFiles(link, await emptyFolder())).toMatchObject({ files: 1 });
  });
});

describe('rows of a backup', () => {
  const load = async (dump: string | Buffer, tail = true) => {
    const backup = await backupOf({
      dump: Buffer.concat([Buffer.from(dump), Buffer.from(tail ? '{"rows":1}\n' : '')]),
    });
    const place = await emptied;
    return loadDatabase(place, dumpLines(backup));
  };
  const emptied = emptyDatabaseLocation().then((place) => openDatabase({ ...place, log: silentLog }));
  afterAll(async () => (await emptied).destroy());

  // shows: threats/hostile-backup
  test.each([
    ['a table that is not there', '["no_such_table",{}]\n', 'not a table here'],
    ['a table of the migrator', '["kysely_migration",{"name":"9999-x","timestamp":"x"}]\n', 'not a table here'],
    ['a table of the engine', '["pg_authid",{"rolname":"x"}]\n', 'not a table here'],
    ['a name that is no name', '["account; drop table account",{}]\n', 'damaged after 0 rows'],
    ['a name in quotes', '["a\\"b",{}]\n', 'damaged after 0 rows'],
    ['no JSON', '["account",{"id":}]\n', 'rows of account are refused'],
    ['a value of another kind', '["rate_limit",{"key":"k","window_ends_at":"never","count":1}]\n', 'are refused'],
    [
      'a reference to nothing',
      `["session",{"id":"${crypto.randomUUID()}","account_id":"${crypto.randomUUID()}","created_at":"2026-11-23T00:00:00Z","last_used_at":"2026-11-23T00:00:00Z","expires_at":"2026-11-24T00:00:00Z"}]\n`,
      'violates foreign key constraint',
    ],
  ])('are refused with %s, and none is kept', async (_, row, said) => {
    const refusal = await load(row).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CannotRestore);
    expect(String(refusal)).toContain(said);
    const db = await emptied;
    expect(await db.selectFrom('rateLimit').selectAll().execute()).toEqual([]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual((await migrationNames()).sort());
  });

  // shows: threats/hostile-backup
  test('with unknown columns, and SQL in names and values, are treated as data', async () => {
    const key = "k'); drop table account; --";
    const row = { key, window_ends_at: '2026-11-23T00:00:00Z', count: 1, 'x"; drop table account; --': 1 };
    expect(await load(`["rate_limit",${JSON.stringify(row)}]\n`)).toBe(1);
    const db = await emptied;
    expect(await db.selectFrom('rateLimit').select('key').execute()).toEqual([{ key }]);
    expect(await db.selectFrom('account').select('id').execute()).toEqual([]);
    await db.deleteFrom('rateLimit').execute();
  });

  // shows: threats/hostile-backup
  test('that decompress without end are refused before they fill the memory', async () => {
    // One row of 80 MB, compressed to about 80 kB.
    await expect(load(Buffer.alloc(80_000_000, 'x'))).rejects.toThrow('one of its rows has no end');
  });

  test('with a wrong count, or truncated, are not kept', async () => {
    const row = '["rate_limit",{"key":"k","window_ends_at":"2026-11-23T00:00:00Z","count":1}]\n';
    await expect(load(`${row}${row.replace('"k"', '"l"')}`)).rejects.toThrow('cut short or damaged after 2 rows');
    await expect(load(row, false)).rejects.toThrow('cut short or damaged');
    expect(await (await emptied).selectFrom('rateLimit').selectAll().execute()).toEqual([]);
  });
});

test.each(
  someOf(
    [
      ['no migrations', '{"format":1,"migrations":[]}'],
      ['migrations that nobody has written', '{"format":1,"migrations":["../../etc/passwd"]}'],
      ['nothing', ''],
    ] as const,
    3,
  ),
)('a backup whose dump begins with %s is refused with one line by the command', async (_, first) => {
  const backup = await backupOf({ dump: `${first}\n{"rows":0}\n` });
  const { code, errors } = await runCommand('restore.ts', await emptyDatabaseLocation(), { args: [backup] });
  expect([code, errors.trim().split('\n')]).toEqual([
    1,
    [expect.stringMatching(/^The backup (is damaged|was made by a newer version)/)],
  ]);
});
