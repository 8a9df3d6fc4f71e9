import { singleSignOn } from '@fairlead/contract/single-sign-on';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Whose accounts the academy's provider opens, by id, and what it is called; null when the academy has none. */
export const staffSignOnQuery = queryOptions({
  // among the people, as the list of the staff is
  queryKey: ['people', 'staff-sign-on'],
  queryFn: async () => {
    const { name } = await call(singleSignOn.getProvider);
    if (!name) return null;
    const { data } = await call(singleSignOn.list);
    return { name, accounts: new Set(data.map(({ accountId }) => accountId)) };
  },
});

/** Ends every session of theirs too; returns the server's message. */
export const removeSignOn = async (id: string): Promise<string> =>
  (await call(singleSignOn.remove, { params: { id } })).message;
