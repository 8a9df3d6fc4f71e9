import { type Permission, permissionsOf, type Role } from '@fairlead/contract/platform/permissions';
import { claimsOf, getSession, type Session } from '../lib/session/session.ts';
import { useSession } from '../lib/session/use-session.ts';

/**
 * The permissions of the signed-in person. A screen shows only what they allow; the server checks every call anyway.
 */
export const usePermissions = (): readonly string[] => permissionsIn(useSession());

function permissionsIn(session: Session | null): readonly string[] {
  if (!session) return [];
  // a session started by an older screen may have stored only the token
  return session.user?.permissions ?? permissionsOf[claimsOf(session.accessToken)?.role as Role] ?? [];
}

/** Whether the signed-in person has this permission now, for a clientLoader. */
export const mayNow = (permission: Permission): boolean => permissionsIn(getSession()).includes(permission);

/** Whether the signed-in person has this permission. */
export function useMay(permission: Permission): boolean {
  return usePermissions().includes(permission);
}
