import type { Feature } from '../feature.ts';
import { registerCourseFiles } from './course-file-routes.ts';
import { pieceDigests } from './digest-pieces.ts';
import { coursePackRoutes } from './routes.ts';

export const coursePacksFeature: Feature = {
  name: 'course-packs',
  open: ({ platform, app }) => {
    const digestsOf = pieceDigests(platform);
    registerCourseFiles(app, platform, digestsOf);
    return { routes: coursePackRoutes(platform, digestsOf) };
  },
};
