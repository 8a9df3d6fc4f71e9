import { passkeyHost } from '@fairlead/contract/accounts/passkey-host';

/**
 * Whether the current page can use passkeys: the academy's public URL allows them, the page is on that host, and the
 * browser supports them.
 */
export const canUsePasskeys = (publicUrl: string): boolean =>
  passkeyHost(publicUrl) !== undefined &&
  'PublicKeyCredential' in window &&
  location.origin === new URL(publicUrl).origin;
