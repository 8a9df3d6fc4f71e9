import { courses } from '@fairlead/contract/courses/calls';
import { queryOptions } from '@tanstack/react-query';
import { callVia } from '../../lib/calls/api-client.ts';
import { viaEarlyRead } from '../../lib/calls/early-read.ts';
import { seenAboard } from '../../lib/device/aboard/seen-aboard.ts';
import { type Course, courseOf } from './wire.ts';

/** The largest page of the list; an academy has fewer courses than that. */
const limit = 200;

/** The courses open for enrolment. */
export const activeCoursesQuery = queryOptions({
  queryKey: ['courses', 'active'],
  meta: seenAboard,
  queryFn: async (): Promise<Course[]> =>
    (await callVia(viaEarlyRead, courses.listActive, { query: { limit } })).data.map(courseOf),
});
