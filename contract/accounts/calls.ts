import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { mostAtOnce } from '../platform/decisions.ts';
import { roles } from '../platform/permissions.ts';
import { Email, KnownEmail, typedEmail } from '../values/emails.ts';
import { Mobile } from '../values/phone-numbers.ts';
import {
  ById,
  bounded,
  DatedListQuery,
  data,
  Id,
  Instant,
  inAsciiDigits,
  lastName,
  Message,
  oneOf,
  personName,
  sortedBy,
} from '../values/shapes.ts';

/**
 * The states of an account. `invited` is one that staff made and nobody has used; `waiting` has a verified email, and
 * staff have not decided on it; `erased` no longer has any personal data.
 */
export const accountStates = ['unverified', 'invited', 'waiting', 'refused', 'approved', 'disabled', 'erased'] as const;

/** The titles of people, the specification's first. */
export const prefixes = ['Mr', 'Mrs', 'Dr', 'Prof', 'Ms', 'Miss', 'Capt.', 'None'] as const;

/** The password rule of registration and reset. The upper bound is for argon2; no person needs it. */
export const NewPassword = bounded(256, {
  missing: 'Password is required',
  tooLong: 'Password is too long',
}).check(z.minLength(8, 'Password must be at least 8 characters'));

/** OTP expiry: how long an emailed code is valid, in minutes. */
export const codeMinutes = 10;

const sixDigits = 'Please enter a valid 6-digit OTP.';
export const Code = bounded(
  6,
  { missing: 'OTP is required', tooLong: sixDigits },
  // in the digits of any script, and as emails and keyboards group them
  inAsciiDigits,
  z.overwrite((typed) => typed.replace(/[\s\p{Pd}]/gu, '')),
).check(z.regex(/^\d{6}$/, sixDigits));

export const Registration = z.object({
  tittle: z.enum(prefixes, 'Please fill in all fields.'),
  firstName: personName('First name', 60),
  lastName,
  mobile: Mobile,
  email: Email,
  password: NewPassword,
});
export type Registration = z.infer<typeof Registration>;

/** For an account with a second factor: the six digits from its app, or a recovery code. */
export const SecondFactorCode = z.optional(
  bounded(40, { missing: 'Code is required', tooLong: 'This code is too long' }, inAsciiDigits, z.trim()),
);

export const Credentials = z.object({
  email: typedEmail.check(z.regex(/^\S[^\s@]*@\S+$/, 'Invalid email address')),
  password: bounded(256, { missing: 'Password is required', tooLong: 'Password is too long' }).check(
    z.minLength(1, 'Password is required'),
    z.minLength(5, 'Password must be at least 5 characters'),
  ),
  otp: SecondFactorCode,
  /**
   * The device token from an earlier login in this browser. A known browser is not locked out when strangers guess
   * passwords.
   */
  device: z.optional(bounded(200, { missing: 'Not a device', tooLong: 'Not a device' })),
});

export const SessionUser = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  permissions: z.array(z.string()),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });

/** When staff invited somebody, and when again for the last time. */
export const Invitation = z.object({ at: Instant, againAt: z.nullable(Instant) });
export type Invitation = z.infer<typeof Invitation>;

export const ListedUser = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  createdAt: Instant,
  state: z.enum(accountStates),
  /** When somebody who has not chosen a password yet was invited; null for everybody else. */
  invitation: z.nullable(Invitation),
});
export type ListedUser = z.infer<typeof ListedUser>;

/**
 * Filters and order of a list of people: day of registration, sort order, and for approved people whether they may log
 * in, or were invited and have not chosen a password yet.
 */
export const PeopleQuery = z.extend(DatedListQuery, { sort: sortedBy(['newest', 'oldest', 'name']) });
export const ApprovedQuery = z.extend(PeopleQuery, { state: oneOf(['active', 'disabled', 'invited']) });
export type PeopleQuery = z.infer<typeof ApprovedQuery>;

