import type { TrainingSet } from '@fairlead/contract/training/calls';
import type { Platform } from '../../platform/platform.ts';
import { findTrainingOfCourse, listFilms } from './queries.ts';
import { toStaffTraining } from './wire.ts';

/** The training of a course as staff see it, with links to its films; undefined without one. */
export async function presentTrainingOf(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  courseId: string,
): Promise<TrainingSet | undefined> {
  const set = await findTrainingOfCourse(db, courseId);
  const link = (filename: string) => files.link('trainingVideo', filename);
  return set && toStaffTraining(set, await listFilms(db, [set.id]), link);
}
