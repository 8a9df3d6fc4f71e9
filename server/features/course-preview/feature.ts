import type { Feature } from '../feature.ts';
import { coursePreviewRoutes } from './routes.ts';

export const coursePreviewFeature: Feature = {
  name: 'course-preview',
  open: ({ platform, press }) => ({ routes: coursePreviewRoutes(platform, press) }),
};
