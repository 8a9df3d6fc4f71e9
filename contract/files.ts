import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { bounded, data } from './shapes.ts';

/** Stored files, whose links run out while the pages that they stand on are still open. */
export const files = {
  /** A fresh link in the place of one that was given to whoever asks, or to all who have a share's link. */
  renew: {
    method: 'POST',
    path: '/files/link',
    who: 'anyone',
    body: z.object({ url: bounded(500) }),
    reply: data(z.object({ url: z.string() })),
  },
} as const satisfies Calls;
