import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { bounded, CalendarDate, data, Id, Instant, ListQuery } from './shapes.ts';

/** Who did what to whom, when, and from where. */
export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** A verb of the trade, such as 'account.approve'. */
  action: z.string(),
  /** Null for the program's own doing, and for visitors. */
  by: z.nullable(z.object({ _id: Id, name: z.string(), email: z.string() })),
  /** `name` says who or what it is, where that is known. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()), userId: z.nullable(Id) }),
  details: z.record(z.string(), z.unknown()),
  /** The network, in part of an IPv6 address. */
  address: z.nullable(z.string()),
  /** In words: 'Chrome on Windows'. */
  device: z.nullable(z.string()),
  /** Its place in the audit's chain; null within a second of the deed. */
  link: z.nullable(z.number()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** `q` finds whoever did it, or whom it was done to, by name or e-mail. Days are the academy's. */
export const AuditQuery = z.extend(ListQuery, {
  action: z.optional(bounded(100).check(z.regex(/^[a-z.-]+$/, 'There is no such action'))),
  from: z.optional(CalendarDate),
  to: z.optional(CalendarDate),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

const ChainState = z.object({
  size: z.number(),
  /** The first link that does not hold, and why. */
  bad: z.nullable(z.object({ index: z.number(), reason: z.string() })),
});

/** The audit, for those who watch over the staff. */
export const audit = {
  list: {
    method: 'GET',
    path: '/audit',
    who: 'audit:read',
    query: AuditQuery,
    reply: data(z.array(AuditEntry)),
    table: { name: 'audit' },
  },
  actions: { method: 'GET', path: '/audit/actions', who: 'audit:read', reply: data(z.array(z.string())) },
  /** Walks the chains of the audit and of the public log. */
  verify: {
    method: 'POST',
    path: '/audit/verify',
    who: 'audit:read',
    reply: data(z.object({ audit: ChainState, certificates: ChainState })),
  },
} as const satisfies Calls;
