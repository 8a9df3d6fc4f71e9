import { courses } from '@fairlead/contract/courses';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Who looks after a course, and for those who choose them, who could. */
export const instructorsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', 'instructors', courseId],
    queryFn: async () => {
      const { data } = await call(courses.listInstructors, { params: { id: courseId } });
      return data.map(({ _id: id, ...instructor }) => ({ id, ...instructor }));
    },
  });
export type Instructor = { id: string; name: string; email: string; assigned: boolean };

/** What is shown once somebody was assigned or removed. */
export const readInstructorsAnew = (courseId: string) =>
  queryClient.invalidateQueries({ queryKey: instructorsQuery(courseId).queryKey });

/** Lets an instructor look after a course; gives the server's word. */
export const assignInstructor = async (courseId: string, accountId: string) =>
  (await call(courses.assignInstructor, { params: { id: courseId, accountId } })).message;

/** Takes a course away from an instructor; gives the server's word. */
export const unassignInstructor = async (courseId: string, accountId: string) =>
  (await call(courses.unassignInstructor, { params: { id: courseId, accountId } })).message;
