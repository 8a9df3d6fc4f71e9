import { z } from 'zod/mini';
import { bounded, data } from '../values/shapes.ts';
import type { Calls } from './call.ts';

/** Stored files, whose links may expire while the pages that show them are still open. */
export const files = {
  /** Replaces an expired link that was issued to the caller, or to everybody who has a share's link. */
  renew: {
    method: 'POST',
    path: '/files/link',
    who: 'anyone',
    body: z.object({ url: bounded(500) }),
    reply: data(z.object({ url: z.string() })),
  },
} as const satisfies Calls;
