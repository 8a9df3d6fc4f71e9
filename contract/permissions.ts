/**
 * What each staff role may do. Calls ask for a permission, never for a role; the list travels to the
 * staff area as data, so that a screen shows only what its reader may use. `staff:protect` is to set up a second factor,
 * and all that is left to somebody who has to and has not.
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
] as const;

/** Without `courses:all`: for the courses that they look after, and nothing of any other. */
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

/** What is the administrators' alone. */
const administrator = ['settings:edit', 'staff:manage', 'audit:read', 'people:export', 'people:erase'] as const;

export type Permission = (typeof registrar)[number] | (typeof instructor)[number] | (typeof administrator)[number];

/** To those who may decide something comes once a day a mail of what waits for them. */
export const deciding = [
  'people:approve',
  'enrolments:decide',
  'certificates:decide',
  'settings:edit',
] as const satisfies readonly Permission[];

/** `learner` has no permission at all: what a seafarer may do hangs on what is theirs. */
export const permissionsOf = {
  learner: [],
  registrar,
  instructor,
  admin: [...new Set([...registrar, ...instructor, ...administrator])],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof permissionsOf;
export const roles = Object.keys(permissionsOf) as Role[];

/** Whether a role carries a permission. */
export const allows = (role: Role, permission: Permission): boolean =>
  (permissionsOf[role] as readonly Permission[]).includes(permission);
