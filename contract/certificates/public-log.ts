import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { data, Instant, wholeFrom } from '../values/shapes.ts';

/**
 * The events of certificates that are logged. `record` repeats, once, what a certificate states that is older than the
 * log.
 */
const loggedKinds = ['issue', 'correct', 'supersede', 'revoke', 'record'] as const;

/**
 * An entry of the public log. `hash` is SHA-256 in hexadecimal over the JSON array of index, at, kind, subject, digest
 * and the hash of the previous entry (64 zeros for the first).
 */
export const LogEntry = z.object({
  index: z.number(),
  at: Instant,
  kind: z.enum(loggedKinds),
  /** Identifies a certificate in all its entries, without revealing anything about it. */
  subject: z.string(),
  /** HMAC-SHA-256 of the certificate's data, with a salt that only the academy has. */
  digest: z.string(),
  hash: z.string(),
});
export type LogEntry = z.infer<typeof LogEntry>;

/**
 * The current end of the log. `statement` is a JWS of the other three fields, signed with a key of GET /verify/keys.
 */
const LogHead = z.object({
  size: z.number(),
  hash: z.string(),
  sealedAt: z.nullable(Instant),
  statement: z.string(),
});

const whole = 'Give a whole number';

/** The keys that verify the log. */
const LogKeys = z.object({
  /** The name of the log, which its checkpoints begin with. */
  origin: z.string(),
  /** Every key that ever signed checkpoints, the newest first, as verifier keys (c2sp.org/signed-note). */
  keys: z.array(z.string()),
  /** The witnesses that cosign checkpoints. A verifier gets a witness's key from the witness itself. */
  witnesses: z.array(z.object({ key: z.string(), url: z.string() })),
});
export type LogKeys = z.infer<typeof LogKeys>;

/** The public log of certificates: anyone who keeps a head of it can detect any later change to earlier entries. */
export const publicLog = {
  head: { method: 'GET', path: '/log/head', who: 'anyone', reply: data(LogHead) },
  keys: { method: 'GET', path: '/log/keys', who: 'anyone', reply: data(LogKeys) },
  entries: {
    method: 'GET',
    path: '/log/entries',
    who: 'anyone',
    query: z.object({
      from: z._default(z.coerce.number(whole).check(...wholeFrom(1, whole)), 1),
      limit: z._default(z.coerce.number(whole).check(z.int(whole), z.gte(1, whole), z.lte(1000, whole)), 100),
    }),
    reply: data(z.array(LogEntry)),
  },
} as const satisfies Calls;
