import { passkeyHost } from '@fairlead/contract/passkey-host';

/**
 * Whether passkeys can be used on the page that is open: the academy's address is one that they are made for, the page
 * stands at it, and the browser knows them.
 */
export const canUsePasskeys = (publicUrl: string): boolean =>
  passkeyHost(publicUrl) !== undefined &&
  'PublicKeyCredential' in window &&
  location.origin === new URL(publicUrl).origin;
