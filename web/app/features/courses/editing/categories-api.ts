import { type CourseCategory, courseCategories } from '@fairlead/contract/courses/course-categories';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

/** The categories of the courses, in their order. */
export const categoriesQuery = queryOptions({
  queryKey: ['courses', 'categories'],
  queryFn: async () => (await call(courseCategories.list)).data,
});

type Saved = { message: string; data: CourseCategory[] };

/** Puts the saved categories into the cache; returns the server's message. */
function keep({ message, data }: Saved): string {
  queryClient.setQueryData(categoriesQuery.queryKey, data);
  return message;
}

export const arrangeCategories = async (categories: readonly CourseCategory[]) =>
  keep(
    await call(courseCategories.arrange, {
      body: { categories: categories.map(({ name, isHidden }) => ({ name, isHidden })) },
    }),
  );

/** Renames a category; its courses are read again. */
export async function renameCategory(from: string, to: string): Promise<string> {
  const message = keep(await call(courseCategories.rename, { body: { from, to } }));
  await queryClient.invalidateQueries({ queryKey: ['courses'] });
  return message;
}
