import { publicLog } from '@fairlead/contract/public-log';
import { getHead } from '../../../platform/chain/chain.ts';
import { serve } from '../../../platform/http/serve.ts';
import { signStatement } from '../../../platform/keys/statement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { certificateChain } from '../certificate-log.ts';
import { toLogEntry } from './wire.ts';

/** The public log of certificates: its signed head, and its entries in pages. */
export const publicLogRoutes = (platform: Platform) => {
  const { db } = platform;
  return serve(publicLog, {
    head: async () => {
      const { size, hash, sealedAt } = await getHead(db, certificateChain);
      const head = { size, hash, sealedAt: sealedAt?.toISOString() ?? null };
      return { data: { ...head, statement: await signStatement(platform, 'log-head', head) } };
    },
    entries: async ({ query }) => ({
      data: (await certificateChain.read(db, query.from, query.limit)).map(toLogEntry),
    }),
  });
};
