import { z } from 'zod/mini';
import { longestEmail } from './lengths.ts';
import { bounded, tidy } from './shapes.ts';

/** An email as typed, in lower case. */
export const typedEmail = bounded(
  longestEmail,
  { missing: 'Email is required', tooLong: 'Email is too long' },
  tidy,
  z.trim(),
  z.toLowerCase(),
).check(z.minLength(1, 'Email is required'));

/**
 * The part before the @, as atoms between dots, and a domain of two labels or more, in any script (RFC 5321, 4.1.2; RFC
 * 6531, 3.3). Quoted parts and addresses of machines, which no mailbox of a person has, are refused.
 */
const mailbox =
  /^[^\s\p{C}@<>"(),:;[\]\\.]+(?:\.[^\s\p{C}@<>"(),:;[\]\\.]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const longestLocalPart = 64;

const withAt = z.regex(/@/, 'Email must contain "@" symbol.');

/**
 * An email by which somebody is looked up: accounts of earlier versions have some that `Email` refuses today, such as
 * `a..b@example.org`.
 */
export const KnownEmail = typedEmail.check(withAt, z.regex(/^[^\s@]+@[^\s@.]+\.[^\s@]+$/, 'Invalid email address'));

export const Email = typedEmail.check(
  withAt,
  z.refine(
    (email) => mailbox.test(email) && email.indexOf('@') <= longestLocalPart && !/\.\d+$/.test(email),
    'Invalid email address',
  ),
);
