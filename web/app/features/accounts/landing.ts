import { paths } from '../../lib/paths.ts';
import { takeReturn } from '../../lib/return-path.ts';
import { isStaff } from '../../lib/roles.ts';

/** The page after a login: the one that asked for it, where this role may see it, or else home. What asked is forgotten. */
export function landing(role: string): string {
  const home = isStaff(role) ? paths.staff.home : paths.dashboard;
  const asked = takeReturn();
  const staffPage = asked?.toLowerCase().startsWith(paths.staff.home);
  return asked && (isStaff(role) || !staffPage) ? asked : home;
}
