import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digestBytes } from '@fairlead/contract/course-packs/calls';
import {
  BadCourseFile,
  courseKeyId,
  courseKeyIn,
  decryptPiece,
  digestOfFile,
  keyOfFile,
  layoutOf,
  pieceAt,
  prefixBytes,
  readManifest,
  readPrefix,
} from '@fairlead/contract/course-packs/course-file';
import { AppError } from '../../../platform/errors.ts';
import { writeFile } from '../../../platform/files/write-file.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CourseSection, Section, ShipSection } from '../content.ts';
import { requireBox } from './box-state.ts';

/**
 * Takes the videos of a course from its file (docs/course-file.md), which came over the link or on a stick: signature
 * and every piece are verified before a video is shown as being here. Idempotent.
 *
 * @returns the title of the course.
 * @throws AppError `bad-file` for a file that is damaged, incomplete or not the academy's, or of a course that is not
 *   aboard.
 */
export async function loadCourseFile(program: Platform, path: string): Promise<string> {
  const { db } = program;
  const box = await requireBox(program, db);
  const source = await open(path);
  try {
    const length = readPrefix(await bytesAt(source, 0, prefixBytes));
    const statement = Buffer.from(await bytesAt(source, prefixBytes, length)).toString();
    const manifest = await readManifest(statement, box.academyKeys as unknown as ShipSection['keys']);
    const sections = await db.selectFrom('shipSection').select('content').execute();
    const course = sections
      .map(({ content }) => content as unknown as Section)
      .find((one): one is CourseSection => one.kind === 'course' && one.id === manifest.course);
    if (!course) throw new AppError('bad-file', `The course ${manifest.title} is not aboard this ship.`);
    const courseKey = courseKeyIn(course.courseKey);
    if ((await courseKeyId(courseKey)) !== manifest.key) throw new BadCourseFile('other-key');
    const { places, size } = layoutOf(length, manifest.files);
    if ((await source.stat()).size !== size) throw new BadCourseFile('incomplete');
    for (const [index, file] of manifest.files.entries()) {
      const place = places[index];
      const wanted = await db
        .selectFrom('storedFile')
        .select(['id', 'sha256'])
        .where('folder', '=', 'trainingVideo')
        .where('filename', '=', file.name)
        .executeTakeFirst();
      if (!place || !wanted || wanted.sha256 !== '') continue;
      const digests = await bytesAt(source, place.digestsAt, place.pieces * digestBytes);
      if ((await digestOfFile(digests)) !== file.digest) throw new BadCourseFile('damaged');
      const key = await keyOfFile(courseKey, file.digest);
      async function* pieces() {
        for (let piece = 0; piece < (place?.pieces ?? 0); piece++) {
          const { at, length: encrypted } = pieceAt(file, piece);
          const content = await decryptPiece(key, piece, await bytesAt(source, (place?.piecesAt ?? 0) + at, encrypted));
          const digest = createHash('sha256').update(content).digest();
          if (!digest.equals(digests.subarray(piece * digestBytes, (piece + 1) * digestBytes)))
            throw new BadCourseFile('damaged');
          yield content;
        }
      }
      const aside = join(program.files.incoming, randomUUID());
      try {
        const { sha256 } = await writeFile(pieces(), aside);
        await program.files.store.put(`trainingVideo/${file.name}`, aside);
        await db.updateTable('storedFile').set({ sha256 }).where('id', '=', wanted.id).execute();
      } finally {
        await rm(aside, { force: true });
      }
    }
    return manifest.title;
  } catch (error) {
    if (error instanceof BadCourseFile)
      throw new AppError('bad-file', `${sentences[error.fault]} Nothing of it is shown.`);
    throw error;
  } finally {
    await source.close();
  }
}

const sentences: Record<BadCourseFile['fault'], string> = {
  'not-a-course-file': 'This is not the file of a course.',
  'newer-version': 'This file is of a newer version of the program.',
  'unknown-key': 'This file is not signed by the academy.',
  'not-signed': 'This file is not signed by the academy.',
  incomplete: 'This file is incomplete: please copy it again.',
  damaged: 'This file is damaged: please copy it again.',
  'other-key': 'This file does not belong to the course that is aboard.',
};

/** The bytes of a file at a place. @throws BadCourseFile `incomplete` where it ends before. */
async function bytesAt(source: FileHandle, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await source.read(bytes, 0, length, at);
  if (bytesRead < length) throw new BadCourseFile('incomplete');
  return bytes;
}
