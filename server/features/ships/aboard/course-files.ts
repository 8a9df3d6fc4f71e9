import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { courseFileEnding } from '@fairlead/contract/course-packs/course-file';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadCourseFile } from './load-course-file.ts';

/**
 * A part of a file of the academy, from a byte on: empty where the file has no such byte; undefined where the link has
 * expired or there is none.
 */
export type FetchPart = (
  url: string,
  range: { first: number; last: number },
) => Promise<{ tag: string; total: number; bytes: Buffer } | undefined>;

/** The bytes of one request: two minutes at 64 kbit/s, after which what arrived is on the disk. */
const partBytes = 1024 * 1024;

/** Fetches parts by HTTP ranges. `send` is replaced in tests. */
export const partsBy =
  (send: typeof fetch): FetchPart =>
  async (url, { first, last }) => {
    const signal = AbortSignal.timeout(15 * 60_000);
    const answer = await send(url, { headers: { range: `bytes=${first}-${last}` }, redirect: 'error', signal });
    const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]);
    if ((answer.status !== 206 && answer.status !== 416) || !total) {
      await answer.body?.cancel();
      return undefined;
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { tag: answer.headers.get('etag') ?? '', total, bytes: answer.status === 206 ? bytes : Buffer.alloc(0) };
  };

export const fetchPart = partsBy(fetch);

/** The folder for course files: those that are put there from a stick, and those that arrive over the link. */
export const courseFilesIn = ({ config }: Pick<Platform, 'config'>): string => join(config.dataDir, 'ship');

/** Takes every course file that lies in the folder, and removes it; a file that cannot be used is renamed. */
export async function loadCourseFiles(program: Platform): Promise<void> {
  const folder = courseFilesIn(program);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (!name.endsWith(courseFileEnding)) continue;
    const path = join(folder, name);
    try {
      await loadCourseFile(program, path);
      await rm(path);
      await program.db.updateTable('shipBoxState').set({ fileTrouble: null }).execute();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not-yet') return;
      await rename(path, `${path}.refused`);
      await program.db
        .updateTable('shipBoxState')
        .set({ fileTrouble: `${name}: ${error.message}` })
        .execute();
    }
  }
}

/**
 * Goes on with the download of the course files that are missing here, part by part, for as long as the link lasts.
 *
 * @param links the files by their course, from the last pack of the academy.
 */
export async function downloadCourseFiles(
  program: Platform,
  links: readonly { course: string; url: string }[],
  fetching: FetchPart,
): Promise<void> {
  const folder = courseFilesIn(program);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { course, url } of links) {
    if (!(await isMissing(program, course))) continue;
    if (await download({ folder, course, url }, fetching)) await loadCourseFiles(program);
  }
}

const isMissing = async ({ db }: Platform, courseId: string): Promise<boolean> =>
  (await db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .innerJoin('storedFile', 'storedFile.id', 'film.fileId')
    .select('film.id')
    .where('trainingSet.courseId', '=', courseId)
    .where('film.removedAt', 'is', null)
    .where('storedFile.sha256', '=', '')
    .executeTakeFirst()) !== undefined;

/** @returns whether the file is complete. */
async function download(
  { folder, course, url }: { folder: string; course: string; url: string },
  fetching: FetchPart,
): Promise<boolean> {
  // named by its version, so that no part of an older one is joined with it
  const partOf = (tag: string) =>
    join(folder, `${course}-${createHash('sha256').update(tag).digest('hex').slice(0, 16)}.part`);
  const known = (await readdir(folder)).find((name) => name.startsWith(course) && name.endsWith('.part'));
  let first = known ? (await stat(join(folder, known))).size : 0;
  for (;;) {
    const part = await fetching(url, { first, last: first + partBytes - 1 });
    if (!part) return false;
    if (part.bytes.length === 0) {
      if (!known) return false;
      // all of it is here, and the program ended before it had its name; or its new version is shorter
      if (first !== part.total) await rm(join(folder, known));
      else await rename(join(folder, known), join(folder, `${course}${courseFileEnding}`));
      return first === part.total || download({ folder, course, url }, fetching);
    }
    const path = partOf(part.tag);
    if (known && first > 0 && join(folder, known) !== path) {
      await rm(join(folder, known));
      return download({ folder, course, url }, fetching);
    }
    const file = await open(path, first === 0 ? 'w' : 'a', 0o600);
    try {
      await file.write(part.bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    first += part.bytes.length;
    if (first >= part.total) {
      await rename(path, join(folder, `${course}${courseFileEnding}`));
      return true;
    }
  }
}
