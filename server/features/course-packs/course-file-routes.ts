import { Readable } from 'node:stream';
import { courseFileEnding } from '@fairlead/contract/course-packs/course-file';
import { Id } from '@fairlead/contract/values/shapes';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { consume, isFirstInWindow } from '../../platform/db/rate-limits.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { answerInRanges, disposition } from '../../platform/file-routes/file-answer.ts';
import type { LinkQuery } from '../../platform/files/links.ts';
import { registerRaw } from '../../platform/http/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { networkOf } from '../../platform/request/network.ts';
import { findHolder } from '../accounts/index.ts';
import { getCourse } from '../courses/index.ts';
import { openCourseFile } from './course-file.ts';
import type { PieceDigests } from './digest-pieces.ts';
import { isStaffFor, requireCourseFile } from './policy.ts';

const Params = z.object({ id: Id, size: z.string() });

/** The size of videos in the path of a course file: lines, or `original`. */
const inPath = (lines: number | null): string => (lines === null ? 'original' : String(lines));

export const courseFilePath = (courseId: string, lines: number | null): string =>
  `/api/courses/${courseId}/course-file/${inPath(lines)}`;

function linesIn(size: string): number | null {
  if (size === inPath(null)) return null;
  if (!/^\d{1,4}$/.test(size)) throw notFound('This course is not offered in this size.');
  return Number(size);
}

/** Requests of one person for ranges in a quarter of an hour: a link that breaks each 5 s makes 180. */
const requests = { max: 600, seconds: 15 * 60, says: 'Too many requests for course files.' };
/** Ranges that are asked for within this time, in seconds, belong to one download. */
const downloadSeconds = 86_400;

/**
 * Sends courses as files, in ranges, to those who are signed in or use a link that was made for them; what they may
 * have is looked up at each request. Each download by staff is
 * audited, once, from whichever byte it begins.
 */
export function registerCourseFiles(app: FastifyInstance, platform: Platform, digestsOf: PieceDigests): void {
  const { db, files, clock } = platform;
  registerRaw(app, {
    method: ['GET', 'HEAD'],
    url: '/api/courses/:id/course-file/:size',
    // a link made for somebody is equivalent to their session here, so the handler checks access
    who: 'anyone',
    handler: async (request, reply) => {
      const asked = Params.safeParse(request.params);
      if (!asked.success) throw notFound('There is no such course.');
      const lines = linesIn(asked.data.size);
      const course = await getCourse(db, asked.data.id);
      const path = courseFilePath(course.id, lines);
      const link = files.readLinkTo(path, request.query as LinkQuery);
      const reader = link && 'account' in link.holder ? await findHolder(platform, link.holder.account) : request.actor;
      if (!reader) throw new AppError('not-signed-in', 'Please log in to go on.');
      await requireCourseFile(db, reader, course.id);
      await consume(db, { key: `course-file:${reader.accountId}`, ...requests }, clock());
      const file = await openCourseFile(platform, digestsOf, { course, lines });
      const { status, headers, bytes } = answerInRanges(
        request,
        { tag: file.tag, bytes: file.size },
        { 'cache-control': 'private, no-store', 'content-security-policy': "sandbox; default-src 'none'" },
        {
          'content-type': 'application/octet-stream',
          'content-disposition': disposition('attachment', `${course.title} ${inPath(lines)}${courseFileEnding}`),
        },
      );
      if (request.method === 'GET' && bytes && isStaffFor(reader)) {
        const download = { action: 'course-file.download', subject: { kind: 'course', id: course.id } };
        const by = { actorId: reader.accountId, details: { size: inPath(lines) }, ip: networkOf(request.ip) };
        const key = `course-file:${reader.accountId}:${path}`;
        await transaction(db, async (tx) => {
          const isFirst = await isFirstInWindow(tx, { key, seconds: downloadSeconds }, clock());
          if (isFirst || bytes.first === 0) await appendAudit(tx, { ...download, ...by });
        });
      }
      reply.code(status).headers(headers);
      if (!bytes) return reply.send();
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : file.stream(bytes));
    },
  });
}
