import { type Permission, permissionsOf, type Role } from '@fairlead/contract/permissions';
import { claimsOf } from '../lib/session.ts';
import { useSession } from '../lib/use-session.ts';

/** What the signed-in person may do; a screen shows only that, and the server decides anyway. */
export function usePermissions(): readonly string[] {
  const session = useSession();
  if (!session) return [];
  // a session begun elsewhere may have left the token alone
  return session.user?.permissions ?? permissionsOf[claimsOf(session.accessToken)?.role as Role] ?? [];
}

/** Whether the signed-in person may do this. */
export function useMay(permission: Permission): boolean {
  return usePermissions().includes(permission);
}
