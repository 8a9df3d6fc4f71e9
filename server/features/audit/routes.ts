import { audit } from '@fairlead/contract/audit';
import { auditChain } from '../../platform/audit/chain.ts';
import { verifyChain } from '../../platform/chain/verify-chain.ts';
import { pageOf } from '../../platform/db/pagination.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { certificateChain } from '../certificates/certificate-log.ts';
import { listActions, listAudit } from './queries.ts';
import { toAuditEntry, toChainState } from './wire.ts';

/** Routes for the audit log, for those who supervise the staff. */
export const auditRoutes = ({ db, config }: Platform) =>
  serve(audit, {
    list: async ({ query }) => {
      const { rows, limit, total, isBounded } = await listAudit(db, query, config.timeZone);
      return pageOf(rows, limit, total, (shown) => ({ data: shown.map(toAuditEntry) }), isBounded);
    },
    actions: async () => ({ data: await listActions(db) }),
    verify: async () => ({
      data: {
        audit: toChainState(await verifyChain(db, auditChain)),
        certificates: toChainState(await verifyChain(db, certificateChain)),
      },
    }),
  });
