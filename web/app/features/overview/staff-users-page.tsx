import { redirect } from 'react-router';
import { staffPaths } from '../../lib/staff-paths.ts';

/** The specification's address of the menu's users: it leads on to the first of their lists. */
export const clientLoader = () => redirect(staffPaths.unapprovedUsers);

export default function StaffUsersPage() {
  return null;
}
