import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ById, bounded, Instant, Message } from '../values/shapes.ts';
import { Confirmation, CurrentPassword } from './own-account.ts';

/** The days that a staff member has to set up a second factor, from their first login on. */
export const secondFactorGraceDays = 14;

const SecondFactorBeginning = z.object({ currentPassword: CurrentPassword });
const sixDigits = 'Please enter the 6 digits that the app shows.';
export const SecondFactorConfirmation = z.object({
  otp: bounded(6, { missing: sixDigits, tooLong: sixDigits }).check(z.regex(/^\d{6}$/, sixDigits)),
});

export const SecondFactor = z.object({
  /** Since when login requires it; null if it does not. */
  since: z.nullable(Instant),
  /** The number of unused recovery codes. */
  recoveryCodes: z.number(),
  /**
   * From when on nothing else can be done before it is set up; null if it is set up, or if the academy does not require
   * it now.
   */
  due: z.nullable(Instant),
  isOverdue: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const Enrolment = z.object({
  /** For typing into an app, in base32. */
  secret: z.string(),
  /** The same with all details for an app, as a QR code: dark modules as an SVG path in a square. */
  qr: z.object({ side: z.number(), path: z.string() }),
});
export type SecondFactorEnrolment = z.infer<typeof Enrolment>;

/** One-time passwords from an app (RFC 6238), which staff may set up as a second factor after the password. */
export const secondFactor = {
  getSecondFactor: { method: 'GET', path: '/user/account/second-factor', who: 'staff:protect', reply: SecondFactor },
  /** Returns a secret for the app; nothing changes before one of its codes is confirmed. */
  begin: {
    method: 'POST',
    path: '/user/account/second-factor',
    who: 'staff:protect',
    body: SecondFactorBeginning,
    reply: Enrolment,
  },
  /** From now on, login requires a code. Every other session ends. The recovery codes are shown only this once. */
  confirm: {
    method: 'POST',
    path: '/user/account/second-factor/confirm',
    who: 'staff:protect',
    body: SecondFactorConfirmation,
    reply: z.object({ message: z.string(), recoveryCodes: z.array(z.string()) }),
  },
  remove: {
    method: 'POST',
    path: '/user/account/second-factor/remove',
    who: 'staff:enter',
    body: Confirmation,
    reply: Message,
  },
  /** For a colleague who has lost both the app and the recovery codes. All their sessions end. */
  reset: { method: 'DELETE', path: '/staff/:id/second-factor', who: 'staff:manage', params: ById, reply: Message },
} as const satisfies Calls;
