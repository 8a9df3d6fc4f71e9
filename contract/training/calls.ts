import { z } from 'zod/mini';
import { Progress } from '../enrolments/calls.ts';
import type { Calls } from '../platform/call.ts';
import { enrolmentStates } from '../values/enrolment-state.ts';
import {
  ByCourse,
  ById,
  DatedListQuery,
  data,
  Id,
  Instant,
  ListQuery,
  line,
  Message,
  oneOf,
  saved,
  sortedBy,
  text,
} from '../values/shapes.ts';
import { Film, Language, ListedFilm, OpenFilm, Part, TextKind } from './films.ts';
import { FilmCheck, FilmChecks, PresenceOutcome, seconds } from './presence-checks.ts';
import { WatchRecord } from './watch-record.ts';

export const TrainingSet = z.object({
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  trainingVideo: z.array(Film),
  /** Whether this learner's training is submitted; always false for staff. */
  submitted: z.boolean(),
  /** The number of questions for practice that the course has. */
  practiceQuestions: z.number(),
});
export type TrainingSet = z.infer<typeof TrainingSet>;

/** The report of a player: the intervals of the film that were played, and the current position, in seconds. */
const WatchReport = z.object({
  watched: z.array(Part).check(z.maxLength(500)),
  position: seconds,
});

const WatchState = z.object({
  watchedSeconds: z.number(),
  duration: z.number(),
  completed: z.boolean(),
  position: z.number(),
  /** The presence check that was reached, and beyond which nothing counts before it is answered. */
  due: z.nullable(Id),
});

/** Limits for uploads, known before anything is sent: bytes, and the hours for which an interrupted upload is kept. */
export const UploadBounds = z.object({
  maxFileBytes: z.number(),
  freeBytes: z.number(),
  keptHours: z.number(),
});
export type UploadBounds = z.infer<typeof UploadBounds>;

const FilmIds = z.array(Id).check(z.maxLength(1000));

/** A learner who was accepted for a course, as the course's staff see them. */
export const CourseLearner = z.object({
  /** The enrolment's id. */
  _id: Id,
  userId: z.object({ _id: Id, email: z.string() }),
  userName: z.string(),
  state: z.enum(enrolmentStates),
  approvedAt: z.nullable(Instant),
  progress: Progress,
  /** How and when the training was completed; null while it is not. */
  completion: z.nullable(z.object({ kind: z.enum(['films', 'attendance']), completedAt: Instant })),
  /** The batch that they are in, where their attendance is marked; null without one. */
  batch: z.nullable(z.object({ _id: Id, code: z.string() })),
  /** Whether the reader can charge a fee for it: it has none, and the course has a price. */
  isChargeable: z.boolean(),
});
export type CourseLearner = z.infer<typeof CourseLearner>;

/** Filters for trainings: by course, and by whether their course is active. */
export const TrainingQuery = z.extend(ListQuery, {
  sort: sortedBy(['newest', 'oldest']),
  course: z.optional(Id),
  state: oneOf(['active', 'inactive']),
});
export type TrainingQuery = z.infer<typeof TrainingQuery>;

/**
 * Filters for learners: by the state of their training, by the result of the assessment (`none`: not submitted yet),
 * and by the day of their approval. The filter by result requires the permission for results.
 */
export const LearnersQuery = z.extend(DatedListQuery, {
  sort: sortedBy(['newest', 'oldest']),
  training: oneOf(['completed', 'open']),
  result: oneOf(['passed', 'failed', 'none']),
});
export type LearnersQuery = z.infer<typeof LearnersQuery>;

