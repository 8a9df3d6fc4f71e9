import { training } from '@fairlead/contract/training';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useKeysetList } from '../../lib/keyset-list.ts';
import { queryClient } from '../../lib/query-client.ts';
import { courseLearnerOf, trainingSetOf } from './wire.ts';

/** The films of every course that has some. */
export const useAllTraining = () =>
  useKeysetList(['training', 'all'], training.list, ({ data }) => data.map(trainingSetOf));

/** How much may be sent, as it was when the page was opened: what this page sends itself must not count against it. */
export const uploadBoundsQuery = queryOptions({
  queryKey: ['training', 'upload-bounds'],
  queryFn: async () => (await call(training.getUploadBounds)).data,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

export type UploadedFilms = { courseId: string; title: string; uploads: string[] };

/** Appends films that were sent in pieces to a course's training; all of them are taken, or none. Gives the server's word. */
export async function addUploadedFilms(body: UploadedFilms): Promise<string> {
  const { message } = await call(training.addUploaded, { body });
  await queryClient.invalidateQueries({ queryKey: ['training'] });
  return message;
}

/** Who is approved for a course, the latest request first, each with the progress. */
export const useCourseLearners = (courseId: string) =>
  useKeysetList(['training', 'learners', courseId], training.listLearners, ({ data }) => data.map(courseLearnerOf), {
    id: courseId,
  });

/** What is proved of one enrolment's watching. */
export const watchRecordQuery = (enrolmentId: string) =>
  queryOptions({
    queryKey: ['training', 'watch-record', enrolmentId],
    queryFn: async () => (await call(training.getWatchRecord, { params: { id: enrolmentId } })).data,
  });

/** Records that a learner attended a course without films, which opens the test; gives the server's word. */
export async function markAttendance(enrolmentId: string): Promise<string> {
  const { message } = await call(training.markAttendance, { params: { id: enrolmentId } });
  await queryClient.invalidateQueries({ queryKey: ['training', 'learners'] });
  return message;
}
