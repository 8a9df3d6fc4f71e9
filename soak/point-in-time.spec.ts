import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { type Academy, eventually, openDatabaseOf, startAcademy } from '../e2e/academy.ts';
import { databaseAt } from '../e2e/engines.ts';
import { openSchool } from '../e2e/pages/school.ts';
import { dumpStream } from '../server/platform/backup/dump-stream.ts';
import { ask, startArchive } from '../server/platform/backup/testing/point-in-time.ts';
import { openBucket } from '../server/platform/files/stores/bucket.ts';
import { ifMissing } from '../server/platform/files/stores/file-store.ts';
import { startObjectStore } from '../server/platform/files/testing/object-store.ts';
import { bucketOf } from '../server/platform/files/testing/test-place.ts';
import { startPostgres } from '../server/testing/postgres-server.ts';

// An academy on a PostgreSQL server whose log pgbackrest archives, with its files in a bucket that keeps versions.

/** Every row, in sorted order. No program runs meanwhile. */
async function rowsOf(academy: Academy): Promise<string[]> {
  const db = await openDatabaseOf(academy);
  try {
    return (await text(dumpStream(db))).split('\n').sort();
  } finally {
    await db.destroy();
  }
}

test('an academy is restored to a named second: the rows of that second, and all of their files', async () => {
  test.setTimeout(900_000);
  const [server, store] = [await startPostgres(), await startObjectStore()];
  let academy: Academy | undefined;
  try {
    if (!server) throw new Error('This test needs PostgreSQL: apt-get install postgresql (Debian).');
    await store.keepVersions();
    const archive = await startArchive(server);
    academy = await startAcademy({ engine: databaseAt(server.url), mail: 'smtp', env: { FILES: store.url } });
    archive.backUp();
    const school = await openSchool(academy);
    const courseId = await school.course('Life rafts', { films: 1, test: false });
    const asha = await school.learner('Asha', { profile: true });
    const ravi = await school.learner('Ravi', { profile: true });
    await school.enrol(asha, courseId);
    expect(await academy.terminate()).toBe(0);

    const ofRavi = `select folder || '/' || filename as name from stored_file
      where owner_id = (select id from account where email = '${ravi.email}')`;
    const documents = await ask<{ name: string }>(server.url, ofRavi);
    expect(documents.length).toBe(3);
    const rows = await rowsOf(academy);
    // the second after the last row, which is over before anything else is written
    const nextSecond = "select (date_trunc('second', now()) + interval '1 second')::text as at";
    const [{ at } = { at: '' }] = await ask<{ at: string }>(server.url, nextSecond);
    await eventually('the second is over', async () => {
      const [now] = await ask<{ over: boolean }>(server.url, `select now() > '${at}' as over`);
      return now?.over || undefined;
    });

    await academy.restart();
    // Ravi is erased, and his files with him; others arrive
    await school.ask(ravi, 'POST', '/user/account/erase', { currentPassword: ravi.password, understood: true });
    await school.learner('Meera', { profile: true });
    const bucket = openBucket(bucketOf(store.url, academy.dataDir));
    await eventually('his files are deleted', async () => {
      const found = await Promise.all(
        documents.map(({ name }) => bucket.get(name, { first: 0, last: 0 }).catch(ifMissing)),
      );
      return found.every((one) => one === undefined) || undefined;
    });
    expect(await academy.terminate()).toBe(0);
    expect(await rowsOf(academy)).not.toEqual(rows);
    await ask(server.url, 'select pg_switch_wal()');

    await archive.restoreTo(at);
    expect(await rowsOf(academy)).toEqual(rows);
    const files = rows.filter((row) => row.startsWith('["stored_file"')).length;
    const before = await academy.command('files.ts', 'check');
    expect([before.code, before.output.match(/ is missing\.$/gm)?.length]).toEqual([1, 3]);
    const recovered = expect.stringContaining(`Files: 3 recovered, ${files - 3} were there, 0 damaged or missing.\n`);
    expect(await academy.command('files.ts', 'recover')).toEqual({ code: 0, output: recovered });
    const sound = expect.stringContaining(`Files: ${files} as their rows say, 0 damaged or missing.\n`);
    expect(await academy.command('files.ts', 'check')).toEqual({ code: 0, output: sound });
    await academy.restart();
    expect((await fetch(`${academy.url}/readyz`)).status).toBe(200);
    expect(await academy.terminate()).toBe(0);
  } finally {
    await academy?.stop();
    await server?.stop();
    await store.stop();
  }
});
