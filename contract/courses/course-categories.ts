import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { data, line, saved } from '../values/shapes.ts';

/** The most categories that are arranged at once. */
const mostCategories = 500;

const name = line('Name', 100);

/** A category of the academy's courses; a hidden one is no choice in the catalogue, whose courses stay there. */
export const CourseCategory = z.object({ name: z.string(), courses: z.number(), isHidden: z.boolean() });
export type CourseCategory = z.infer<typeof CourseCategory>;

export const CategoryOrder = z.object({
  categories: z.array(z.object({ name, isHidden: z.boolean() })).check(z.maxLength(mostCategories)),
});
export type CategoryOrder = z.infer<typeof CategoryOrder>;

export const CategoryName = z.object({ from: name, to: name });

/** The categories of the courses, as administrators arrange them. */
export const courseCategories = {
  list: { method: 'GET', path: '/course-categories', who: 'settings:edit', reply: data(z.array(CourseCategory)) },
  /** Sets the order of the categories, and which of them are hidden. */
  arrange: {
    method: 'PUT',
    path: '/course-categories',
    who: 'settings:edit',
    body: CategoryOrder,
    reply: saved(z.array(CourseCategory)),
  },
  /** Renames a category in all of its courses; under the name of another one, both become one. */
  rename: {
    method: 'POST',
    path: '/course-categories/rename',
    who: 'settings:edit',
    body: CategoryName,
    reply: saved(z.array(CourseCategory)),
  },
} as const satisfies Calls;
