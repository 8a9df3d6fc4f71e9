import { Readable } from 'node:stream';
import { nearestLines } from '@fairlead/contract/course-packs/pack-sizes';
import { Id } from '@fairlead/contract/values/shapes';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { consume } from '../../../platform/db/rate-limits.ts';
import { notFound } from '../../../platform/errors.ts';
import { answerInRanges } from '../../../platform/file-routes/file-answer.ts';
import type { LinkQuery } from '../../../platform/files/links.ts';
import { registerRaw } from '../../../platform/http/access.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findPack, openCourseFile, type PieceDigests, toCoursePack } from '../../course-packs/index.ts';
import { getCourse } from '../../courses/index.ts';

const Params = z.object({ ship: Id, course: Id });

/** The path of the file of a course aboard a ship; a pack has it as a link, which expires. */
export const shipCourseFile = (ship: string, course: string): string => `/api/ships/${ship}/course-file/${course}`;

/** Ranges of a ship in a quarter of an hour: a link that breaks each five seconds makes 180. */
const requests = { max: 600, seconds: 15 * 60, says: 'This ship has asked for too many parts of files.' };

/**
 * Sends the files of courses (docs/course-file.md) to the computers of ships, in ranges, by links that were sent to
 * them in a pack.
 */
export function registerShipCourseFiles(app: FastifyInstance, platform: Platform, digestsOf: PieceDigests): void {
  const { db, files, clock } = platform;
  registerRaw(app, {
    method: 'GET',
    url: shipCourseFile(':ship', ':course'),
    // the link is the permission, so the handler checks it
    who: 'anyone',
    handler: async (request, reply) => {
      const asked = Params.safeParse(request.params);
      if (!asked.success) throw notFound('There is no such file.');
      const { ship, course: courseId } = asked.data;
      if (!files.readLinkTo(shipCourseFile(ship, courseId), request.query as LinkQuery))
        throw notFound('This link has expired.');
      const taken = await db
        .selectFrom('shipCourse')
        .select('lines')
        .where('shipId', '=', ship)
        .where('courseId', '=', courseId)
        .executeTakeFirst();
      if (!taken) throw notFound('This course is not aboard this ship.');
      await consume(db, { key: `ship-file:${ship}`, ...requests }, clock());
      const course = await getCourse(db, courseId);
      const pack = toCoursePack(course, await findPack(db, { courseId }), { link: () => '' });
      const lines = nearestLines(pack, taken.lines);
      const file = await openCourseFile(platform, digestsOf, { course, lines });
      const { status, headers, bytes } = answerInRanges(
        request,
        { tag: file.tag, bytes: file.size },
        { 'cache-control': 'private, no-store' },
        { 'content-type': 'application/octet-stream' },
      );
      reply.code(status).headers(headers);
      return reply.send(bytes ? file.stream(bytes) : Readable.from([]));
    },
  });
}
