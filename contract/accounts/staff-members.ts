import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import type { roles } from '../platform/permissions.ts';
import { Email } from '../values/emails.ts';
import {
  ById,
  CalendarDate,
  data,
  Id,
  Instant,
  lastName,
  line,
  Message,
  optionalText,
  personName,
} from '../values/shapes.ts';
import { prefixes } from './calls.ts';

/** The roles of staff members. */
export const staffRoles = ['registrar', 'instructor', 'admin'] as const satisfies readonly (typeof roles)[number][];

const role = z.enum(staffRoles, 'Choose a role');

export const StaffInvitation = z.object({
  tittle: z.enum(prefixes, 'Choose a prefix'),
  firstName: personName('First name', 60),
  lastName,
  email: Email,
  role,
});
export type StaffInvitation = z.infer<typeof StaffInvitation>;

/** A qualification of a colleague to teach or assess, such as a certificate of competency. */
export const QualificationInput = z.object({
  title: line('Qualification', 200),
  issuer: line('Issued by', 200),
  /** Blank for none. */
  number: optionalText('Number', 100),
  /** Its last valid day; null without one. */
  validUntil: z.nullable(CalendarDate),
});
export type QualificationInput = z.infer<typeof QualificationInput>;

const Qualification = z.extend(QualificationInput, {
  _id: Id,
  title: z.string(),
  issuer: z.string(),
  number: z.string(),
  isOver: z.boolean(),
});

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
  qualifications: z.array(Qualification),
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
  /** Notes a qualification of the colleague, for inspectors of the administration. */
  addQualification: {
    method: 'POST',
    path: '/staff/:id/qualifications',
    who: 'staff:manage',
    params: ById,
    body: QualificationInput,
    status: 201,
    reply: Message,
  },
  removeQualification: {
    method: 'DELETE',
    path: '/staff/qualifications/:id',
    who: 'staff:manage',
    params: ById,
    reply: Message,
  },
} as const satisfies Calls;
