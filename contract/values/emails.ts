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

/** The domain only needs a dot inside; the rest of the check is left to the mail server. */
export const Email = typedEmail.check(
  z.regex(/@/, 'Email must contain "@" symbol.'),
  z.regex(
    /^[^\s\p{C}@<>"(),:;[\]\\]+@[^\s\p{C}@<>"(),:;[\]\\][^\s\p{C}@<>"(),:;[\]\\.]*\.[^\s\p{C}@<>"(),:;[\]\\]+$/u,
    'Invalid email address',
  ),
);
