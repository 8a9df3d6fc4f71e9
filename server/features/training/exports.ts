import { type CourseLearner, type TrainingSet, training } from '@fairlead/contract/training/calls';
import type { Film } from '@fairlead/contract/training/films';
import { stateNames } from '@fairlead/contract/values/enrolment-state';
import { type Column, tableOf } from '../../platform/tables/export.ts';

type FilmOfSet = { set: TrainingSet; film: Film };

const films: Column<FilmOfSet>[] = [
  ['Course', ({ set }) => set.courseTitle],
  ['Training', ({ set }) => set.title],
  ['Number', ({ film }) => film.serial],
  ['Title', ({ film }) => film.title],
  ['Kind', ({ film }) => (film.kind === 'package' ? 'Package' : 'Video')],
  ['Seconds', ({ film }) => Math.round(film.duration)],
  ['Bytes', ({ film }) => film.sizeBytes],
  ['Open to visitors', ({ film }) => film.openToVisitors],
];

const learners: Column<CourseLearner>[] = [
  ['Name', ({ userName }) => userName],
  ['Email', ({ userId }) => userId.email],
  ['State', ({ state }) => stateNames[state]],
  ['Approved', ({ approvedAt }) => approvedAt && new Date(approvedAt)],
  ['Batch', ({ batch }) => batch?.code ?? null],
  ['Videos and packages completed', ({ progress }) => progress.filmsCompleted],
  ['Videos', ({ progress }) => progress.filmsTotal - progress.packagesTotal],
  ['Packages', ({ progress }) => progress.packagesTotal],
  ['Percent watched', ({ progress }) => progress.percent],
  ['Training completed', ({ completion }) => completion && new Date(completion.completedAt)],
  ['Attendance marked', ({ completion }) => completion?.kind === 'attendance'],
  ['Test passed', ({ progress }) => progress.testPassed],
];

/** The films, one row each, and a course's learners as tables. */
export const trainingTables = [
  tableOf(training.list, ({ data }) => data.flatMap((set) => set.trainingVideo.map((film) => ({ set, film }))), films),
  tableOf(training.listLearners, ({ data }) => data, learners),
];
