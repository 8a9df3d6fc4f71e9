import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { bounded, CalendarDate, data, Id, Instant, ListQuery } from '../values/shapes.ts';

/** An event of the audit: who did what to whom, when, and from where. */
export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** A verb of the domain, such as 'account.approve'. */
  action: z.string(),
  /** Null for the program itself, and for visitors. */
  by: z.nullable(z.object({ _id: Id, name: z.string(), email: z.string() })),
  /** `name` is the name of the person or thing, where it is known. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()), userId: z.nullable(Id) }),
  details: z.record(z.string(), z.unknown()),
  /** The network address; only a part of an IPv6 address. */
  address: z.nullable(z.string()),
  /** As readable text: 'Chrome on Windows'. */
  device: z.nullable(z.string()),
  /** Its index in the audit's hash chain; null for less than a second after the action. */
  link: z.nullable(z.number()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** `q` searches by name or email for the person who acted or who was affected. Days are in the academy's time zone. */
export const AuditQuery = z.extend(ListQuery, {
  action: z.optional(bounded(100).check(z.regex(/^[a-z.-]+$/, 'There is no such action'))),
  from: z.optional(CalendarDate),
  to: z.optional(CalendarDate),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** The result of a check of a log: what is wrong in the first hundred places of `found`. */
const LogState = z.object({
  size: z.number(),
  /** A wrong link by its index, a certificate that the log contradicts by its number, or both; and why. */
  flaws: z.array(z.object({ index: z.nullable(z.number()), certNo: z.nullable(z.string()), reason: z.string() })),
  found: z.number(),
});
export type LogState = z.infer<typeof LogState>;

/** The audit, for those who supervise the staff. */
export const audit = {
  list: {
    method: 'GET',
    path: '/audit',
    who: 'audit:read',
    mayLag: true,
    query: AuditQuery,
    reply: data(z.array(AuditEntry)),
    table: { name: 'audit' },
  },
  actions: { method: 'GET', path: '/audit/actions', who: 'audit:read', reply: data(z.array(z.string())) },
  /** Verifies both logs from their beginning, and compares every certificate with the public log. */
  verify: {
    method: 'POST',
    path: '/audit/verify',
    who: 'audit:read',
    reply: data(z.object({ audit: LogState, certificates: LogState })),
  },
} as const satisfies Calls;
