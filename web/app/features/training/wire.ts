import type * as wire from '@fairlead/contract/training';
import { type WithId, withId } from '../../lib/calls/with-id.ts';

/**
 * A film as staff see it, and as an approved learner sees it. Its links expire after a while; its versions are in
 * descending order of lines, with audio only (0 lines) last.
 */
export type Film = WithId<Omit<wire.Film, 'duration' | 'position'>> & {
  durationSeconds: number;
  /** Where the learner stopped. */
  positionSeconds: number;
};

/** The films of a course, in the order in which they are watched. */
export type TrainingSet = WithId<Omit<wire.TrainingSet, 'trainingVideo'>> & { films: Film[] };

export const trainingSetOf = ({ trainingVideo, ...set }: wire.TrainingSet): TrainingSet => ({
  ...withId(set),
  films: trainingVideo.map(filmOf),
});

const filmOf = ({ duration, position, ...film }: wire.Film): Film => ({
  ...withId(film),
  durationSeconds: duration,
  positionSeconds: position,
});

/** A learner of a course, as its staff see them. */
export type CourseLearner = Omit<wire.CourseLearner, '_id' | 'userId' | 'userName'> & {
  enrolmentId: string;
  person: { id: string; name: string; email: string };
};

export const courseLearnerOf = ({ _id, userId, userName, ...same }: wire.CourseLearner): CourseLearner => ({
  ...same,
  enrolmentId: _id,
  person: { id: userId._id, name: userName, email: userId.email },
});
