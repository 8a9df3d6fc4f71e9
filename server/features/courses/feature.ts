import type { Feature } from '../feature.ts';
import { categoryRoutes } from './category-routes.ts';
import { courseRuleRoutes } from './course-rules/routes.ts';
import { courseTables } from './exports.ts';
import { courseStaffColumns } from './personal-tables.ts';
import { courseRoutes } from './routes.ts';

export const coursesFeature: Feature = {
  name: 'courses',
  open: ({ platform, declared }) => ({
    routes: [
      ...courseRoutes(platform),
      ...categoryRoutes(platform),
      ...courseRuleRoutes(platform, declared.codeFinders),
    ],
  }),
  tables: courseTables,
  staffColumns: courseStaffColumns,
};
