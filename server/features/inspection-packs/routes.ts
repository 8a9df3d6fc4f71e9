import { inspectionPacks } from '@fairlead/contract/inspection-packs/calls';
import { requireConfirmed } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { askForPack } from './ask-for-pack.ts';
import { findPack, listPacks } from './queries.ts';
import { toInspectionPack, toScope } from './wire.ts';

const shownPacks = 20;

/** Routes for packs for inspectors. */
export const inspectionPackRoutes = (platform: Platform) => {
  const { db, clock } = platform;
  return serve(inspectionPacks, {
    list: async () => ({ data: (await listPacks(db, shownPacks)).map(toInspectionPack) }),
    ask: async ({ actor, body, ip }) => {
      requireConfirmed(actor, clock());
      const id = await askForPack(platform, { scope: toScope(body), actorId: actor.accountId, ip });
      const pack = await findPack(db, id);
      if (!pack) throw new Error('The pack that was just asked for is gone');
      return { message: 'The pack is being made.', data: toInspectionPack(pack) };
    },
  });
};
