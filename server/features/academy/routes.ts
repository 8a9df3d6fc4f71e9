import { academy } from '@fairlead/contract/academy/calls';
import { publicTexts } from '@fairlead/contract/academy/public-texts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { getPublicTexts, savePublicTexts } from './public-texts.ts';
import { getAcademy } from './queries.ts';
import { toBrand } from './wire.ts';

/** The routes for the academy's public details, and for the texts that staff write on the public pages. */
export function academyRoutes(platform: Platform) {
  const { db, files, config } = platform;
  return [
    ...serve(academy, { getBrand: async () => toBrand(files, config, await getAcademy(db, config)) }),
    ...serve(publicTexts, {
      get: async () => ({ data: await getPublicTexts(db) }),
      save: async ({ actor, body: texts, ip }) => {
        await savePublicTexts(platform, { texts, actorId: actor.accountId, ip });
        return { message: 'Public texts saved.' };
      },
    }),
  ];
}
