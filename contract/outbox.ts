import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { ById, data, Id, Instant, ListQuery, Message } from './shapes.ts';

export const FailedJob = z.object({
  _id: Id,
  kind: z.string(),
  /** Of a mail: to whom it was to go, and what it is about. */
  to: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  reason: z.string(),
  tries: z.int(),
  gaveUpAt: Instant,
});
export type FailedJob = z.infer<typeof FailedJob>;

/** Mails and other work that could not be done, and whether mails go out at all. */
export const outbox = {
  listFailed: {
    method: 'GET',
    path: '/jobs/failed',
    who: 'settings:edit',
    query: ListQuery,
    reply: data(z.array(FailedJob)),
  },
  retry: { method: 'POST', path: '/jobs/:id/retry', who: 'settings:edit', params: ById, reply: Message },
  retryAll: { method: 'POST', path: '/jobs/retry-all', who: 'settings:edit', reply: Message },
  /** To the one who asks, at once and not by the outbox, so that the answer tells what the mail server said. */
  sendTestMail: { method: 'POST', path: '/settings/test-mail', who: 'settings:edit', reply: Message },
} as const satisfies Calls;
