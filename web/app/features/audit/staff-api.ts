import { audit } from '@fairlead/contract/audit';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';

/** Every action name in the audit log. */
export const auditActionsQuery = queryOptions({
  queryKey: ['audit', 'actions'],
  queryFn: async () => (await call(audit.actions)).data,
});

/** Has both hash chains verified from end to end; returns the first error of each, null where there is none. */
export async function verifyChains(): Promise<{ chain: string; size: number; flaw: string | null }[]> {
  const { data } = await call(audit.verify);
  const stateOf = (chain: string, { size, bad }: (typeof data)['audit']) => ({
    chain,
    size,
    flaw: bad && `Link ${bad.index} of ${chain}: ${bad.reason}.`,
  });
  return [stateOf('the audit', data.audit), stateOf('the public log', data.certificates)];
}
