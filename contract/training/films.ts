import { z } from 'zod/mini';
import { bounded, Id } from '../values/shapes.ts';
import { PresenceCheck, seconds } from './presence-checks.ts';

/** A smaller version of a film: its number of lines (0 for sound only), its size in bytes, and its URL. */
const FilmVersion = z.object({ lines: z.number(), bytes: z.number(), url: z.string() });

export const TextKind = z.enum(['captions', 'transcript']);
/** A language of captions or of a transcript, as an ISO 639 code: 'en', 'hin'. */
export const Language = bounded(3, { tooLong: 'Please choose a language' }).check(
  z.regex(/^[a-z]{2,3}$/, 'Please choose a language'),
);

/** The spoken text of a film: captions, or a transcript. `language` as in 'en' (BCP 47). */
export const FilmText = z.object({ kind: TextKind, language: z.string(), url: z.string() });
export type FilmText = z.infer<typeof FilmText>;

/** A part of a film, in seconds. */
export const Part = z.tuple([seconds, seconds]);

/**
 * An item of a training as staff see it, and as a learner sees it: a film, or a package (contract/packages/calls.ts).
 */
export const Film = z.object({
  _id: Id,
  kind: z.enum(['film', 'package']),
  serial: z.number(),
  title: z.string(),
  /**
   * The film as it was uploaded, or where browsers do not play that, the playlist of its versions; null while it is
   * locked, or while nothing that browsers play has been made of it.
   */
  url: z.nullable(z.string()),
  /** Whether browsers play it as it was uploaded. */
  originalPlays: z.boolean(),
  /** Seconds; of a package, the minimum time that is spent in it. */
  duration: z.number(),
  sizeBytes: z.number(),
  /** The playlist of smaller versions, from which a player chooses; null if there is none, or the film is locked. */
  ladder: z.nullable(z.string()),
  /** Its poster; null if there is none, or the film is locked. */
  poster: z.nullable(z.string()),
  versions: z.array(FilmVersion),
  texts: z.array(FilmText),
  /**
   * The progress of making the smaller versions, in percent; null if none are being made, or the film is locked. Only
   * staff see a failure.
   */
  preparation: z.nullable(z.object({ percent: z.number(), failure: z.nullable(z.string()) })),
  /** A sentence about the subtitles inside the file, taken or left out; null if there are none, and for learners. */
  subtitles: z.nullable(z.string()),
  /** Whether staff let everybody watch it on the course's public page. */
  openToVisitors: z.boolean(),
  /** The highest playback speed at which it is credited: the course's, for a learner as of when it was opened. */
  highestSpeed: z.number(),
  /** The presence checks of this learner in it; none for staff, nor while it is locked, nor once it is complete. */
  checks: z.array(PresenceCheck),
  completed: z.boolean(),
  /**
   * Why an older version does not count that this learner has watched aboard: by the course's setting, or since it is
   * shorter. Null where there is none, for staff, and once the film is complete.
   */
  olderVersion: z.nullable(z.enum(['not', 'shorter'])),
  locked: z.boolean(),
  /** Where the learner stopped, and how much of the film is proved as watched, in seconds. */
  position: z.number(),
  watchedSeconds: z.number(),
  /** The parts of it that are credited, disjoint and in ascending order; none for staff. */
  watched: z.array(Part),
});
export type Film = z.infer<typeof Film>;

/** A film in the list of a course's public page; `open` if visitors may watch it, with the bytes that it takes. */
export const ListedFilm = z.extend(z.pick(Film, { serial: true, kind: true, title: true, duration: true }), {
  open: z.nullable(z.object({ _id: Id, leastBytes: z.number(), mostBytes: z.number() })),
});
export type ListedFilm = z.infer<typeof ListedFilm>;

/** A film that visitors may watch, with links for everybody; nothing of it is credited. */
export const OpenFilm = z.pick(Film, {
  _id: true,
  serial: true,
  title: true,
  url: true,
  originalPlays: true,
  duration: true,
  sizeBytes: true,
  ladder: true,
  poster: true,
  versions: true,
  texts: true,
});
export type OpenFilm = z.infer<typeof OpenFilm>;
