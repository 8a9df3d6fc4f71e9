import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/**
 * The accounts that log in by the academy's identity provider, by id, and the provider's name; null when the academy
 * has none.
 */
export const staffSignOnQuery = queryOptions({
  // below 'people', as the list of staff is
  queryKey: ['people', 'staff-sign-on'],
  queryFn: async () => {
    const { name } = await call(singleSignOn.getProvider);
    if (!name) return null;
    const { data } = await call(singleSignOn.list);
    return { name, accounts: new Set(data.map(({ accountId }) => accountId)) };
  },
});

/** Removes a person's login by the provider, and ends all their sessions; returns the server's message. */
export const removeSignOn = async (id: string): Promise<string> =>
  (await call(singleSignOn.remove, { params: { id } })).message;
