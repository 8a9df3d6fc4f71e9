/**
 * The permissions of each staff role. Calls require a permission, never a role; the list is sent to the staff area as
 * data, so that a screen shows only what its reader may use. `enrolments:decide` says who approves enrolments;
 * `people:read`, who may see a passport and the other documents of a seafarer. `staff:protect` is the permission to set
 * up a second factor; somebody who must set one up and has not done so has no other.
 */
const registrar = [
  'staff:enter',
  'staff:protect',
  'courses:all',
  'people:read',
  'people:approve',
  'courses:read',
  'enrolments:decide',
  'certificates:read',
  'certificates:decide',
  'messages:answer',
  'fees:read',
  'fees:record',
  'fitness:read',
  'checklists:edit',
] as const;

/** Without `courses:all`: only the courses to which they are assigned. */
const instructor = [
  'staff:enter',
  'staff:protect',
  'courses:read',
  'courses:edit',
  'training:read',
  'training:edit',
  'tests:read',
  'tests:edit',
  'results:read',
] as const;

/** Permissions of administrators only. */
const administrator = ['settings:edit', 'staff:manage', 'audit:read', 'people:export', 'people:erase'] as const;

export type Permission = (typeof registrar)[number] | (typeof instructor)[number] | (typeof administrator)[number];

/** Permissions for decisions. Anyone who has one of them gets a daily email about pending items. */
export const deciding = [
  'people:approve',
  'enrolments:decide',
  'certificates:decide',
  'messages:answer',
  'fees:record',
  'settings:edit',
] as const satisfies readonly Permission[];

/** `learner` has no permissions: seafarers have access to their own records only. */
export const permissionsOf = {
  learner: [],
  registrar,
  instructor,
  admin: [...new Set([...registrar, ...instructor, ...administrator])],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof permissionsOf;
export const roles = Object.keys(permissionsOf) as Role[];

/** Whether a role has a permission. */
export const allows = (role: Role, permission: Permission): boolean =>
  (permissionsOf[role] as readonly Permission[]).includes(permission);