export const training = {
  upload: {
    method: 'POST',
    path: '/trainingVideo',
    who: 'training:edit',
    body: z.object({ courseId: Id, title: text('Title') }),
    files: { trainingVideo: { kind: 'film', max: 20 } },
    status: 201,
    reply: saved(TrainingSet),
  },
  /**
   * The same for films that were uploaded in chunks, by the tus protocol at POST, HEAD, PATCH and DELETE
   * /trainingVideo/uploads. The body has the ids of the uploads, in the order in which the films are watched.
   * Idempotent.
   */
  addUploaded: {
    method: 'POST',
    path: '/trainingVideo/uploaded',
    who: 'training:edit',
    body: z.object({
      courseId: Id,
      title: text('Title'),
      uploads: z.array(Id).check(z.minLength(1, 'Please choose at least one video.'), z.maxLength(20)),
    }),
    status: 201,
    reply: saved(TrainingSet),
  },
  getUploadBounds: {
    method: 'GET',
    path: '/trainingVideo/uploads',
    who: 'training:edit',
    reply: data(UploadBounds),
  },
  list: {
    method: 'GET',
    path: '/trainingVideo',
    who: 'training:read',
    query: TrainingQuery,
    reply: data(z.array(TrainingSet)),
    table: { name: 'training-videos' },
  },
  getForCourse: {
    method: 'GET',
    path: '/trainingVideo/:courseId',
    who: ['learner', 'training:read'],
    params: ByCourse,
    reply: data(z.array(TrainingSet)),
  },
  /**
   * The films of a course by their titles, for its public page, and which of them visitors may watch; a course of the
   * classroom has none.
   */
  listTitles: {
    method: 'GET',
    path: '/trainingVideo/:courseId/titles',
    who: 'anyone',
    params: ByCourse,
    reply: data(z.array(ListedFilm)),
  },
  /**
   * A film of the course that staff have opened to visitors, while the course is active. Its links work for everybody,
   * as long as that is so.
   */
  getOpenFilm: {
    method: 'GET',
    path: '/trainingVideo/:courseId/films/:id/open',
    who: 'anyone',
    params: z.extend(ByCourse, ById.shape),
    reply: data(OpenFilm),
  },
  /** Lets visitors watch a film on the course's public page before they enrol, or ends that. Idempotent. */
  openToVisitors: {
    method: 'PUT',
    path: '/trainingVideo/films/:id/open',
    who: 'training:edit',
    params: ById,
    body: z.object({ open: z.boolean() }),
    reply: saved(TrainingSet),
  },
  renameFilm: {
    method: 'PUT',
    path: '/trainingVideo/films/:id',
    who: 'training:edit',
    params: ById,
    body: z.object({ title: line('Title') }),
    reply: saved(TrainingSet),
  },
  /** Replaces a film by another; what was watched of the old one does not count for it. */
  replaceFilm: {
    method: 'PUT',
    path: '/trainingVideo/films/:id/file',
    who: 'training:edit',
    params: ById,
    body: z.object({}),
    files: { film: { kind: 'film', max: 1 } },
    reply: saved(TrainingSet),
  },
  /** The same with a film that was uploaded in chunks. */
  replaceFilmByUploaded: {
    method: 'PUT',
    path: '/trainingVideo/films/:id/uploaded',
    who: 'training:edit',
    params: ById,
    body: z.object({ upload: Id }),
    reply: saved(TrainingSet),
  },
  /** Adds captions (WebVTT or SRT) or a transcript, and replaces those in the same language. */
  attachText: {
    method: 'PUT',
    path: '/trainingVideo/films/:id/texts',
    who: 'training:edit',
    params: ById,
    body: z.object({ kind: TextKind, language: Language }),
    files: { text: { kind: 'text', max: 1 } },
    reply: saved(TrainingSet),
  },
  removeText: {
    method: 'DELETE',
    path: '/trainingVideo/films/:id/texts/:kind/:language',
    who: 'training:edit',
    params: z.object({ id: Id, kind: TextKind, language: Language }),
    reply: saved(TrainingSet),
  },
  listChecks: {
    method: 'GET',
    path: '/trainingVideo/films/:id/checks',
    who: 'training:read',
    params: ById,
    reply: data(z.array(FilmCheck)),
  },
  /** Replaces the presence checks of a film; one that is not changed stays as it was asked. */
  saveChecks: {
    method: 'PUT',
    path: '/trainingVideo/films/:id/checks',
    who: 'training:edit',
    params: ById,
    body: z.object({ checks: FilmChecks }),
    reply: saved(z.array(FilmCheck)),
  },
  removeFilm: {
    method: 'DELETE',
    path: '/trainingVideo/films/:id',
    who: 'training:edit',
    params: ById,
    reply: saved(TrainingSet),
  },
  /**
   * All films of a training in a new order, and in the order shown on the screen, to detect a change by somebody else.
   */
  reorderFilms: {
    method: 'PUT',
    path: '/trainingVideo/films/order',
    who: 'training:edit',
    body: z.object({ trainingId: Id, seen: FilmIds, wanted: FilmIds }),
    reply: saved(TrainingSet),
  },
  reportProgress: {
    method: 'PUT',
    path: '/trainingVideo/:id/progress',
    who: 'learner',
    params: ById,
    body: WatchReport,
    reply: data(WatchState),
  },
  /** `choice` is the position of an option; null for the question whether somebody is there. Idempotent. */
  answerCheck: {
    method: 'PUT',
    path: '/trainingVideo/checks/:id/answer',
    who: 'learner',
    params: ById,
    body: z.object({ choice: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(5))) }),
    reply: data(PresenceOutcome),
  },
  /** `id` is the training set's. */
  submit: {
    method: 'POST',
    path: '/videoWatchedUser/:id',
    who: 'learner',
    params: ById,
    /** `opensTest`: the course has a test, and the learner can take it. */
    reply: z.extend(Message, { opensTest: z.boolean() }),
  },
  /** The learners who are approved for a course, the latest request first. `id` is the course's. */
  listLearners: {
    method: 'GET',
    path: '/courses/:id/learners',
    who: ['enrolments:decide', 'training:read'],
    params: ById,
    query: LearnersQuery,
    reply: data(z.array(CourseLearner)),
    table: { name: 'learners' },
  },
  /** `id` is the enrolment's. */
  getWatchRecord: {
    method: 'GET',
    path: '/userCourses/:id/watching',
    who: ['enrolments:decide', 'training:read'],
    params: ById,
    reply: data(WatchRecord),
  },
  /**
   * For a course without films: records that the learner attended, which opens the assessment. `id` is the enrolment's.
   */
  markAttendance: {
    method: 'POST',
    path: '/userCourses/:id/attendance',
    who: 'enrolments:decide',
    params: ById,
    reply: Message,
  },
} as const satisfies Calls;
