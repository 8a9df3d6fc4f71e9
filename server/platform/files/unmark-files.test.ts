import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addHoldings } from '../../features/fit-to-join/testing/holdings.ts';
import { retireFilm } from '../../features/training/films/retire-film.ts';
import { checkMarks } from '../../programs/doctor/check-marks.ts';
import { runCommand } from '../../testing/command.ts';
import { databaseLocation, onServer } from '../../testing/database.ts';
import { silentLog } from '../../testing/databases.ts';
import { addCourse, addFilms, addPackageWork, addPerson, enrol, type Program } from '../../testing/factories.ts';
import { writeMarker } from '../academy-id/marker.ts';
import { ensureAcademy } from '../academy-id/open-academy.ts';
import { serveDump } from '../backup/running-program.ts';
import { openDatabase, transaction } from '../db/database.ts';
import { MIGRATIONS } from '../db/migrate.ts';
import { insertStoredFile } from './stored-files.ts';
import { unmarkFilesInUse } from './unmark-files.ts';

const place = await databaseLocation();
const clock = () => new Date('2026-11-20T06:30:00Z');
const db = await openDatabase({ ...place, log: silentLog });
afterAll(() => db.destroy());
// the folder of this database, as a start leaves it
await writeMarker(place.dataDir, { academy: await ensureAcademy(db, clock), knownAt: clock() });
/** What the factories take that are used here. */
const program = { db, clock } as Program;

const cover = () =>
  ({ folder: 'courseImg', ...noContentOf(), sizeBytes: 1, sha256: '', originalName: 'cover.png' }) as const;
const noContentOf = () => ({ filename: `${crypto.randomUUID()}.png`, contentType: 'image/png' }) as const;

/** The ids of files that are marked as deleted. */
const marked = async () =>
  (await db.selectFrom('storedFile').select('id').where('deletedAt', 'is not', null).execute()).map(({ id }) => id);

/** What was removed and replaced as people meant it, and beside that what the fault has marked. */
const rightly: string[] = [];
beforeEach(async () => {
  const learner = await addPerson(program);
  const { id: courseId } = await addCourse(program);
  await addHoldings(program, learner, [{ code: 'MED', lastDay: '2027-01-01' }]);
  const { films } = await addFilms(program, courseId, [10, 20]);
  await addPackageWork(program, { course: { id: courseId }, enrolmentId: await enrol(program, learner, courseId) });
  const removed = await transaction(db, async (tx) => {
    const { id: imageId } = await insertStoredFile(tx, cover(), { ownerId: null });
    await tx.updateTable('course').set({ imageId }).where('id', '=', courseId).execute();
    const replaced = await insertStoredFile(tx, cover(), { ownerId: null });
    await tx.updateTable('storedFile').set({ deletedAt: clock() }).where('id', '=', replaced.id).execute();
    await retireFilm(tx, films[0] ?? '', clock());
    const retired = await tx
      .selectFrom('film')
      .select('fileId')
      .where('id', '=', films[0] ?? '')
      .executeTakeFirst();
    return [replaced.id, retired?.fileId ?? ''];
  });
  rightly.push(...removed);
  // as the erasure of one person did, until the fault was found
  await sql`
    update stored_file set deleted_at = coalesce(deleted_at, ${clock()}), original_name = null
    where folder <> 'certificates' or content_type <> 'application/pdf'`.execute(db);
});

describe('files in use that are marked as deleted', () => {
  test('are unmarked by the update, and those that were replaced or removed are not', async () => {
    const before = await marked();
    await sql.raw(await readFile(join(MIGRATIONS, '0600-files-in-use.sql'), 'utf8')).execute(db);
    const after = await marked();
    expect(after.toSorted()).toEqual(rightly.toSorted());
    expect(before.length).toBeGreaterThan(after.length + 4);
    expect(await unmarkFilesInUse(db)).toEqual({});
  });

  test('are named by the doctor, and unmarked by a command, beside the running program', async () => {
    const stop = onServer()
      ? undefined
      : await serveDump({
          db,
          dataDir: place.dataDir,
          log: silentLog,
          describe: async () => ({}),
          facts: async () => ({}),
        });
    const config = { databaseUrl: place.url, dataDir: place.dataDir };
    const says = async () => (await checkMarks(config)).map(({ state, says, remedy }) => [state, says, remedy]);
    try {
      expect(await says()).toEqual([
        [
          'wrong',
          expect.stringMatching(/^\d+ files in use are marked as deleted.*\d+ pictures of courses/),
          'npm run files -- unmark',
        ],
      ]);
      const run = await runCommand('files.ts', place, { args: ['unmark'] });
      expect(run).toMatchObject({ code: 0, errors: '', output: expect.stringMatching(/\d+ pictures of courses/) });
      expect(await says()).toEqual([['fine', 'No file in use is marked as deleted', undefined]]);
      expect((await marked()).toSorted()).toEqual(rightly.toSorted());
    } finally {
      await stop?.();
    }
  });
});
