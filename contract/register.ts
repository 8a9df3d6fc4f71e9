import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { Certificate, certificateStates } from './certificates.ts';
import { ById, CalendarDate, data, FileLink, Id, Instant, ListQuery, line, Message, saved, text } from './shapes.ts';

/** A certificate as staff find it in the register. */
export const RegisteredCertificate = z.extend(Certificate, {
  _id: Id,
  userId: Id,
  courseId: Id,
  regulations: z.string(),
  /** Null until the PDF is drawn. */
  pdfPath: z.nullable(FileLink),
  /** Whether its last day is within the next 90 days. */
  expiresSoon: z.boolean(),
  revocationReason: z.nullable(z.string()),
  /** Who revoked it, by name. */
  revokedBy: z.nullable(z.string()),
  /** Since when it waits for a check of the holder's identity, and whether the program has given up on its release. */
  held: z.nullable(z.object({ since: Instant, gaveUp: z.boolean() })),
});
export type RegisteredCertificate = z.infer<typeof RegisteredCertificate>;

/** As a list is asked for: also by holder, by state on the academy's day, by course, and by the last day of validity. */
export const RegisterQuery = z.extend(ListQuery, {
  state: z.optional(z.enum([...certificateStates, 'expires-soon'], 'There is no such state')),
  userId: z.optional(Id),
  courseId: z.optional(Id),
  expiresFrom: z.optional(CalendarDate),
  expiresTo: z.optional(CalendarDate),
});
export type RegisterQuery = z.infer<typeof RegisterQuery>;

const reason = text('Reason', 1000);

/** Mailed to the holder. */
export const Revocation = z.object({ reason });
/** What the corrected certificate says of its holder; the rest of it stays. */
export const Correction = z.object({
  name: line('Name'),
  dateOfBirth: CalendarDate,
  passportNo: line('Passport number', 50),
  cdcNo: line('CDC number', 50),
  indosNo: line('INDOS number', 50),
  gradeNo: line('Grade number', 50),
  reason,
});
export type Correction = z.infer<typeof Correction>;

/** As many sheets as are printed at once. */
export const mostSheets = 100;
const fewSheets = `Choose 1 to ${mostSheets} certificates`;

/** The register of certificates, for staff. */
export const register = {
  list: {
    method: 'GET',
    path: '/certificates',
    who: 'certificates:read',
    query: RegisterQuery,
    reply: data(z.array(RegisteredCertificate)),
    table: { name: 'certificates' },
  },
  revoke: {
    method: 'POST',
    path: '/certificates/:id/revoke',
    who: 'certificates:decide',
    params: ById,
    body: Revocation,
    reply: Message,
  },
  correct: {
    method: 'POST',
    path: '/certificates/:id/correct',
    who: 'certificates:decide',
    params: ById,
    body: Correction,
    reply: saved(z.object({ certNo: z.string() })),
  },
  /** One PDF with all their sheets, in the order of their numbers; the answer is the file. */
  print: {
    method: 'POST',
    path: '/certificates/print',
    who: 'certificates:read',
    body: z.object({
      ids: z.array(Id, fewSheets).check(z.minLength(1, fewSheets), z.maxLength(mostSheets, fewSheets)),
    }),
    reply: z.unknown(),
  },
} as const satisfies Calls;
