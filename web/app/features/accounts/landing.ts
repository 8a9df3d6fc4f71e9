import { paths } from '../../lib/paths.ts';
import { takeReturn } from '../../lib/return-path.ts';
import { isStaff } from '../../lib/roles.ts';

/** Where a login leads: the page that asked for it when it belongs to this person's side of the house, or else home. Asks once. */
export function landing(role: string): string {
  const home = isStaff(role) ? paths.staff.home : paths.dashboard;
  const asked = takeReturn();
  const staffPage = asked?.toLowerCase().startsWith(paths.staff.home);
  return asked && (isStaff(role) || !staffPage) ? asked : home;
}
