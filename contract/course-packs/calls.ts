import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { Language, TextKind } from '../training/films.ts';
import { ById, bounded, data, Id } from '../values/shapes.ts';

/** The size of a piece of a file, in bytes; the last one of a file may be shorter. */
export const pieceBytes = 256 * 1024;
/** The size of the digest of a piece (SHA-256), in bytes. */
export const digestBytes = 32;

/** A file of a course pack: its stored name, its size and media type, and a signed link. */
export const PackFile = z.object({ name: z.string(), bytes: z.number(), type: z.string(), url: z.string() });
export type PackFile = z.infer<typeof PackFile>;

/**
 * A film in one size: its lines (0 for sound only, null for the film as it was uploaded), and its playlist, which names
 * the media file; null where the media file is played as it is.
 */
export const PackSize = z.object({
  lines: z.nullable(z.number()),
  media: PackFile,
  playlist: z.nullable(PackFile),
});
export type PackSize = z.infer<typeof PackSize>;

/** A film of a course pack. Without sizes there is nothing to play yet. */
export const PackFilm = z.object({
  _id: Id,
  title: z.string(),
  sizes: z.array(PackSize),
  poster: z.nullable(PackFile),
  texts: z.array(z.extend(PackFile, { kind: TextKind, language: Language })),
});
export type PackFilm = z.infer<typeof PackFilm>;

/** The files of a course as a device takes them aboard: all films of its training, and the pictures of its practice. */
export const CoursePack = z.object({
  courseId: Id,
  courseTitle: z.string(),
  films: z.array(PackFilm),
  pictures: z.array(PackFile),
});
export type CoursePack = z.infer<typeof CoursePack>;

/** The digests of a file's pieces in their order, each SHA-256, joined and in base64. */
const PieceDigests = z.object({ bytes: z.number(), digests: z.string() });

/** A course as a file in one size of its videos: the bytes of what it contains, and a signed link to it. */
const CourseFileLink = z.object({ lines: z.nullable(z.number()), bytes: z.number(), url: z.string() });

export const coursePacks = {
  /**
   * The files of a course, only for those who are approved for it. Films that are still locked are among them: a film
   * is opened, and its clock started, by other calls. `id` is the course's.
   */
  get: { method: 'GET', path: '/courses/:id/pack', who: 'learner', params: ById, reply: data(CoursePack) },
  /** The digests by which a device checks the pieces of one of these files; `file` is its name. */
  getDigests: {
    method: 'GET',
    path: '/courses/:id/pack/:file',
    who: 'learner',
    params: z.extend(ById, { file: bounded(60) }),
    reply: data(PieceDigests),
  },
  /**
   * The course as a file (docs/course-file.md), for a device without a link: one for each size of its videos, the
   * smallest first. `id` is the course's.
   */
  listFiles: {
    method: 'GET',
    path: '/courses/:id/course-files',
    who: ['learner', 'training:read'],
    params: ById,
    reply: data(z.array(CourseFileLink)),
  },
} as const satisfies Calls;
