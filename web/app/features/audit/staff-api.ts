import { audit } from '@fairlead/contract/audit/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';

/** Every action name in the audit log. */
export const auditActionsQuery = queryOptions({
  queryKey: ['audit', 'actions'],
  queryFn: async () => (await call(audit.actions)).data,
});

/** The result of a check of one log: its size, and a sentence for each flaw. */
export type LogState = { log: string; size: number; flaws: string[] };

/** Has both logs verified from end to end, and the register compared with the public log. */
export async function verifyLogs(): Promise<LogState[]> {
  const { data } = await call(audit.verify);
  const stateOf = (log: string, { size, flaws, found }: (typeof data)['audit']): LogState => ({
    log,
    size,
    flaws: [
      ...flaws.map(({ index, certNo, reason }) => {
        const link = index === null ? '' : `Entry ${index} of ${log}`;
        const certificate = certNo === null ? '' : `${link ? ', ' : ''}${certNo}`;
        return `${link}${certificate}: ${reason}.`;
      }),
      ...(found > flaws.length ? [`And ${found - flaws.length} more in ${log}.`] : []),
    ],
  });
  return [stateOf('the audit', data.audit), stateOf('the public log', data.certificates)];
}
