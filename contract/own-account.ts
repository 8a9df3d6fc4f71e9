import { z } from 'zod/mini';
import { Code, Email, Mobile, NewPassword, SecondFactorCode, SessionUser } from './accounts.ts';
import type { Calls } from './call.ts';
import { deciding } from './permissions.ts';
import { ById, bounded, Id, Instant, Message } from './shapes.ts';

/** Asked again before what opens the account is changed: a device left open must not be enough. */
export const CurrentPassword = bounded(256, {
  missing: 'Current password is required',
  tooLong: 'Password is too long',
}).check(z.minLength(1, 'Current password is required'));

/** All that login asks for, again. */
export const Confirmation = z.object({ currentPassword: CurrentPassword, otp: SecondFactorCode });

export const PasswordChange = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword });
export const EmailChange = z.object({ email: Email, currentPassword: CurrentPassword });
export const EmailConfirmation = z.object({ otp: Code });
export const MobileChange = z.object({ mobile: Mobile });

export const OwnAccount = z.extend(SessionUser, {
  mobile: z.string(),
  /** A new address that waits for the code that was mailed to it. */
  pendingEmail: z.nullable(z.string()),
  /** Whether a member of the staff wants the daily mail of what waits. */
  wantsDailyMail: z.boolean(),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

export const OwnSession = z.object({
  _id: Id,
  /** The device in plain words. */
  device: z.string(),
  /** The network address it logged in from, its end hidden. */
  address: z.nullable(z.string()),
  createdAt: Instant,
  lastUsedAt: Instant,
  /** When it ends however it is used; sooner when it is not used. */
  expiresAt: Instant,
  /** Whether it is the session that asks. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** What a signed-in person sees and changes of their own account. A file of its own: no public page needs it. */
export const ownAccount = {
  getOwnAccount: { method: 'GET', path: '/user/account', who: 'signed-in', reply: OwnAccount },
  /**
   * For some minutes the session may then do what is refused with `confirm-password` otherwise: end sessions, change the
   * mobile number, the staff or whether they need a second factor, and, where there is a second factor, password and email. A login counts as much.
   */
  confirmIdentity: {
    method: 'POST',
    path: '/user/confirm-password',
    who: 'signed-in',
    body: Confirmation,
    reply: Message,
  },
  /** Ends every other session; the one that asks stays. */
  changePassword: {
    method: 'PUT',
    path: '/user/account/password',
    who: 'signed-in',
    body: PasswordChange,
    reply: Message,
  },
  /** Mails a code to the new address; nothing changes before it is confirmed. */
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
