import type { Progress } from '@fairlead/contract/enrolments';
import type * as wire from '@fairlead/contract/training';

/** A film as staff see it, and as a learner does who may watch it. */
export type Film = {
  id: string;
  serial: number;
  title: string;
  /** Null while it is locked. The link runs out after a while. */
  url: string | null;
  durationSeconds: number;
  sizeBytes: number;
  /** The list of smaller versions; null while there is none. */
  ladder: string | null;
  poster: string | null;
  /** The most lines first, sound alone (0 lines) last. */
  versions: wire.FilmVersion[];
  texts: wire.FilmText[];
  preparation: { percent: number; failure: string | null } | null;
  completed: boolean;
  locked: boolean;
  /** Where the learner stopped, and how much is proved. */
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

/** Somebody who takes a course, as its staff see them. */
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
