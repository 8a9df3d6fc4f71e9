import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { data, Instant } from './shapes.ts';

/** What happens to certificates that the log tells of. */
const loggedKinds = ['issue', 'correct', 'supersede', 'revoke'] as const;

/**
 * An entry of the public log. `hash` is SHA-256 in hexadecimal over the JSON array of index, at, kind, subject, digest
 * and the hash of the entry before (64 zeros before the first).
 */
export const LogEntry = z.object({
  index: z.number(),
  at: Instant,
  kind: z.enum(loggedKinds),
  /** Stands for a certificate in all its entries, and says nothing of it. */
  subject: z.string(),
  /** HMAC-SHA-256 of what the certificate states, with a salt that only the academy has. */
  digest: z.string(),
  hash: z.string(),
});
export type LogEntry = z.infer<typeof LogEntry>;

/** How far the log goes. `statement` is a JWS of the other three, signed with a key of GET /verify/keys. */
const LogHead = z.object({
  size: z.number(),
  hash: z.string(),
  sealedAt: z.nullable(Instant),
  statement: z.string(),
});

const whole = 'Give a whole number';

/** The public log of certificates: whoever keeps a head of it sees whether anything before it was changed later. */
export const publicLog = {
  head: { method: 'GET', path: '/log/head', who: 'anyone', reply: data(LogHead) },
  entries: {
    method: 'GET',
    path: '/log/entries',
    who: 'anyone',
    query: z.object({
      from: z._default(z.coerce.number(whole).check(z.int(whole), z.gte(1, whole)), 1),
      limit: z._default(z.coerce.number(whole).check(z.int(whole), z.gte(1, whole), z.lte(1000, whole)), 100),
    }),
    reply: data(z.array(LogEntry)),
  },
} as const satisfies Calls;
