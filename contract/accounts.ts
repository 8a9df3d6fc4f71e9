import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { roles } from './permissions.ts';
import { ById, Days, Id, Instant, ListQuery, Message, oneOf, personName, sortedBy, tidy } from './shapes.ts';

export const prefixes = ['Mr', 'Mrs', 'Dr', 'Prof'] as const;

/** Lower-cased as typed. */
const typedEmail = z
  .string('Email is required')
  .check(tidy, z.trim(), z.toLowerCase(), z.minLength(1, 'Email is required'), z.maxLength(254, 'Email is too long'));

/** The shape beyond the @ is the mail server's to judge. */
export const Email = typedEmail.check(
  z.regex(/@/, 'Email must contain "@" symbol.'),
  z.regex(/^[^\s\p{C}@<>"(),:;[\]\\]+@[^\s\p{C}@<>"(),:;[\]\\]+\.[^\s\p{C}@<>"(),:;[\]\\]+$/u, 'Invalid email address'),
);

/** Rule of registration and reset; argon2 needs an upper bound, no person does. */
export const NewPassword = z
  .string('Password is required')
  .check(z.minLength(8, 'Password must be at least 8 characters'), z.maxLength(256, 'Password is too long'));

export const Code = z.string('OTP is required').check(z.regex(/^\d{6}$/, 'Please enter a valid 6-digit OTP.'));

export const Mobile = z
  .string('Mobile is required')
  .check(z.regex(/^\d{10}$/, 'Please enter a valid 10-digit mobile number.'));

export const Registration = z.object({
  tittle: z.enum(prefixes, 'Please fill in all fields.'),
  firstName: personName('First name', 60),
  lastName: personName('Last name', 60),
  mobile: Mobile,
  email: Email,
  password: NewPassword,
});
export type Registration = z.infer<typeof Registration>;

export const Credentials = z.object({
  email: typedEmail.check(z.regex(/^\S+@\S+$/, 'Invalid email address')),
  password: z
    .string('Password is required')
    .check(
      z.minLength(1, 'Password is required'),
      z.minLength(5, 'Password must be at least 5 characters'),
      z.maxLength(256, 'Password is too long'),
    ),
  /** Of an account with a second factor: the six digits of its app, or a recovery code. */
  otp: z.optional(z.string('Code is required').check(z.trim(), z.maxLength(40, 'This code is too long'))),
});

export const SessionUser = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  permissions: z.array(z.string()),
});
export type SessionUser = z.infer<typeof SessionUser>;

const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });

export const ListedUser = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  createdAt: Instant,
});
export type ListedUser = z.infer<typeof ListedUser>;

/** People by their registration: when, in what order, and whether they may still log in. */
export const PeopleQuery = z.extend(z.extend(ListQuery, Days.shape), { sort: sortedBy(['newest', 'oldest', 'name']) });
export const ApprovedQuery = z.extend(PeopleQuery, { state: oneOf(['active', 'disabled']) });
export type PeopleQuery = z.infer<typeof ApprovedQuery>;

const RefreshToken = z.object({ refreshToken: z.string('Refresh token is required').check(z.maxLength(200)) });

export const accounts = {
  register: { method: 'POST', path: '/user/register', who: 'anyone', body: Registration, status: 201, reply: Message },
  verifyEmail: {
    method: 'POST',
    path: '/user/verify-otp',
    who: 'anyone',
    body: z.object({ email: Email, otp: Code }),
    reply: Message,
  },
  resendCode: {
    method: 'POST',
    path: '/user/resend-otp',
    who: 'anyone',
    body: z.object({ email: Email }),
    reply: Message,
  },
  login: {
    method: 'POST',
    path: '/user/login',
    who: 'anyone',
    body: Credentials,
    reply: z.extend(Tokens, { message: z.string(), user: SessionUser }),
  },
  /** The refresh token in the body is the whole proof: the access token beside it has mostly run out. */
  refresh: { method: 'POST', path: '/user/refresh-token', who: 'anyone', body: RefreshToken, reply: Tokens },
  logout: {
    method: 'POST',
    path: '/user/logout',
    who: 'anyone',
    body: RefreshToken,
    status: 204,
    reply: z.undefined(),
  },
  /** Ends every session of the account, this one included. */
  logoutEverywhere: { method: 'POST', path: '/user/logout-everywhere', who: 'signed-in', reply: Message },
  forgotPassword: {
    method: 'POST',
    path: '/user/forgotPasssword',
    who: 'anyone',
    body: z.object({ email: Email }),
    reply: Message,
  },
  resetPassword: {
    method: 'POST',
    path: '/user/resetPassword',
    who: 'anyone',
    body: z.object({ email: Email, otp: Code, newPassword: NewPassword }),
    reply: Message,
  },
  /** Who the bearer of the token is, with the permissions of the role as data. */
  me: { method: 'GET', path: '/user/me', who: 'signed-in', reply: SessionUser },
  listUnapproved: {
    method: 'GET',
    path: '/user/getUnapprovedUsers',
    who: 'people:approve',
    query: PeopleQuery,
    reply: z.array(ListedUser),
    table: { name: 'unapproved-users' },
  },
  listApproved: {
    method: 'GET',
    path: '/user/getApprovedUsers',
    who: 'people:read',
    query: ApprovedQuery,
    reply: z.array(ListedUser),
    table: { name: 'approved-users' },
  },
  approve: { method: 'POST', path: '/user/approve-user/:id', who: 'people:approve', params: ById, reply: Message },
} as const satisfies Calls;
