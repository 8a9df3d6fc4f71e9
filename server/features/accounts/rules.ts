import { type accountStates, codeMinutes } from '@fairlead/contract/accounts/calls';
import type { Role } from '@fairlead/contract/platform/permissions';
import { AppError } from '../../platform/errors.ts';

/** Life of an access token in seconds; it never outlives its session. */
export const accessTokenSeconds = 15 * 60;

const hour = 3600;
const day = 24 * hour;
/**
 * Session lifetime in seconds: without being used (`idle`), and in total (`inAll`). A seafarer may be offline for
 * weeks; an office computer is left alone each night. See decision 30.
 */
export const sessionLife = {
  learner: { idle: 30 * day, inAll: 180 * day },
  staff: { idle: 12 * hour, inAll: 7 * day },
} as const;

/** Maximum number of sessions of one account in an hour: each leaves rows, even with the right password. */
export const sessionsAnHour = 300;

export const sessionLifeOf = (role: Role) => (role === 'learner' ? sessionLife.learner : sessionLife.staff);

/** Refreshes of one session in 15 minutes: some tabs on a bad connection need a few, and each leaves a row. */
export const refreshes = { max: 60, seconds: 15 * 60 } as const;
/** Seconds for which a refresh token stays valid after another one of its session was first used: tabs may race. */
export const raceSeconds = 30;

/**
 * Mailed codes: valid for this many minutes, one a minute for each email address and purpose. The limit for a day is
 * ten per IP address, and thirty in all, so that a stranger who uses up theirs leaves some to the owner.
 */
export const code = { minutes: codeMinutes, aMinute: 1, aDay: 10, aDayInAll: 30 } as const;

/**
 * Tries at a mailed code: five for each network, so that wrong codes from elsewhere do not void the owner's; and five
 * more for those who show that the code is for them, by the id of their registration or by their session. Networks that
 * have nothing to do with the account share a limit for each code and for a day: it has never logged in there, and the
 * code was not requested from there.
 *
 * For one email address and purpose, strangers with any number of networks thus have 200 tries a day of a million
 * possible codes, with those at the 30 codes that they have requested themselves; 350 at codes that verify an address,
 * for registrations that they have made. A year of guessing sets a password of one account in fourteen, if it has no
 * second factor.
 */
export const codeTries = { perNetwork: 5, ofOwner: 5, strangers: { perCode: 20, aDay: 50 } } as const;

/** How many minutes apart invitations of one person are, so that two colleagues do not send two. */
export const minutesBetweenInvitations = 10;

/** How long an invited person can choose a password by the mailed link: they may be on a voyage meanwhile. */
export const invitationDays = 30;

/**
 * Login limits, for wrong passwords. For one account: ten in 15 minutes from one place (an IP address, or a device on
 * which it has logged in before), and a hundred a day from all IP addresses together that it has never logged in from.
 * For all accounts: 600 in 15 minutes from one IP address, which a whole crew may share, but for devices on which the
 * account has logged in before.
 */
export const wrongPasswords = {
  perPlace: 10,
  perNetwork: 600,
  seconds: 15 * 60,
  strangers: { max: 100, seconds: 24 * 3600 },
} as const;
/** How long a device is known after its last login. */
export const knownDeviceSeconds = 365 * 24 * 3600;
/**
 * Limits on wrong codes of a second factor, for a guesser who has the password: a year of guessing succeeds for one
 * account in thirty. They are counted for each network from which the account has logged in before, and for all others
 * together.
 */
export const wrongSecondFactors = { burst: 5, burstSeconds: 15 * 60, aDay: 30 } as const;
/** How long a challenge can be signed, in minutes: the owner may have to find the device first. */
export const challengeMinutes = 5;
/** Passkeys of one account, and how often one can be begun in a day. */
export const passkeysOfAccount = { most: 20, begunADay: 30 } as const;
/** Failed passkey logins in 15 minutes from one IP address, which a whole crew may share. */
export const wrongPasskeys = { perNetwork: 600, seconds: 15 * 60 } as const;

/** Whether a device's counter shows that nobody else has used its key. Devices without a counter always send 0. */
export const hasMovedOn = (from: number, to: number): boolean => to > from || (to === 0 && from === 0);

/** Registrations, code requests and contact messages per hour from one IP address: enough for a crew of 300. */
export const perIpAnHour = 400;

type AccountFacts = {
  role: Role;
  emailVerifiedAt: Date | null;
  approvedAt: Date | null;
  refusedAt: Date | null;
  disabledAt: Date | null;
  erasedAt: Date | null;
  invitedAt: Date | null;
};

export type AccountState = (typeof accountStates)[number];

/**
 * The state of an account: a person signs up, verifies the email address, and staff approve or refuse the account.
 * Staff may also make an account and invite the person. After a refusal the person may sign up again and starts over;
 * an approved account can be disabled and enabled, and keeps its data meanwhile. An erased one never returns to any of
 * these states.
 */
export function stateOf(account: Omit<AccountFacts, 'role'>): AccountState {
  if (account.erasedAt) return 'erased';
  if (account.disabledAt) return 'disabled';
  if (account.refusedAt) return 'refused';
  if (!account.emailVerifiedAt) return account.invitedAt ? 'invited' : 'unverified';
  return account.approvedAt ? 'approved' : 'waiting';
}

/**
 * Requires an account that may log in: not disabled, with a verified email address, and approved by staff.
 *
 * @throws AppError with a different code for each reason, so that the screen can offer the next step.
 */
export function requireMayLogIn(account: AccountFacts): void {
  const refusal = refusals[stateOf(account)];
  if (refusal) throw refusal();
}

/** @param registrationId of the registration that is waiting for its code, which the screen passes on. */
export const notVerified = (registrationId?: string): AppError =>
  new AppError('not-verified', 'Please verify your email address first.', {
    ...(registrationId && { about: registrationId }),
  });

const refusals: Record<AccountState, (() => AppError) | undefined> = {
  disabled: () => new AppError('disabled', 'This account is disabled. Please contact the academy.'),
  refused: () =>
    new AppError(
      'not-approved',
      'Your registration was not accepted. We sent you the reason by email. You can register again.',
    ),
  unverified: notVerified,
  invited: notVerified,
  waiting: () =>
    new AppError(
      'not-approved',
      'Your account is waiting for approval by the academy. We will send you an email when you can log in.',
    ),
  erased: () => new AppError('disabled', 'This account was erased.'),
  approved: undefined,
};

type RefreshToken = { expiresAt: Date; retiredAt: Date | null };

/** The validity of a refresh token: `stolen` is one used after another of its session had replaced it. */
export function judgeRefreshToken(token: RefreshToken, now: Date): 'good' | 'expired' | 'stolen' {
  if (token.retiredAt && token.retiredAt <= now) return 'stolen';
  return token.expiresAt <= now ? 'expired' : 'good';
}
