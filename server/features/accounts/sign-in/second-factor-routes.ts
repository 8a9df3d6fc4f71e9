import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { requireConfirmed } from '../../../platform/http/access.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toSecondFactor } from '../wire.ts';
import { removeSecondFactor, resetSecondFactor } from './remove-second-factor.ts';
import { findSecondFactor, getSecondFactorDue } from './second-factor.ts';
import { beginSecondFactor, confirmSecondFactor } from './set-up-second-factor.ts';

/** Routes for the second factor of staff, and for its reset by an administrator. */
export const secondFactorRoutes = (platform: Platform) =>
  serve(secondFactor, {
    getSecondFactor: async ({ actor: { accountId } }) => {
      const { db, clock } = platform;
      const due = await getSecondFactorDue(platform, accountId);
      return toSecondFactor(await findSecondFactor(db, accountId), due, clock());
    },
    begin: ({ actor: { accountId }, body, ip }) => beginSecondFactor(platform, { accountId, ip, ...body }),
    confirm: async ({ actor: { accountId, sessionId }, body, ip }) => ({
      recoveryCodes: await confirmSecondFactor(platform, { accountId, sessionId, ip, ...body }),
      message: 'Login now asks for a code from your app. You have been logged out on all other devices.',
    }),
    remove: async ({ actor: { accountId }, body, ip }) => {
      await removeSecondFactor(platform, { accountId, ip, ...body });
      return { message: 'Your second factor has been removed.' };
    },
    reset: async ({ actor, params, ip }) => {
      requireConfirmed(actor, platform.clock());
      await resetSecondFactor(platform, { accountId: params.id, actorId: actor.accountId, ip });
      return { message: 'Second factor reset.' };
    },
  });
