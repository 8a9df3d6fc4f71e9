import { permissionsOf } from '@fairlead/contract/platform/permissions';

/** Whether a role may enter the staff area. A role that this build does not know may not. */
export function isStaff(role: string): boolean {
  const permissions: readonly string[] = Object.entries(permissionsOf).find(([name]) => name === role)?.[1] ?? [];
  return permissions.includes('staff:enter');
}
