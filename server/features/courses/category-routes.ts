import { courseCategories } from '@fairlead/contract/courses/course-categories';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAllCategories } from './category-queries.ts';
import { arrangeCategories, renameCategory } from './change-categories.ts';

/** Routes for the categories of courses, as administrators arrange them. */
export const categoryRoutes = (platform: Platform) => {
  const { db } = platform;
  return serve(courseCategories, {
    list: async () => ({ data: await listAllCategories(db) }),
    arrange: async ({ actor, body: { categories }, ip }) => {
      await arrangeCategories(platform, { categories, actorId: actor.accountId, ip });
      return { message: 'Categories saved.', data: await listAllCategories(db) };
    },
    rename: async ({ actor, body: { from, to }, ip }) => {
      await renameCategory(platform, { from, to, actorId: actor.accountId, ip });
      return { message: 'Category renamed.', data: await listAllCategories(db) };
    },
  });
};
