import { staffMembers } from '@fairlead/contract/staff-members';
import { demandConfirmed } from '../../../platform/http/access.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toStaffMember } from '../wire.ts';
import { listStaff } from './staff-member-queries.ts';
import { changeRole, inviteStaff } from './staff-members.ts';

/** Routes for staff members and their roles. */
export const staffMemberRoutes = (platform: Platform) =>
  serve(staffMembers, {
    list: async () => ({ data: (await listStaff(platform.db, platform.config.timeZone)).flatMap(toStaffMember) }),
    invite: async ({ actor, body, ip }) => {
      demandConfirmed(actor, platform.clock());
      await inviteStaff(platform, { invitation: body, actorId: actor.accountId, ip });
      return { message: `We sent an invitation to ${body.email}.` };
    },
    changeRole: async ({ actor, params, body, ip }) => {
      demandConfirmed(actor, platform.clock());
      await changeRole(platform, { accountId: params.id, role: body.role, actorId: actor.accountId, ip });
      return { message: 'Role changed.' };
    },
  });
