import { type ContradictionKind, offlineRecords } from '@fairlead/contract/offline-records/calls';
import type { Person, TestApp } from '../../../testing/app.ts';
import { enrolledWithFilms, openTraining } from '../../../testing/journey.ts';
import { deviceAboard } from './offline-device.ts';

/**
 * How a test takes courses aboard: a learner with films of some seconds each, whose device has a pass; what the academy
 * has credited, and what `staff` see of it.
 */
export const aboardIn = (program: TestApp, staff: Person) => async (durations: readonly number[], learner?: Person) => {
  const enrolled = await enrolledWithFilms(program, durations, learner);
  const device = await deviceAboard(program, enrolled.course.id, enrolled.learner);
  /** Seconds credited to each film, and whether it is complete. */
  const films = async () => {
    const set = await openTraining(program, enrolled.course.id, enrolled.learner);
    return set?.trainingVideo.map(({ watchedSeconds, completed }) => [watchedSeconds, completed]);
  };
  const listed = async () => {
    const { body } = await program.call(offlineRecords.list, { query: { course: enrolled.course.id } }, staff);
    return body.data;
  };
  const contradictions = async (): Promise<ContradictionKind[]> =>
    (await listed()).flatMap((pass) => pass.contradictions.map(({ kind }) => kind)).sort();
  return { ...enrolled, filmIds: enrolled.films, device, films, listed, contradictions };
};
