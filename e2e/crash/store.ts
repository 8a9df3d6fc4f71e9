import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { checkWholeLogs } from '../../server/features/audit/check-logs.ts';
import type { Db } from '../../server/platform/db/database.ts';
import { createFiles, type Files } from '../../server/platform/files/files.ts';
import { type Folder, folders } from '../../server/platform/files/folders.ts';
import { openStore } from '../../server/platform/files/stores/open-store.ts';
import { type Swept, sweepFiles } from '../../server/platform/files/sweep.ts';
import { openUploads } from '../../server/platform/files/uploads/open-uploads.ts';
import { readConfig } from '../../server/settings/config.ts';
import { type Academy, openDatabaseOf } from '../academy.ts';

const day = 24 * 3600 * 1000;

/** Numbers of the records and files that a stopped program has left. */
export type Left = { files: number; swept: Swept; links: number };

/**
 * Cleans up after a stopped program, as its housekeeping does two days later, and checks the rest: every row has its
 * complete file, and every file its row or a note that it has none; operations that may happen once happened once; both
 * hash chains are intact.
 */
export async function expectSoundStore(academy: Academy): Promise<Left> {
  const { dataDir } = academy;
  const config = readConfig({ DATA_DIR: dataDir, ...academy.env });
  const { secrets } = config;
  const clock = () => new Date(Date.now() + 2 * day);
  const files = createFiles({ dataDir, stored: openStore(config), secret: secrets.link, vault: secrets.vault, clock });
  const db = await openDatabaseOf(academy);
  try {
    const swept = await sweepFiles(db, files);
    for (const folder of [files.incoming, files.uploads]) expect(await readdir(folder), folder).toEqual([]);
    expect(await openUploads(db, files).list()).toEqual([]);
    const count = await expectRowsAndFiles(db, files);
    await expectOnce(db);
    let links = 0;
    for (const [name, { flaws, size }] of Object.entries(await checkWholeLogs(db))) {
      expect(flaws, name).toEqual([]);
      links += size;
    }
    return { files: count, swept, links };
  } finally {
    await db.destroy();
  }
}

async function expectRowsAndFiles(db: Db, files: Files): Promise<number> {
  const rows = await db.selectFrom('storedFile').select(['folder', 'filename', 'sizeBytes', 'sha256']).execute();
  for (const { folder, filename, sizeBytes, sha256 } of rows) {
    const content = await files.read(folder as Folder, filename);
    const found = { sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    expect(found, `${folder}/${filename}`).toEqual({ sizeBytes, sha256 });
  }
  const named = new Set(rows.map(({ folder, filename }) => `${folder}/${filename}`));
  for (const folder of folders) {
    const there: string[] = [];
    for await (const { filename } of files.store.list(folder)) there.push(filename);
    const strays = there.filter((name) => !named.has(`${folder}/${name}`));
    // a file whose row is marked as deleted is noted too
    const noted = db
      .selectFrom('quarantinedFile')
      .select('filename')
      .where('folder', '=', folder)
      .where('hasRow', '=', false);
    expect(strays.sort(), folder).toEqual((await noted.orderBy('filename').execute()).map(({ filename }) => filename));
  }
  return rows.length;
}

/** Actions that are never done twice to one record. */
const once = ['account.register', 'enrolment.request', 'training.submit', 'certificate.issue', 'certificate.draw'];

async function expectOnce(db: Db): Promise<void> {
  const repeated = await db
    .selectFrom('auditEvent')
    .select(['action', 'subjectId'])
    .where('action', 'in', once)
    .groupBy(['action', 'subjectId'])
    .having((e) => e.fn.countAll<number>(), '>', 1)
    .execute();
  expect(repeated).toEqual([]);
  const { rows } = await sql`
    select enrolment_id from attempt where passed group by enrolment_id having count(*) > 1
    union all
    select e.id from enrolment e
    where exists (select 1 from attempt a where a.enrolment_id = e.id and a.passed)
      and not exists (select 1 from certificate c where c.enrolment_id = e.id)`.execute(db);
  expect(rows, 'one passed attempt, and its certificate').toEqual([]);
}
