import type { Role } from '@fairlead/contract/platform/permissions';

/** The roles as screens name them. */
export const roleNames: Record<Role, string> = {
  learner: 'Learner',
  registrar: 'Registrar',
  instructor: 'Instructor',
  admin: 'Administrator',
};
