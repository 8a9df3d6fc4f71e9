import { personalData } from '@fairlead/contract/personal-data/calls';
import { requireConfirmed } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/serve.ts';
import type { PersonalTable } from '../../platform/personal-data/personal-table.ts';
import type { Platform } from '../../platform/platform.ts';
import { eraseOneself, erasePerson } from './erase-person.ts';

/** Routes for the erasure of people, by themselves or by staff at their request. */
export const personalDataRoutes = (platform: Platform, tables: readonly PersonalTable[]) => {
  const means = { ...platform, tables };
  return serve(personalData, {
    eraseOwn: async ({ actor: { accountId }, body: { currentPassword }, ip }) => {
      await eraseOneself(means, { accountId, currentPassword, ip });
      return { message: 'Your account has been erased.' };
    },
    erase: async ({ actor, params, body, ip }) => {
      requireConfirmed(actor, platform.clock());
      await erasePerson(means, { accountId: params.id, actorId: actor.accountId, details: body, ip });
      return { message: 'The person has been erased.' };
    },
  });
};
