import { z } from 'zod/mini';
import { ShortCertificate } from '../certificates/own-certificates.ts';
import { OwnEnrolment } from '../enrolments/calls.ts';
import type { Calls } from '../platform/call.ts';
import { DocumentRequest } from '../seafarers/documents.ts';
import { CalendarDate, data, Id, Instant } from '../values/shapes.ts';
import { HeldDocument } from '../wallet/calls.ts';

/** How many of the documents that expire are shown. */
export const mostExpiring = 6;

/**
 * The next steps of a learner, the most urgent first; the server chooses one (`nextStepOf` in its `overview/rules.ts`).
 * `wait` means that the academy has to do something first.
 */
const nextSteps = [
  'continue-test',
  'take-test',
  'upload-document',
  'watch',
  'complete-profile',
  'ask-again',
  'renew',
  'pay-fee',
  'wait',
  'choose-course',
] as const;
export type NextStep = (typeof nextSteps)[number];

const Next = z.object({
  step: z.enum(nextSteps),
  /** The enrolment that it is about; null where it is about none. */
  enrolmentId: z.nullable(Id),
  /**
   * For `watch`: the first item of the training that is not complete; null once all are, and only the training is to be
   * submitted.
   */
  film: z.nullable(
    z.object({
      kind: z.enum(['film', 'package']),
      serial: z.number(),
      title: z.string(),
      watchedSeconds: z.number(),
      secondsLeft: z.number(),
    }),
  ),
  /** For `watch`: how much of all films is left, in seconds. */
  trainingSecondsLeft: z.number(),
  /**
   * For a test: its time limit in minutes, and when a running attempt ends; null where it has no limit. `attempts` is
   * the number of those that were submitted, none of which was passed.
   */
  test: z.nullable(z.object({ minutes: z.nullable(z.number()), deadline: z.nullable(Instant), attempts: z.number() })),
  /** For `wait`: from when another attempt at a test can begin; null if that is not what is waited for. */
  nextAttemptAt: z.nullable(Instant),
});
export type Next = z.infer<typeof Next>;

/** A document that ends within the renewal window of its kind, or has ended, with the way to the renewal. */
const Expiring = z.extend(
  z.pick(HeldDocument, { _id: true, source: true, kind: true, title: true, isRefresherDue: true, renewal: true }),
  {
    lastDay: CalendarDate,
    /** 0 on the last day, negative afterwards. */
    daysLeft: z.number(),
  },
);

/** The content of a learner's first page, apart from the catalogue. */
export const Home = z.object({
  /** The learner's first name, as in the account. */
  firstName: z.string(),
  hasProfile: z.boolean(),
  next: Next,
  /** The documents that the academy waits for. */
  documentRequests: z.array(DocumentRequest),
  /** The latest request first. */
  enrolments: z.array(OwnEnrolment),
  /** Of all documents of the learner, the first to expire first; at most `mostExpiring`. */
  expiring: z.array(Expiring),
  /** The newest few; those that were replaced are left out. */
  certificates: z.array(ShortCertificate),
});
export type Home = z.infer<typeof Home>;

export const home = {
  getHome: { method: 'GET', path: '/home', who: 'learner', reply: data(Home) },
} as const satisfies Calls;
