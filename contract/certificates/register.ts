import { z } from 'zod/mini';
import { CourseRule } from '../courses/course-rules.ts';
import type { Calls } from '../platform/call.ts';
import { BirthDate, OwnScriptName, ProfileName } from '../seafarers/calls.ts';
import { documentNumbers } from '../seafarers/document-numbers.ts';
import { ById, CalendarDate, data, FileLink, Id, Instant, ListQuery, Message, saved, text } from '../values/shapes.ts';
import { Certificate, certificateStates, refresherDue, waitsFor } from './calls.ts';

/** A certificate in the certificate register, as staff see it. */
export const RegisteredCertificate = z.extend(Certificate, {
  _id: Id,
  userId: Id,
  courseId: Id,
  regulations: z.string(),
  /** The edition of the course's rule by which it was issued; null for one from before rules were kept. */
  rule: z.nullable(
    z.extend(z.pick(CourseRule, { edition: true, validity: true, validityMonths: true, boundTo: true, source: true }), {
      savedAt: Instant,
      sourceDate: z.nullable(CalendarDate),
    }),
  ),
  refresherDue,
  /** Null until the PDF is generated. */
  pdfPath: z.nullable(FileLink),
  /** Whether it expires, or has to be refreshed, within the next 90 days, and no later document follows it. */
  expiresSoon: z.boolean(),
  revocationReason: z.nullable(z.string()),
  /** The name of the person who revoked it. */
  revokedBy: z.nullable(z.string()),
  /**
   * Since when it is held, what it waits for, and whether its release after a check of the identity was given up; null
   * if it is not held.
   */
  held: z.nullable(z.object({ since: Instant, waitsFor, gaveUp: z.boolean() })),
});
export type RegisteredCertificate = z.infer<typeof RegisteredCertificate>;

/**
 * Filters of the list: also by holder, by state on the current day of the academy (`expires-soon`: to be renewed within
 * 90 days, and not followed by a later document), by course, and by expiry date.
 */
export const RegisterQuery = z.extend(ListQuery, {
  state: z.optional(z.enum([...certificateStates, 'expires-soon'], 'There is no such state')),
  userId: z.optional(Id),
  courseId: z.optional(Id),
  expiresFrom: z.optional(CalendarDate),
  expiresTo: z.optional(CalendarDate),
});
export type RegisterQuery = z.infer<typeof RegisterQuery>;

const reason = text('Reason', 1000);

/** Emailed to the holder. */
export const Revocation = z.object({ reason });
/**
 * The holder's data that differ on the corrected certificate; the rest of it is unchanged. They are written and checked
 * as in the profile, and those that were stored before that are kept by leaving them out.
 */
export const Correction = z.object({
  name: z.optional(ProfileName),
  ownScriptName: z.optional(OwnScriptName),
  dateOfBirth: z.optional(BirthDate),
  passportNo: z.optional(documentNumbers.passportNumber),
  cdcNo: z.optional(documentNumbers.CDCnumber),
  indosNo: z.optional(documentNumbers.indosNo),
  gradeNo: z.optional(documentNumbers.gradenumber),
  reason,
});
export type Correction = z.infer<typeof Correction>;

/** The maximum number of sheets in one print. */
export const mostSheets = 100;
const fewSheets = `Choose 1 to ${mostSheets} certificates`;

/** The certificate register, for staff. */
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
  /** One PDF with the sheets of all these certificates, in the order of their numbers; the response is the file. */
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
