import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ById, data, Id, Instant, ListQuery, Message } from '../values/shapes.ts';

export const FailedJob = z.object({
  _id: Id,
  kind: z.string(),
  /** For an email: its recipient and its subject. */
  to: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  reason: z.string(),
  tries: z.int(),
  gaveUpAt: Instant,
});
export type FailedJob = z.infer<typeof FailedJob>;

/** Emails and other jobs that failed, and whether emails can be sent at all. */
export const outbox = {
  listFailed: {
    method: 'GET',
    path: '/jobs/failed',
    who: 'settings:edit',
    query: z.omit(ListQuery, { q: true }),
    reply: data(z.array(FailedJob)),
  },
  retry: { method: 'POST', path: '/jobs/:id/retry', who: 'settings:edit', params: ById, reply: Message },
  retryAll: { method: 'POST', path: '/jobs/retry-all', who: 'settings:edit', reply: Message },
  /**
   * Sends an email to the caller at once, without the outbox, so that the response contains the mail server's reply.
   */
  sendTestMail: { method: 'POST', path: '/settings/test-mail', who: 'settings:edit', reply: Message },
} as const satisfies Calls;
