import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import { notFound } from '../../platform/errors.ts';
import type { Folder } from '../../platform/files/folders.ts';
import type { OpenFile } from '../../platform/files/open-file.ts';
import { FileMissing } from '../../platform/files/stores/file-store.ts';
import { personOf } from '../../platform/personal-data/person.ts';
import type { PersonalTable } from '../../platform/personal-data/personal-table.ts';
import { readRows } from '../../platform/personal-data/read-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import { academyName } from '../academy/index.ts';
import { aboutTheCopy } from './copy-words.ts';
import { copiesADay } from './rules.ts';

type Asked = { accountId: string; actorId: string; ip: string };

/**
 * All data held about a person, as a ZIP generated while it is read: a JSON file for each declared table, and the
 * person's files, decrypted. The download is audited before the first byte is sent.
 *
 * @throws AppError `not-found`, or `too-many` for too many copies in a day.
 */
export async function packCopy(
  platform: Platform,
  tables: readonly PersonalTable[],
  { accountId, actorId, ip }: Asked,
): Promise<Readable> {
  const { db, files, config, clock } = platform;
  const now = clock();
  const says = 'This data has been downloaded several times today.';
  await consume(db, { key: `copy:${accountId}:${actorId}`, max: copiesADay, seconds: 24 * 3600, says }, now);
  const { email } = await getHeld(db, accountId);
  const action = { action: 'account.copy-data', subject: { kind: 'account', id: accountId }, ip };
  await transaction(db, (tx) => appendAudit(tx, { actorId, ...action }));
  const academy = await academyName(db, config)();
  const held: { name: string; open: () => Promise<OpenFile> }[] = [];
  const unreadable: string[] = [];
  for (const { folder, filename } of await listFiles(db, accountId)) {
    const name = `files/${folder}/${filename}`;
    const open = () => files.open(folder as Folder, filename);
    // Open each file once to check that it is there: a lost file must not fail the whole copy.
    if (await isThere(open)) held.push({ name, open });
    else unreadable.push(name);
  }
  const person = await personOf(db, { accountId, email, now });
  // No `await` from here on: archive entries are read as soon as they are added.
  const zip = new ZipFile();
  const copy = zip.outputStream as Readable;
  zip.on('error', (error: Error) => copy.destroy(error));
  // The reader of the stream gets the error itself; without this handler, an error before anybody reads would crash the
  // process.
  copy.on('error', () => {});
  const add = (name: string, read: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, (done) => {
      read().then(
        (stream) => done(null, stream),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  for (const table of tables) add(`data/${table.called}.json`, async () => asJson(await readRows(db, person, table)));
  for (const { name, open } of held) add(name, async () => contentOf(await open()));
  zip.addBuffer(Buffer.from(aboutTheCopy({ academy, takenAt: now.toISOString(), unreadable })), 'README.txt');
  zip.end();
  return copy;
}

const asJson = (rows: unknown[]) => Readable.from([JSON.stringify(rows, null, 2)]);
const contentOf = (file: OpenFile) => file.stream(0, file.sizeBytes - 1);

async function isThere(open: () => Promise<OpenFile>): Promise<boolean> {
  try {
    await (await open()).close();
    return true;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
}

async function getHeld(db: Db, accountId: string) {
  const account = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  if (!account) throw notFound('There is no such user.');
  return account;
}

const listFiles = (db: Db, ownerId: string) =>
  db.selectFrom('storedFile').select(['folder', 'filename']).where('ownerId', '=', ownerId).orderBy('id').execute();
