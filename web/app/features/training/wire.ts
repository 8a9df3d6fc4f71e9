import type { Progress } from '@fairlead/contract/enrolments';
import type * as wire from '@fairlead/contract/training';

/** A film as staff see it, and as an approved learner sees it. */
export type Film = {
  id: string;
  serial: number;
  title: string;
  /** Null while the film is locked. The link expires after a while. */
  url: string | null;
  durationSeconds: number;
  sizeBytes: number;
  /** The playlist of smaller versions; null while there is none. */
  ladder: string | null;
  poster: string | null;
  /** In descending order of lines; audio only (0 lines) is last. */
  versions: wire.FilmVersion[];
  texts: wire.FilmText[];
  preparation: { percent: number; failure: string | null } | null;
  completed: boolean;
  locked: boolean;
  /** The learner's position, and the proven seconds. */
  positionSeconds: number;
  watchedSeconds: number;
};

/** The films of a course, in the order in which they are watched. */
export type TrainingSet = {
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  films: Film[];
  /** Whether this learner has submitted the training. */
  submitted: boolean;
};

export const trainingSetOf = (set: wire.TrainingSet): TrainingSet => ({
  id: set._id,
  courseId: set.courseId,
  courseTitle: set.courseTitle,
  title: set.title,
  films: set.trainingVideo.map(filmOf),
  submitted: set.submitted,
});

const filmOf = ({ _id, duration, position, ...same }: wire.Film): Film => ({
  ...same,
  id: _id,
  durationSeconds: duration,
  positionSeconds: position,
});

/** A learner of a course, as its staff see them. */
export type CourseLearner = {
  enrolmentId: string;
  person: { id: string; name: string; email: string };
  approvedAt: string | null;
  progress: Progress;
  completion: { kind: 'films' | 'attendance'; completedAt: string } | null;
};

export const courseLearnerOf = ({ _id, userId, userName, ...same }: wire.CourseLearner): CourseLearner => ({
  ...same,
  enrolmentId: _id,
  person: { id: userId._id, name: userName, email: userId.email },
});
