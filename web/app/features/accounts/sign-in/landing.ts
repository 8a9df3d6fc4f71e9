import { paths } from '../../../lib/paths.ts';
import { takeReturn } from '../../../lib/session/return-path.ts';
import { isStaff } from '../../../lib/session/roles.ts';

/**
 * The page after a login: the page that asked for login, if this role may see it, otherwise the role's home page. The
 * stored page is removed.
 */
export function landing(role: string): string {
  const home = isStaff(role) ? paths.staff.home : paths.dashboard;
  const asked = takeReturn();
  const staffPage = asked?.toLowerCase().startsWith(paths.staff.home);
  return asked && (isStaff(role) || !staffPage) ? asked : home;
}
