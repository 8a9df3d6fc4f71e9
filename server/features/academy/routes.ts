import { academy } from '@fairlead/contract/academy/calls';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy } from './queries.ts';
import { toBrand } from './wire.ts';

/** The route for the academy's public details. */
export const academyRoutes = ({ db, files, config }: Platform) =>
  serve(academy, { getBrand: async () => toBrand(files, config, await getAcademy(db, config)) });
