import { z } from 'zod/mini';
import { prefixes } from './accounts.ts';
import type { Calls } from './call.ts';
import { Email } from './emails.ts';
import type { roles } from './permissions.ts';
import { ById, data, Id, Instant, Message, personName } from './shapes.ts';

/** The roles of staff members. */
export const staffRoles = ['registrar', 'instructor', 'admin'] as const satisfies readonly (typeof roles)[number][];

const role = z.enum(staffRoles, 'Choose a role');

export const StaffInvitation = z.object({
  tittle: z.enum(prefixes, 'Choose a prefix'),
  firstName: personName('First name', 60),
  lastName: personName('Last name', 60),
  email: Email,
  role,
});
export type StaffInvitation = z.infer<typeof StaffInvitation>;

export const StaffMember = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role,
  disabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** From when on they can only set up a second factor; null if they need not, or have not logged in yet. */
  secondFactorDue: z.nullable(Instant),
  /** When they last used the program; null if they have not logged in yet, or not for a long time. */
  lastSeenAt: z.nullable(Instant),
});
export type StaffMember = z.infer<typeof StaffMember>;

/** Staff members and their roles. A person who leaves is disabled like any other account. */
export const staffMembers = {
  list: { method: 'GET', path: '/staff', who: 'staff:manage', reply: data(z.array(StaffMember)) },
  /** Emails a link for choosing a password. */
  invite: { method: 'POST', path: '/staff', who: 'staff:manage', body: StaffInvitation, status: 201, reply: Message },
  /** Effective at once: all sessions end. */
  changeRole: {
    method: 'PUT',
    path: '/staff/:id/role',
    who: 'staff:manage',
    params: ById,
    body: z.object({ role }),
    reply: Message,
  },
} as const satisfies Calls;
