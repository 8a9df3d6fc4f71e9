import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import type * as wire from '@fairlead/contract/training/calls';
import type * as films from '@fairlead/contract/training/films';
import { trainingNames } from '@fairlead/contract/training/names';

/** The films of a course, in the order in which they are watched. */
export type TrainingSet = FromWire<typeof trainingNames, wire.TrainingSet>;

/** A film as staff see it, and as an approved learner sees it; its links expire after a while. */
export type Film = TrainingSet['films'][number];

/** A film as visitors may watch it, and what its player needs of any film. */
export type OpenFilm = FromWire<typeof trainingNames, films.OpenFilm>;

export const openFilmOf = (film: films.OpenFilm): OpenFilm => fromWire(trainingNames, film);

export const trainingSetOf = (set: wire.TrainingSet): TrainingSet => fromWire(trainingNames, set);

/** A learner of a course, as its staff see them. */
export type CourseLearner = ReturnType<typeof courseLearnerOf>;

export const courseLearnerOf = ({ _id, userId, userName, batch, ...same }: wire.CourseLearner) => ({
  ...same,
  batch: batch && fromWire(idNames, batch),
  enrolmentId: _id,
  person: { id: userId._id, name: userName, email: userId.email },
});