/**
 * The registration for which a code is, as in the response to the registration. It may be left out if the email was
 * registered once; if it was registered several times, only the registration that is named can be verified.
 */
const WhichRegistration = z.optional(Id);

const fewEmails = `Enter 1 to ${mostAtOnce} email addresses`;

const InvitationToken = bounded(100, { missing: 'This link is not complete', tooLong: 'This link is not complete' });

const RefreshToken = z.object({ refreshToken: bounded(200, { missing: 'Refresh token is required' }) });

export const accounts = {
  register: {
    method: 'POST',
    path: '/user/register',
    who: 'anyone',
    body: Registration,
    status: 201,
    reply: z.extend(Message, { registration: Id }),
  },
  verifyEmail: {
    method: 'POST',
    path: '/user/verify-otp',
    who: 'anyone',
    body: z.object({ email: KnownEmail, otp: Code, registration: WhichRegistration }),
    reply: Message,
  },
  resendCode: {
    method: 'POST',
    path: '/user/resend-otp',
    who: 'anyone',
    body: z.object({ email: KnownEmail, registration: WhichRegistration }),
    reply: Message,
  },
  login: {
    method: 'POST',
    path: '/user/login',
    who: 'anyone',
    body: Credentials,
    reply: z.extend(Tokens, { message: z.string(), user: SessionUser, device: z.string() }),
  },
  /** The refresh token in the body is the only proof needed: the access token sent with it has usually expired. */
  refresh: { method: 'POST', path: '/user/refresh-token', who: 'anyone', body: RefreshToken, reply: Tokens },
  logout: {
    method: 'POST',
    path: '/user/logout',
    who: 'anyone',
    body: RefreshToken,
    status: 204,
    reply: z.undefined(),
  },
  /** Ends every session of the account, including this one. */
  logoutEverywhere: { method: 'POST', path: '/user/logout-everywhere', who: 'signed-in', reply: Message },
  forgotPassword: {
    method: 'POST',
    path: '/user/forgotPasssword',
    who: 'anyone',
    body: z.object({ email: KnownEmail }),
    reply: Message,
  },
  resetPassword: {
    method: 'POST',
    path: '/user/resetPassword',
    who: 'anyone',
    body: z.object({ email: KnownEmail, otp: Code, newPassword: NewPassword }),
    reply: z.extend(Message, { device: z.string() }),
  },
  /**
   * The token of the emailed link is the only proof needed. It sets the password, and verifies and approves the
   * account.
   */
  acceptInvitation: {
    method: 'POST',
    path: '/user/accept-invitation',
    who: 'anyone',
    body: z.object({ token: InvitationToken, newPassword: NewPassword }),
    reply: Message,
  },
  /** The account of the token, with the permissions of its role as data. */
  me: { method: 'GET', path: '/user/me', who: 'signed-in', reply: SessionUser },
  listUnapproved: {
    method: 'GET',
    path: '/user/getUnapprovedUsers',
    who: 'people:approve',
    query: PeopleQuery,
    reply: z.array(ListedUser),
    table: { name: 'unapproved-users' },
  },
  /** Everyone who may log in, and those who are invited to. */
  listApproved: {
    method: 'GET',
    path: '/user/getApprovedUsers',
    who: 'people:read',
    query: ApprovedQuery,
    reply: z.array(ListedUser),
    table: { name: 'approved-users' },
  },
  /**
   * The people with these email addresses, in the order of the addresses, also those whose registration waits for
   * approval, and staff and addresses that nobody has proved left out.
   */
  listByEmails: {
    method: 'POST',
    path: '/user/by-emails',
    who: 'people:read',
    body: z.object({
      emails: z.array(KnownEmail).check(z.minLength(1, fewEmails), z.maxLength(mostAtOnce, fewEmails)),
    }),
    reply: data(z.array(ListedUser)),
  },
  approve: { method: 'POST', path: '/user/approve-user/:id', who: 'people:approve', params: ById, reply: Message },
} as const satisfies Calls;
