import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { transaction } from '../../../platform/db/database.ts';
import { Worker } from '../../../platform/jobs/worker.ts';
import { testApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { preparationJobs, queuePreparation } from './preparation-queue.ts';
import { prepareFilm } from './prepare-film.ts';

const program = await testApp();
const { call, person, db, clock } = program;
const editor = await person('admin');
const fixture = join(import.meta.dirname, '../../../platform/films/fixtures/h264-aac-moov-first.mp4');
const failures: object[] = [];
const log = { debug: () => {}, info: () => {}, error: (fields: object) => void failures.push(fields) };

/** A script used instead of ffmpeg: every version is the same film in one segment. */
async function quickFfmpeg(): Promise<string> {
  const path = join(program.config.dataDir, 'ffmpeg');
  const playlist = '#EXTM3U\\n#EXT-X-TARGETDURATION:2\\n#EXTINF:2.0,\\n#EXT-X-BYTERANGE:6000@700\\nx\\n';
  const version = `cp '${fixture}' "\${last%.m3u8}"; printf '${playlist}' > "$last"`;
  await writeFile(
    path,
    `#!/bin/sh\nfor last; do :; done\ncase "$last" in\n*.m3u8) ${version} ;;\n*) printf x > "$last" ;;\nesac\n`,
  );
  await chmod(path, 0o700);
  return path;
}

/** A film that is said to last so long, queued for its preparation. */
async function queuedFilm(durationSeconds: number): Promise<string> {
  const form = new FormData();
  form.set('courseId', (await addCourse(program)).id);
  form.set('title', 'Drills');
  form.append('trainingVideo', new Blob([new Uint8Array(await readFile(fixture))]), 'film.mp4');
  const { body } = await call(training.upload, { form }, editor);
  const id = body.data.trainingVideo[0]?._id ?? '';
  await db.updateTable('film').set({ durationSeconds }).where('id', '=', id).execute();
  await db
    .deleteFrom('job')
    .where('payload', '@>', JSON.stringify({ filmId: id }))
    .execute();
  await transaction(db, (tx) => queuePreparation(tx, { id, durationSeconds }));
  return id;
}

test('a short film has its versions while a long one before it is prepared, and all have one before any has two', async () => {
  const ffmpeg = await quickFfmpeg();
  const made: string[] = [];
  const names = new Map([
    [await queuedFilm(2 * 3600), 'two hours'],
    [await queuedFilm(120), 'two minutes'],
    [await queuedFilm(600), 'ten minutes'],
  ]);
  const shortDone = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const prepare = async ({ payload }: { payload: Record<string, unknown> }) => {
    const filmId = String(payload.filmId);
    const name = names.get(filmId) ?? '';
    if (name === 'two hours') await shortDone.promise;
    await prepareFilm({ ...program, ffmpeg, signal }, filmId);
    made.push(name);
    if (made.length === 6) shortDone.resolve();
  };
  const handlers = Object.fromEntries(preparationJobs.map((kind) => [kind, prepare]));
  const start = () => {
    const worker = new Worker({ db, handlers, alone: preparationJobs, clock, log });
    worker.start();
    return worker;
  };
  const first = start();
  await expect.poll(() => made.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(7);
  // After a restart the next worker goes on with what is left.
  await first.stop();
  const second = start();
  await expect.poll(() => made.length, { timeout: 20_000 }).toBe(9);
  await second.stop();
  const short = ['two minutes', 'ten minutes'];
  expect(made).toEqual([...short, ...short, ...short, 'two hours', 'two hours', 'two hours']);
  const versions = await db.selectFrom('filmRendition').select('lines').execute();
  expect(versions).toHaveLength(9);
  const undone = await db
    .selectFrom('job')
    .select('id')
    .where('doneAt', 'is', null)
    .where('kind', 'in', preparationJobs);
  expect(await undone.execute()).toEqual([]);
});
