import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ById, ByToken, data, FileLink, Id, Instant, Message, saved } from '../values/shapes.ts';
import { Certificate, HeldCertificate } from './calls.ts';

/** The possible lifetimes of a link to a certificate, in days. */
const shareDays = [1, 7, 30, 90] as const;
/** The maximum number of open links to one certificate. */
export const mostShares = 10;

export const OwnCertificate = z.extend(HeldCertificate, {
  courseId: Id,
  /** Whether it expires, or has to be refreshed, within the next 90 days, and no later document follows it. */
  expiresSoon: z.boolean(),
});
export type OwnCertificate = z.infer<typeof OwnCertificate>;

/** A certificate as short lists show it. */
export const ShortCertificate = z.pick(OwnCertificate, {
  _id: true,
  certNo: true,
  courseTitle: true,
  status: true,
  dateOfIssue: true,
  dateOfExpiry: true,
  boundTo: true,
  expiresSoon: true,
  picture: true,
});
export type ShortCertificate = z.infer<typeof ShortCertificate>;

/** A link created by the holder, and the latest 20 times that it was opened. */
export const Share = z.object({
  _id: Id,
  createdAt: Instant,
  expiresAt: Instant,
  revokedAt: z.nullable(Instant),
  opened: z.number(),
  openings: z.array(z.object({ at: Instant, network: z.nullable(z.string()), device: z.string() })),
});
export type Share = z.infer<typeof Share>;

const days = z.literal(shareDays, 'Choose how long the link is valid');

/** The calls with which holders manage and share their certificates, and with which others open them. */
export const ownCertificates = {
  list: { method: 'GET', path: '/own-certificates', who: 'learner', reply: data(z.array(OwnCertificate)) },
  listShares: {
    method: 'GET',
    path: '/own-certificates/:id/shares',
    who: 'learner',
    params: ById,
    reply: data(z.array(Share)),
  },
  /** Creates a link, which is returned only this once: what is stored cannot open the certificate. */
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
  /** Creates a new URL for the holder's calendar and invalidates the old one; it is returned only this once. */
  renewCalendar: {
    method: 'POST',
    path: '/own-certificates/calendar',
    who: 'learner',
    status: 201,
    reply: saved(z.object({ url: z.string() })),
  },
  /** Ends the holder's calendar URL at once. Idempotent. */
  endCalendar: { method: 'DELETE', path: '/own-certificates/calendar', who: 'learner', reply: Message },
  calendarState: {
    method: 'GET',
    path: '/own-certificates/calendar',
    who: 'learner',
    reply: data(z.object({ createdAt: z.nullable(Instant) })),
  },
  /**
   * iCalendar (RFC 5545) with the day on which one certificate expires, or its refresher is due, for its holder to add
   * to a calendar.
   */
  expiry: { method: 'GET', path: '/own-certificates/:id/expiry', who: 'learner', params: ById, reply: z.unknown() },
  /** The same with the day of each certificate; anyone who has the URL can read it. */
  calendar: { method: 'GET', path: '/calendar/:token', who: 'anyone', params: ByToken, reply: z.unknown() },
  /** The content of a shared link: the whole certificate and its PDF. Each opening is recorded for the holder. */
  openShare: {
    method: 'GET',
    path: '/shared/:token',
    who: 'anyone',
    params: ByToken,
    reply: data(
      z.extend(Certificate, { pdfPath: z.nullable(FileLink), picture: z.nullable(FileLink), linkExpiresAt: Instant }),
    ),
  },
} as const satisfies Calls;
