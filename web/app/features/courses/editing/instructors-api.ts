import { courses } from '@fairlead/contract/courses/calls';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

/** The instructors of a course, and for those who assign them, the people who could be one. */
export const instructorsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', 'instructors', courseId],
    queryFn: async () => fromWire(idNames, (await call(courses.listInstructors, { params: { id: courseId } })).data),
  });
export type Instructor = { id: string; name: string; email: string; assigned: boolean };

/** Invalidates the instructors after an assignment or a removal. */
export const refetchInstructors = (courseId: string) =>
  queryClient.invalidateQueries({ queryKey: instructorsQuery(courseId).queryKey });

/** Assigns an instructor to a course; returns the server's message. */
export const assignInstructor = async (courseId: string, accountId: string) =>
  (await call(courses.assignInstructor, { params: { id: courseId, accountId } })).message;

/** Removes an instructor from a course; returns the server's message. */
export const unassignInstructor = async (courseId: string, accountId: string) =>
  (await call(courses.unassignInstructor, { params: { id: courseId, accountId } })).message;
