import { courses } from '@fairlead/contract/courses';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { type Course, courseOf } from './wire.ts';

/** As many as one page of the list may have; an academy has fewer courses than that. */
const limit = 200;

/** The courses that can be enrolled in. */
export const activeCoursesQuery = queryOptions({
  queryKey: ['courses', 'active'],
  queryFn: async (): Promise<Course[]> => (await call(courses.listActive, { query: { limit } })).data.map(courseOf),
});
