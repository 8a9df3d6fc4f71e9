import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { Certificate, HeldCertificate } from './certificates.ts';
import { ById, bounded, data, FileLink, Id, Instant, Message, saved } from './shapes.ts';

/** How long a link may open a certificate, in days. */
const shareDays = [1, 7, 30, 90] as const;
/** As many links of one certificate are open at once. */
export const mostShares = 10;

export const OwnCertificate = z.extend(HeldCertificate, {
  _id: Id,
  courseId: Id,
  /** Whether its last day is within the next 90 days. */
  expiresSoon: z.boolean(),
});
export type OwnCertificate = z.infer<typeof OwnCertificate>;

/** A link that its holder gave away, and the latest 20 times that it was opened. */
export const Share = z.object({
  _id: Id,
  createdAt: Instant,
  expiresAt: Instant,
  revokedAt: z.nullable(Instant),
  opened: z.number(),
  openings: z.array(z.object({ at: Instant, network: z.nullable(z.string()), device: z.string() })),
});
export type Share = z.infer<typeof Share>;

const days = z.literal(shareDays, 'Choose how long the link is good for');
const Token = z.object({ token: bounded(100) });

/** What holders do with their certificates, and those to whom they show them. */
export const ownCertificates = {
  list: { method: 'GET', path: '/own-certificates', who: 'learner', reply: data(z.array(OwnCertificate)) },
  listShares: {
    method: 'GET',
    path: '/own-certificates/:id/shares',
    who: 'learner',
    params: ById,
    reply: data(z.array(Share)),
  },
  /** The link is told this once: what is stored of it opens nothing. */
  share: {
    method: 'POST',
    path: '/own-certificates/:id/shares',
    who: 'learner',
    params: ById,
    body: z.object({ days }),
    status: 201,
    reply: saved(z.object({ url: z.string() })),
  },
  revokeShare: { method: 'DELETE', path: '/own-certificates/shares/:id', who: 'learner', params: ById, reply: Message },
  /** Makes the address of the holder's calendar, and ends the one before; it is told this once. */
  renewCalendar: {
    method: 'POST',
    path: '/own-certificates/calendar',
    who: 'learner',
    status: 201,
    reply: saved(z.object({ url: z.string() })),
  },
  calendarState: {
    method: 'GET',
    path: '/own-certificates/calendar',
    who: 'learner',
    reply: data(z.object({ createdAt: z.nullable(Instant) })),
  },
  /** iCalendar (RFC 5545) with the last day of each certificate; whoever has the address reads it. */
  calendar: { method: 'GET', path: '/calendar/:token', who: 'anyone', params: Token, reply: z.unknown() },
  /** What a link shows: the whole certificate and its PDF. Each opening is written down for the holder. */
  openShare: {
    method: 'GET',
    path: '/shared/:token',
    who: 'anyone',
    params: Token,
    reply: data(z.extend(Certificate, { pdfPath: z.nullable(FileLink), linkExpiresAt: Instant })),
  },
} as const satisfies Calls;
