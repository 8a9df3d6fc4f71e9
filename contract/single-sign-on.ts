import { z } from 'zod/mini';
import { SecondFactorCode, SessionUser } from './accounts.ts';
import type { Calls } from './call.ts';
import { ById, bounded, data, Id, Instant, Message } from './shapes.ts';

const sentences = { missing: 'This sign-in is not complete', tooLong: 'This is no sign-in' };

/** 256 random bits that the server made, in base64url. */
const random = bounded(64, sentences).check(z.regex(/^[\w-]{43}$/, sentences.missing));
/** What the provider made. */
const opaque = (max: number) => bounded(max, sentences).check(z.minLength(1, sentences.missing));

/** Where the academy's provider sends the browser back to, below the public address. */
export const signOnReturnPath = '/signed-on';

const SignOn = z.object({
  /** Where the browser goes to. */
  url: z.string(),
  /** Comes back in the address; the browser checks that it is the one that it began with. */
  state: z.string(),
  /** Stays in the browser: without it nobody finishes this login (PKCE, RFC 7636). */
  verifier: z.string(),
});
export type SignOn = z.infer<typeof SignOn>;

export const SignOnAnswer = z.object({
  state: random,
  verifier: random,
  code: opaque(4096),
  /** Which provider answers (RFC 9207), where it says so. */
  iss: z.optional(opaque(1024)),
  otp: SecondFactorCode,
});

/** A colleague whose account the provider opens. */
export const StaffSignOn = z.object({ accountId: Id, since: Instant, lastUsedAt: Instant });
export type StaffSignOn = z.infer<typeof StaffSignOn>;

/** Staff log in by the academy's own OpenID provider. */
export const singleSignOn = {
  /** What the provider is called; null where the academy has none. */
  getProvider: {
    method: 'GET',
    path: '/user/sign-on',
    who: 'anyone',
    reply: z.object({ name: z.nullable(z.string()) }),
  },
  beginSignOn: { method: 'POST', path: '/user/sign-on/begin', who: 'anyone', reply: SignOn },
  /** Where the account has a second factor, it is refused with `second-factor`, and sent again with the code. */
  finishSignOn: {
    method: 'POST',
    path: '/user/sign-on',
    who: 'anyone',
    body: SignOnAnswer,
    reply: z.object({
      message: z.string(),
      accessToken: z.string(),
      refreshToken: z.string(),
      user: SessionUser,
      /** Where the browser goes after a logout, to log out of the provider too; null where it has no such page. */
      signOutUrl: z.nullable(z.string()),
    }),
  },
  list: { method: 'GET', path: '/staff-sign-on', who: 'staff:manage', reply: data(z.array(StaffSignOn)) },
  /** For a colleague whose account at the provider is another now; every session of theirs ends. */
  remove: {
    method: 'POST',
    path: '/staff-sign-on/:id/remove',
    who: 'staff:manage',
    params: ById,
    reply: Message,
  },
} as const satisfies Calls;
