import { staffAccounts } from '@fairlead/contract/staff-accounts';
import { decideEach } from '../../../platform/http/decide-each.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { approveAccount } from './approve-account.ts';
import { disableAccount, enableAccount } from './disable-account.ts';
import { refuseAccount } from './refuse-account.ts';

/** Routes for the decisions of staff about other people's accounts. */
export const staffAccountRoutes = (platform: Platform) =>
  serve(staffAccounts, {
    approveMany: async ({ actor, body, address }) => ({
      data: await decideEach(body.users, 'User approved successfully!', ({ id }) =>
        approveAccount(platform, { accountId: id, actorId: actor.accountId, address }),
      ),
    }),
    refuse: async ({ actor, params, body, address }) => {
      const refusal = { accountId: params.id, reason: body.reason, actorId: actor.accountId, address };
      await refuseAccount(platform, refusal);
      return { message: 'Registration refused.' };
    },
    disable: async ({ actor, params, body, address }) => {
      await disableAccount(platform, { accountId: params.id, actor, note: body.note, address });
      return { message: 'Account disabled.' };
    },
    enable: async ({ actor, params, address }) => {
      await enableAccount(platform, { accountId: params.id, actor, address });
      return { message: 'Account enabled.' };
    },
  });
