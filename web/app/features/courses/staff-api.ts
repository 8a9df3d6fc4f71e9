import { courses } from '@fairlead/contract/courses';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api-client.ts';
import { withFormNames } from '../../lib/field-errors.ts';
import { useKeysetList } from '../../lib/keyset-list.ts';
import { queryClient } from '../../lib/query-client.ts';
import { readAll } from '../../lib/read-all.ts';
import { newestByTitle } from './newest-by-title.ts';
import { type Course, type CourseDraft, courseFormOf, courseOf, formNames } from './wire.ts';

/** Every course, active or not, newest first. */
export const useAllCourses = () => useKeysetList(['courses', 'all'], courses.list, ({ data }) => data.map(courseOf));

/** One course, active or not. */
export const courseQuery = (id: string) =>
  queryOptions({
    queryKey: ['courses', 'one', id],
    queryFn: async () => courseOf((await call(courses.getCourse, { params: { id } })).data),
  });

/** Every course to choose from, active or not, by title. */
export const courseChoiceQuery = queryOptions({
  queryKey: ['courses', 'choice'],
  queryFn: async () => {
    const all = await readAll(courses.list, ({ data }) => data.map(courseOf));
    return all.sort((a, b) => a.title.localeCompare(b.title));
  },
});

/** The active courses to choose from, by title; of several with one title the newest. */
export const activeCourseChoiceQuery = queryOptions({
  queryKey: ['courses', 'active choice'],
  queryFn: async () => newestByTitle(await readAll(courses.listActive, ({ data }) => data.map(courseOf))),
});

/** A course as it is stored at this moment. */
export const readCourseNow = (id: string) => queryClient.fetchQuery({ ...courseQuery(id), staleTime: 0 });

/**
 * Creates a course, or writes the one that was opened anew; gives the server's word. It is refused as `isStale` when
 * somebody else has written the course since.
 */
export async function saveCourse(opened: Course | undefined, draft: CourseDraft): Promise<string> {
  const form = courseFormOf(draft);
  const sent = opened
    ? call(courses.update, { params: { id: opened.id }, query: { version: opened.version }, form })
    : call(courses.create, { form });
  const { message } = await withFormNames(formNames, sent);
  await readAnew();
  return message;
}

/** Whether an edit was refused because the course is no longer what it was when it was opened. */
export const isStale = (error: unknown) => error instanceof ApiError && error.code === 'stale';

/** Offers a course, or takes it out of the catalogue. */
export async function setCourseActive(id: string, active: boolean): Promise<string> {
  const { message } = await call(active ? courses.activate : courses.deactivate, { params: { id } });
  await readAnew();
  return message;
}

const readAnew = () => queryClient.invalidateQueries({ queryKey: ['courses'] });
