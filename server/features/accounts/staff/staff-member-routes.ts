import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { dayAt } from '../../../platform/calendar.ts';
import { requireConfirmed } from '../../../platform/http/access.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toStaffMember } from '../wire.ts';
import { addQualification, listQualifications, removeQualification } from './qualifications.ts';
import { listStaff } from './staff-member-queries.ts';
import { changeRole, inviteStaff } from './staff-members.ts';

/** Routes for staff members and their roles. */
export const staffMemberRoutes = (platform: Platform) =>
  serve(staffMembers, {
    list: async () => {
      const { db, clock, config } = platform;
      const staff = await listStaff(db, config.timeZone);
      const qualifications = await listQualifications(
        db,
        staff.map(({ id }) => id),
      );
      const of = Map.groupBy(qualifications, ({ accountId }) => accountId);
      const today = dayAt(clock(), config.timeZone);
      return { data: staff.flatMap((one) => toStaffMember(one, of.get(one.id) ?? [], today)) };
    },
    invite: async ({ actor, body, ip }) => {
      requireConfirmed(actor, platform.clock());
      await inviteStaff(platform, { invitation: body, actorId: actor.accountId, ip });
      return { message: `We sent an invitation to ${body.email}.` };
    },
    changeRole: async ({ actor, params, body, ip }) => {
      requireConfirmed(actor, platform.clock());
      await changeRole(platform, { accountId: params.id, role: body.role, actorId: actor.accountId, ip });
      return { message: 'Role changed.' };
    },
    addQualification: async ({ actor, params, body, ip }) => {
      const by = { actorId: actor.accountId, ip };
      await addQualification(platform, { accountId: params.id, qualification: body, ...by });
      return { message: 'Qualification noted.' };
    },
    removeQualification: async ({ actor, params, ip }) => {
      await removeQualification(platform, { id: params.id, actorId: actor.accountId, ip });
      return { message: 'Qualification removed.' };
    },
  });
