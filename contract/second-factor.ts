import { z } from 'zod/mini';
import { Code } from './accounts.ts';
import type { Calls } from './call.ts';
import { Confirmation, CurrentPassword } from './own-account.ts';
import { ById, Instant, Message } from './shapes.ts';

/** Days in which somebody of the staff sets up a second factor, from their first login on. */
export const secondFactorGraceDays = 14;

export const SecondFactorBeginning = z.object({ currentPassword: CurrentPassword });
export const SecondFactorConfirmation = z.object({ otp: Code });

export const SecondFactor = z.object({
  /** Since when it is asked for at login; null when it is not. */
  since: z.nullable(Instant),
  /** Recovery codes that have not been used. */
  recoveryCodes: z.number(),
  /** From when on nothing else can be done before it is set up; null where it is, or where the academy has put that off. */
  due: z.nullable(Instant),
  isOverdue: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const Enrolment = z.object({
  /** For typing into an app, in base32. */
  secret: z.string(),
  /** The same with all that an app wants to know, as a QR code: dark modules as an SVG path in a square. */
  qr: z.object({ side: z.number(), path: z.string() }),
});
export type SecondFactorEnrolment = z.infer<typeof Enrolment>;

/** One-time passwords of an app (RFC 6238), which staff may have asked for after the password. */
export const secondFactor = {
  getSecondFactor: { method: 'GET', path: '/user/account/second-factor', who: 'staff:protect', reply: SecondFactor },
  /** Gives a secret for the app; nothing changes before a code of it is confirmed. */
  begin: {
    method: 'POST',
    path: '/user/account/second-factor',
    who: 'staff:protect',
    body: SecondFactorBeginning,
    reply: Enrolment,
  },
  /** From here on login asks for a code. Every other session ends. The recovery codes are shown this once. */
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
  /** For a colleague who has lost both app and recovery codes. Every session of theirs ends. */
  reset: { method: 'DELETE', path: '/staff/:id/second-factor', who: 'staff:manage', params: ById, reply: Message },
} as const satisfies Calls;
