import { paths } from '../../../lib/paths.ts';
import { claimKeptRequest } from '../../../lib/session/kept-request.ts';
import { takeReturn } from '../../../lib/session/return-path.ts';
import { isStaff } from '../../../lib/session/roles.ts';
import { getSession } from '../../../lib/session/session.ts';

/**
 * The page after a login: the one that sends a request which the learner has kept; else the page that asked for login,
 * if this role may see it; else the role's home page. The stored page is removed.
 */
export function landing(role: string): string {
  const home = isStaff(role) ? paths.staffHome : paths.dashboard;
  const asked = takeReturn();
  const kept = isStaff(role) ? null : claimKeptRequest(getSession()?.user?.email ?? '');
  if (kept) return paths.keptRequest(kept.courseId);
  const staffPage = asked?.toLowerCase().startsWith(paths.staffHome);
  return asked && (isStaff(role) || !staffPage) ? asked : home;
}
