import { audit } from '@fairlead/contract/audit/calls';
import { pageOf } from '../../platform/db/pagination.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkAndKeep } from './check-logs.ts';
import { listActions, listAudit } from './queries.ts';
import { toAuditEntry, toLogState } from './wire.ts';

/** Routes for the audit log, for those who supervise the staff. */
export const auditRoutes = (platform: Platform) => {
  const { db, config } = platform;
  return serve(audit, {
    list: async ({ query }) => {
      const { rows, limit, total, isBounded } = await listAudit(db, query, config.timeZone);
      return pageOf(rows, limit, total, (shown) => ({ data: shown.map(toAuditEntry) }), isBounded);
    },
    actions: async () => ({ data: await listActions(db) }),
    verify: async () => {
      const { audit: own, certificates } = await checkAndKeep(platform);
      return { data: { audit: toLogState(own), certificates: toLogState(certificates) } };
    },
  });
};
