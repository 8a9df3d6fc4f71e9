import { training } from '@fairlead/contract/training/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

/** The upload limits when the page was opened: what this page uploads itself must not count against them. */
export const uploadBoundsQuery = queryOptions({
  queryKey: ['training', 'upload-bounds'],
  queryFn: async () => (await call(training.getUploadBounds)).data,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

export type UploadedFilms = { courseId: string; title: string; uploads: string[] };

/** Appends uploaded films to a course's training, all or none. Returns the server's message. */
export async function addUploadedFilms(body: UploadedFilms): Promise<string> {
  const { message } = await call(training.addUploaded, { body });
  await queryClient.invalidateQueries({ queryKey: ['training'] });
  return message;
}

/** The proof of what was watched in one enrolment. */
export const watchRecordQuery = (enrolmentId: string) =>
  queryOptions({
    queryKey: ['training', 'watch-record', enrolmentId],
    queryFn: async () => (await call(training.getWatchRecord, { params: { id: enrolmentId } })).data,
  });

/** Records that a learner attended a course without films, which opens the assessment; returns the server's message. */
export async function markAttendance(enrolmentId: string): Promise<string> {
  const { message } = await call(training.markAttendance, { params: { id: enrolmentId } });
  await queryClient.invalidateQueries({ queryKey: ['training', 'learners'] });
  return message;
}
