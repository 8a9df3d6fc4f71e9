import { publicLog } from '@fairlead/contract/certificates/public-log';
import { toVkey } from '@fairlead/contract/proofs/signed-note';
import { getHead } from '../../../platform/chain/chain.ts';
import { serve } from '../../../platform/http/serve.ts';
import { signStatement } from '../../../platform/keys/statement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { certificateChain } from '../certificate-log.ts';
import { toLogEntry } from './wire.ts';

/** The public log of certificates: its signed head, and its entries in pages. */
export const publicLogRoutes = (platform: Platform) => {
  const { db, keys, config } = platform;
  return serve(publicLog, {
    head: async () => {
      const { size, hash, sealedAt } = await getHead(db, certificateChain);
      const head = { size, hash, sealedAt: sealedAt?.toISOString() ?? null };
      return { data: { ...head, statement: await signStatement(platform, 'log-head', head) } };
    },
    keys: async () => ({
      data: {
        origin: config.logOrigin,
        keys: await keys.publishedLog(),
        witnesses: config.witnesses.map(({ verifier, url }) => ({ key: toVkey(verifier), url })),
      },
    }),
    entries: async ({ query }) => ({
      data: (await certificateChain.read(db, query.from, query.limit)).map(toLogEntry),
    }),
  });
};
