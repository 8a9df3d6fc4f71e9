import { courses } from '@fairlead/contract/courses/calls';
import { courseNames } from '@fairlead/contract/courses/names';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/calls/api-client.ts';
import { withFormNames } from '../../lib/calls/field-errors.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { readAll } from '../../lib/calls/read-all.ts';
import { newestByTitle } from './newest-by-title.ts';
import { type CourseDraft, courseFormOf } from './staff-course-draft.ts';
import { type Course, courseOf, stateOf } from './wire.ts';

/** One course, active or not. */
export const courseQuery = (id: string) =>
  queryOptions({
    queryKey: ['courses', 'one', id],
    queryFn: async () => courseOf((await call(courses.getCourse, { params: { id } })).data),
  });

/** All courses for a select field, active or not, sorted by title. */
export const courseChoiceQuery = queryOptions({
  queryKey: ['courses', 'choice'],
  queryFn: async () => {
    const all = await readAll(courses.list, ({ data }) => data.map(courseOf));
    return all.sort((a, b) => a.title.localeCompare(b.title));
  },
});

/** The active courses for a select field, sorted by title; of several with the same title, the newest. */
export const activeCourseChoiceQuery = queryOptions({
  queryKey: ['courses', 'active choice'],
  queryFn: async () => newestByTitle(await readAll(courses.listActive, ({ data }) => data.map(courseOf))),
});

/**
 * The courses of which a test is written, sorted by title: active ones and drafts; of several with the same title, the
 * one that is wanted, else the newest.
 */
export const courseForTestQuery = (wanted: string) =>
  queryOptions({
    queryKey: ['courses', 'choice for a test', wanted],
    queryFn: async () => {
      const all = await readAll(courses.list, ({ data }) => data.map(courseOf));
      const offered = all.filter((course) => stateOf(course) !== 'inactive');
      return newestByTitle(offered.toSorted((a, b) => Number(b.id === wanted) - Number(a.id === wanted)));
    },
  });

/** The current stored state of a course. */
export const readCourseNow = (id: string) => queryClient.fetchQuery({ ...courseQuery(id), staleTime: 0 });

/**
 * Creates a course as a draft, or updates the opened one; returns the server's message. It fails with an error for
 * which `isStale` is true when somebody else has updated the course since.
 */
export async function saveCourse(
  opened: Course | undefined,
  draft: CourseDraft,
): Promise<{ message: string; id: string }> {
  const form = courseFormOf(draft);
  if (!opened) form.set('draft', 'yes');
  const sent = opened
    ? call(courses.update, { params: { id: opened.id }, query: { version: opened.version }, form })
    : call(courses.create, { form });
  const { message, data } = await withFormNames(courseNames, sent);
  await refetchCourses();
  return { message, id: data._id };
}

/** Whether an update was refused because the course has changed since it was opened. */
export const isStale = (error: unknown) => error instanceof ApiError && error.code === 'stale';

/** Adds a course to the catalogue, or removes it. */
export async function setCourseActive(id: string, active: boolean): Promise<string> {
  const { message } = await call(active ? courses.activate : courses.deactivate, { params: { id } });
  await refetchCourses();
  return message;
}

/** Chooses the highest playback speed of a course that is asked for it; returns the server's message. */
export async function chooseSpeed(id: string, highestSpeed: '1' | '1.25' | '1.5' | '2'): Promise<string> {
  const { message } = await call(courses.chooseSpeed, { params: { id }, body: { highestSpeed } });
  await refetchCourses();
  return message;
}

export const refetchCourses = () => queryClient.invalidateQueries({ queryKey: ['courses'] });
