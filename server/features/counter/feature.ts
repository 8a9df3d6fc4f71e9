import type { Feature } from '../feature.ts';
import { counterRoutes } from './routes.ts';

export const counterFeature: Feature = {
  name: 'counter',
  open: ({ platform }) => ({ routes: counterRoutes(platform) }),
};
