import { type Permission, permissionsOf, type Role } from '@fairlead/contract/platform/permissions';
import { claimsOf } from '../lib/session/session.ts';
import { useSession } from '../lib/session/use-session.ts';

/**
 * The permissions of the signed-in person. A screen shows only what they allow; the server checks every call anyway.
 */
export function usePermissions(): readonly string[] {
  const session = useSession();
  if (!session) return [];
  // a session started by an older screen may have stored only the token
  return session.user?.permissions ?? permissionsOf[claimsOf(session.accessToken)?.role as Role] ?? [];
}

/** Whether the signed-in person has this permission. */
export function useMay(permission: Permission): boolean {
  return usePermissions().includes(permission);
}
