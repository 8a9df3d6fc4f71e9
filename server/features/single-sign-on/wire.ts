import type { StaffSignOn } from '@fairlead/contract/single-sign-on/calls';

/** A colleague whose account is linked to the provider, as administrators see it. */
export const toStaffSignOn = (identity: { accountId: string; createdAt: Date; lastUsedAt: Date }): StaffSignOn => ({
  accountId: identity.accountId,
  since: identity.createdAt.toISOString(),
  lastUsedAt: identity.lastUsedAt.toISOString(),
});
