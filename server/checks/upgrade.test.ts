import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { hashPassword } from '../features/accounts/passwords.ts';
import { dumpStream } from '../platform/backup/dump-stream.ts';
import { loadDatabase, migrationsOf } from '../platform/backup/load-database.ts';
import { dumpLines } from '../platform/backup/read-backup.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { migrationNames } from '../platform/db/migrate.ts';
import { newId } from '../platform/db/new-id.ts';
import { start } from '../program/start.ts';
import { readConfig } from '../settings/config.ts';
import { runCommand } from '../testing/command.ts';
import { type DatabaseLocation, emptyDatabaseLocation } from '../testing/database.ts';
import { silentLog } from '../testing/databases.ts';

/** The last migration of the version that is upgraded: until there is a release, that of a schema some weeks old. */
const lastOfOlder = '0400';
const older = (await migrationNames()).filter((name) => name.slice(0, 4) <= lastOfOlder);

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((made) => rm(made, { recursive: true, force: true }))));
async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'fairlead-upgrade-'));
  folders.push(made);
  return made;
}

const used = await emptyDatabaseLocation();
const back = await emptyDatabaseLocation();

const email = 'asha.nair@example.org';
const password = 'lighthouse keeper';
const admin = { ADMIN_EMAIL: 'harbour@example.org', ADMIN_PASSWORD: password };
const configOf = ({ dataDir, url }: DatabaseLocation) =>
  readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...admin, ...(url && { DATABASE_URL: url }) });

/** A learner with a course that is accepted, and an email that waits, in SQL: the older version has other types. */
async function fill(db: Db): Promise<string> {
  const [account, course] = [newId(), newId()];
  await sql`insert into account (id, email, prefix, first_name, last_name, mobile, role, password_hash,
      email_verified_at, approved_at, created_at)
    values (${account}, ${email}, 'Mrs', 'Asha', 'Nair', '9820012345', 'learner', ${await hashPassword(password)},
      now(), now(), now())`.execute(db);
  await sql`insert into course (id, title, description, duration, price, category, regulations, subjects,
      validity_months, created_at, updated_at)
    values (${course}, 'Fire Prevention', 'x', '3 days', 8500, 'Safety', 'STCW', '["Fire"]', 60, now(), now())`.execute(
    db,
  );
  await sql`insert into enrolment (id, account_id, course_id, status, requested_at)
    values (${newId()}, ${account}, ${course}, 'approved', now())`.execute(db);
  await sql`insert into job (kind, payload, run_at) values ('mail', '{}', now() + interval '1 day')`.execute(db);
  return course;
}

/** The lines of a dump in sorted order, because their order is not guaranteed. */
const sortedDump = async (db: Db) => (await text(dumpStream(db))).split('\n').sort();

// a database is made three times, from nothing
test('this version starts on the data of an older one, and one goes back to that by its backup', async () => {
  const backup = join(await folder(), 'before');
  const old = await openDatabase({ ...used, log: silentLog, only: older });
  const course = await fill(old);
  const before = await sortedDump(old);
  await writeBackup({ dataDir: used.dataDir, target: backup, vault: 'no file' }, () => dumpStream(old));
  await old.destroy();

  expect(await runCommand('migrate.ts', used)).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringMatching(/The database has the schema of this version\.\n$/),
  });
  const program = await start(configOf(used), { dev: false });
  try {
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, password });
    const login = await fetch(`${program.url}/api/user/login`, { method: 'POST', headers, body });
    expect(login.status).toBe(200);
    const { accessToken } = (await login.json()) as { accessToken: string };
    const own = await fetch(`${program.url}/api/userCourses/user`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(await own.json()).toMatchObject([{ courseId: { _id: course }, status: 'approved' }]);
  } finally {
    await program.stop();
  }

  // the older version: its migrations alone, and the dump that it has made
  const lines = dumpLines(backup);
  const head = await lines.next();
  expect(migrationsOf(head.done ? '' : head.value, older)).toEqual(older);
  const again = await openDatabase({ ...back, log: silentLog, only: older });
  try {
    await loadDatabase(again, lines);
    expect(await sortedDump(again)).toEqual(before);
  } finally {
    await again.destroy();
  }
}, 120_000);
