import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { deciding } from '../platform/permissions.ts';
import { Email } from '../values/emails.ts';
import { dialled, tenDigits } from '../values/phone-numbers.ts';
import { ById, bounded, Id, Instant, Message } from '../values/shapes.ts';
import { Code, NewPassword, SecondFactorCode, SessionUser } from './calls.ts';

/** Required again before a change of login details: an unlocked device must not be enough. */
export const CurrentPassword = bounded(256, {
  missing: 'Current password is required',
  tooLong: 'Password is too long',
}).check(z.minLength(1, 'Current password is required'));

/** All login credentials, again. */
export const Confirmation = z.object({ currentPassword: CurrentPassword, otp: SecondFactorCode });

export const PasswordChange = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword });
export const EmailChange = z.object({ email: Email, currentPassword: CurrentPassword });
export const EmailConfirmation = z.object({ otp: Code });

/** A mobile number of somebody whose country may be known: as it is dialled, for the server to complete. */
export const DialledMobile = bounded(
  40,
  { missing: 'Mobile is required', tooLong: tenDigits },
  z.overwrite<string>(dialled),
).check(z.regex(/^\+?\d{7,16}$/, tenDigits));
export const MobileChange = z.object({ mobile: DialledMobile });

export const OwnAccount = z.extend(SessionUser, {
  mobile: z.string(),
  /** Whether its owner has said that this mobile number is right. */
  mobileConfirmed: z.boolean(),
  /** A new email that is not confirmed yet by the code sent to it. */
  pendingEmail: z.nullable(z.string()),
  /** Whether a staff member wants the daily email about pending items. */
  wantsDailyMail: z.boolean(),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

export const OwnSession = z.object({
  _id: Id,
  /** The device as readable text. */
  device: z.string(),
  /** The network address from which it logged in, with its end masked. */
  address: z.nullable(z.string()),
  createdAt: Instant,
  lastUsedAt: Instant,
  /** When it ends, however much it is used; it ends sooner without use. */
  expiresAt: Instant,
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/**
 * The calls with which a signed-in person reads and changes their own account. In a separate file, because no public
 * page needs it.
 */
export const ownAccount = {
  getOwnAccount: { method: 'GET', path: '/user/account', who: 'signed-in', reply: OwnAccount },
  /**
   * For some minutes, the session may then make the calls that are otherwise refused with `confirm-password`: end
   * sessions, change the mobile number, change staff members or whether they need a second factor, and, for an account
   * with a second factor, change password and email. A recent login has the same effect.
   */
  confirmIdentity: {
    method: 'POST',
    path: '/user/confirm-password',
    who: 'signed-in',
    body: Confirmation,
    reply: Message,
  },
  /** Ends every other session; the current one stays. */
  changePassword: {
    method: 'PUT',
    path: '/user/account/password',
    who: 'signed-in',
    body: PasswordChange,
    reply: Message,
  },
  /** Emails a code to the new address; nothing changes before it is confirmed. */
  changeEmail: {
    method: 'POST',
    path: '/user/account/email',
    who: 'signed-in',
    body: EmailChange,
    reply: z.object({ message: z.string(), pendingEmail: z.string() }),
  },
  confirmEmail: {
    method: 'POST',
    path: '/user/account/email/confirm',
    who: 'signed-in',
    body: EmailConfirmation,
    reply: z.object({ message: z.string(), user: SessionUser }),
  },
  changeMobile: { method: 'PUT', path: '/user/account/mobile', who: 'signed-in', body: MobileChange, reply: Message },
  /**
   * The owner says that the stored number, which may have been cut, is right; it is refused if another one is stored.
   */
  confirmMobile: {
    method: 'POST',
    path: '/user/account/mobile/confirm',
    who: 'signed-in',
    body: MobileChange,
    reply: Message,
  },
  chooseDigest: {
    method: 'PUT',
    path: '/user/account/digest',
    who: deciding,
    body: z.object({ wanted: z.boolean('Say true or false') }),
    reply: Message,
  },
  listOwnSessions: {
    method: 'GET',
    path: '/user/account/sessions',
    who: 'signed-in',
    reply: z.array(OwnSession),
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/user/account/sessions/:id',
    who: 'signed-in',
    params: ById,
    reply: Message,
  },
} as const satisfies Calls;
