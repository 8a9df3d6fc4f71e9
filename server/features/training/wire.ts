import { toWire } from '@fairlead/contract/platform/names';
import type { CourseLearner, TrainingSet } from '@fairlead/contract/training/calls';
import type { Film, ListedFilm, OpenFilm } from '@fairlead/contract/training/films';
import { trainingNames } from '@fairlead/contract/training/names';
import { fullName } from '../accounts/index.ts';
import type { LearnerRow } from './learner-queries.ts';

type Set = {
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  highestSpeed: number;
  practiceQuestions: number;
};
type StoredFilm = {
  id: string;
  kind: 'film' | 'package';
  serial: number;
  title: string;
  durationSeconds: number;
  filename: string;
  sizeBytes: number;
  posterFilename: string | null;
  ladderFilename: string | null;
  versions: { lines: number; bytes: number; filename: string }[];
  texts: { kind: 'captions' | 'transcript'; language: string; filename: string }[];
  preparationPercent: number | null;
  preparationFailure: string | null;
  originalPlays: boolean;
  subtitlesNote: string | null;
  openToVisitors: boolean;
};
type Watched = {
  completedAt: Date | null;
  positionSeconds: number | null;
  watchedSeconds: number | null;
  /** Credited intervals, as the rules write them. */
  intervals: unknown;
  /** Null for a film that was not opened: the course's. */
  highestSpeed: number | null;
  checks: readonly {
    id: string;
    atSeconds: number;
    question: string | null;
    options: unknown;
    answeredAt: Date | null;
  }[];
  olderVersion: Film['olderVersion'];
  locked: boolean;
};
/** Returns the URL from which a film file can be fetched. */
export type LinkFilm = (filename: string) => string;

type OtherFiles = Pick<Film, 'ladder' | 'poster' | 'versions' | 'texts' | 'preparation'>;
/**
 * No files for a locked film, and no pending preparation either: the page would poll for it until the film is unlocked.
 */
const nothingElse: OtherFiles = { ladder: null, poster: null, versions: [], texts: [], preparation: null };
const otherFilesOf = (film: StoredFilm, link: LinkFilm): OtherFiles => ({
  ladder: film.ladderFilename && link(film.ladderFilename),
  poster: film.posterFilename && link(film.posterFilename),
  versions: film.versions.map(({ filename, ...version }) => ({ ...version, url: link(filename) })),
  texts: film.texts.map(({ filename, ...text }) => ({ ...text, url: link(filename) })),
  preparation:
    film.preparationPercent === null && film.preparationFailure === null
      ? null
      : { percent: film.preparationPercent ?? 0, failure: film.preparationFailure },
});

/** A package is opened by a call of its own. */
const urlOf = ({ kind, originalPlays, filename, ladderFilename }: StoredFilm, link: LinkFilm) => {
  if (kind === 'package') return null;
  const playable = originalPlays ? filename : ladderFilename;
  return playable && link(playable);
};

/**
 * What the public page of a course shows of a film. Its bytes are those of the smallest version with a picture, and the
 * most that the player takes unless the person chooses another quality.
 */
export function toListedFilm({
  id: _id,
  isOpen,
  versions,
  sizeBytes,
  ladderFilename,
  ...film
}: StoredFilm & { isOpen: boolean }): ListedFilm {
  const sizes = ladderFilename ? versions.filter(({ lines }) => lines > 0).map(({ bytes }) => bytes) : [];
  const played = sizes.length > 0 ? sizes : [sizeBytes];
  return {
    ...toWire(trainingNames, film),
    open: isOpen ? { _id, leastBytes: Math.min(...played), mostBytes: Math.max(...played) } : null,
  };
}

/** A film that visitors may watch, with links for everybody. */
export const toOpenFilm = (film: StoredFilm, link: LinkFilm): OpenFilm =>
  toWire(trainingNames, { ...film, url: urlOf(film, link), ...otherFilesOf(film, link) });

const toFilm = (film: StoredFilm & Watched, set: Set, link: LinkFilm): Film =>
  toWire(trainingNames, {
    ...film,
    url: film.locked ? null : urlOf(film, link),
    subtitles: film.subtitlesNote || null,
    ...(film.locked ? nothingElse : otherFilesOf(film, link)),
    completed: film.completedAt !== null,
    positionSeconds: film.positionSeconds ?? 0,
    watchedSeconds: film.watchedSeconds ?? 0,
    watched: (film.intervals ?? []) as Film['watched'],
    highestSpeed: film.highestSpeed ?? set.highestSpeed,
    checks:
      film.locked || film.completedAt
        ? []
        : film.checks.map(({ id, atSeconds, question, options, answeredAt }) => ({
            id,
            at: atSeconds,
            answered: answeredAt !== null,
            question: question === null ? null : { text: question, options: options as string[] },
          })),
  });

/** Values for a film without any preparation. */
const unprepared = { preparationPercent: null, preparationFailure: null };
const untouched: Watched = {
  completedAt: null,
  positionSeconds: null,
  watchedSeconds: null,
  intervals: null,
  highestSpeed: null,
  checks: [],
  olderVersion: null,
  locked: false,
};

const toTraining = ({ highestSpeed: _, ...set }: Set, submitted: boolean, trainingVideo: Film[]): TrainingSet => ({
  ...toWire(trainingNames, { ...set, submitted }),
  trainingVideo,
});

/** A training set as staff see it: nothing locked, and without progress. */
export const toStaffTraining = (set: Set, films: readonly StoredFilm[], link: LinkFilm): TrainingSet =>
  toTraining(
    set,
    false,
    films.map((film) => toFilm({ ...film, ...untouched }, set, link)),
  );

/**
 * A training set as its learner sees it; a locked film comes without its link, and one whose preparation failed does
 * not appear as pending.
 */
export const toLearnerTraining = (
  set: Set & { submitted: boolean },
  films: readonly (StoredFilm & Watched)[],
  link: LinkFilm,
): TrainingSet =>
  toTraining(
    set,
    set.submitted,
    films.map((film) =>
      toFilm({ ...film, ...(film.preparationFailure !== null && unprepared), subtitlesNote: null }, set, link),
    ),
  );

/** A learner of a course, as its staff see them. */
export const toCourseLearner = (
  row: LearnerRow,
  { progress, state }: Pick<CourseLearner, 'progress' | 'state'>,
): CourseLearner => ({
  _id: row.id,
  userId: { _id: row.accountId, email: row.email },
  userName: fullName(row),
  state,
  approvedAt: row.decidedAt?.toISOString() ?? null,
  progress,
  isChargeable: row.isChargeable,
  completion: row.kind && row.completedAt && { kind: row.kind, completedAt: row.completedAt.toISOString() },
  batch: row.batchId && row.batchCode ? { _id: row.batchId, code: row.batchCode } : null,
});
