import { codeMinutes } from '@fairlead/contract/accounts';
import type { Role } from '@fairlead/contract/permissions';
import type { accountStates } from '@fairlead/contract/staff-accounts';
import { AppError } from '../../errors.ts';

/** Life of an access token in seconds; it never outlives its session. */
export const accessTokenSeconds = 15 * 60;

const hour = 3600;
const day = 24 * hour;
/**
 * How many seconds a session lives: without being used (`idle`), and whatever is done with it (`inAll`). A seafarer may
 * be without a link for weeks; a computer of the office is left alone each night. See decision 30.
 */
export const sessionLife = {
  learner: { idle: 30 * day, inAll: 180 * day },
  staff: { idle: 12 * hour, inAll: 7 * day },
} as const;

/** Sessions of one account in an hour: each leaves rows, also of somebody who has the right password. */
export const sessionsAnHour = 300;

export const sessionLifeOf = (role: Role) => (role === 'learner' ? sessionLife.learner : sessionLife.staff);

/** Refreshes of one session in 15 minutes: some tabs on a bad link need a few, and each leaves a row. */
export const refreshes = { max: 60, seconds: 15 * 60 } as const;
/** How long a refresh token stays good once another of its session was used for the first time: tabs may race. */
export const raceSeconds = 30;

/**
 * Codes by mail: valid for so many minutes, five tries, one a minute for each address and purpose. A day's codes are ten
 * for whoever asks from one network, and thirty in all: a stranger who uses up theirs leaves some to the owner.
 */
export const code = { minutes: codeMinutes, tries: 5, aMinute: 1, aDay: 10, aDayInAll: 30 } as const;

/** How long an invited person can choose a password by the mailed link: a voyage may lie in between. */
export const invitationDays = 30;

/**
 * Wrong passwords. Of one account: ten in 15 minutes from one place, which is a network or a device that it has logged in
 * from before, and a hundred a day from all networks together where it has never been. Of all accounts: 600 in 15
 * minutes from one network, which a whole crew may share.
 */
export const wrongPasswords = {
  ...{ perPlace: 10, perNetwork: 600, seconds: 15 * 60 },
  strangers: { max: 100, seconds: 24 * 3600 },
} as const;
/** How long a device is known after its last login. */
export const knownDeviceSeconds = 365 * 24 * 3600;
/** Wrong codes of a second factor, by whoever has the password: a year of guessing opens one account in thirty. */
export const wrongSecondFactors = { burst: 5, burstSeconds: 15 * 60, aDay: 30 } as const;
/** How long a device has to sign what it is asked to, in minutes: its owner may have to find it first. */
export const challengeMinutes = 5;
/** Passkeys of one account, and how often one can be begun in a day. */
export const passkeysOfAccount = { most: 20, begunADay: 30 } as const;
/** Passkeys in 15 minutes that open nothing, from one network that a whole crew may share. */
export const wrongPasskeys = { perNetwork: 600, seconds: 15 * 60 } as const;

/** Whether a device's counter says that nobody else has used its key. Devices that do not count say 0 each time. */
export const hasMovedOn = (from: number, to: number): boolean => to > from || (to === 0 && from === 0);

/** Registrations, code requests and contact messages an hour from one network address: a crew of 300 fits. */
export const perAddressAnHour = 400;

type Standing = {
  role: Role;
  emailVerifiedAt: Date | null;
  approvedAt: Date | null;
  refusedAt: Date | null;
  disabledAt: Date | null;
  erasedAt: Date | null;
};

export type AccountState = (typeof accountStates)[number];

/**
 * What an account is good for: it registers, verifies its address, and staff approve or refuse it. A refused one may
 * register again and begins anew; an approved one can be disabled and enabled, and keeps everything meanwhile. Whoever
 * is erased is gone from each of these for good.
 */
export function stateOf(account: Omit<Standing, 'role'>): AccountState {
  if (account.erasedAt) return 'erased';
  if (account.disabledAt) return 'disabled';
  if (account.refusedAt) return 'refused';
  if (!account.emailVerifiedAt) return 'unverified';
  return account.approvedAt ? 'approved' : 'waiting';
}

/**
 * Who may log in: an account that is not disabled, whose address is verified and that staff approved.
 *
 * @throws AppError with a code of its own for each reason, so that the screen can lead on.
 */
export function demandMayLogIn(account: Standing): void {
  const refusal = refusals[stateOf(account)];
  if (refusal) throw refusal();
}

/** @param registrationId of the registration whose code is waited for, which the screen takes along. */
export const notVerified = (registrationId?: string): AppError =>
  new AppError('not-verified', 'Please verify your email address first.', {
    ...(registrationId && { about: registrationId }),
  });

const refusals: Record<AccountState, (() => AppError) | undefined> = {
  disabled: () => new AppError('disabled', 'This account is disabled. Please contact the academy.'),
  refused: () =>
    new AppError(
      'not-approved',
      'Your registration was not accepted. The reason was mailed to you; you may register again.',
    ),
  unverified: notVerified,
  waiting: () => new AppError('not-approved', 'Your account is waiting for approval by the academy.'),
  erased: () => new AppError('disabled', 'This account was erased.'),
  approved: undefined,
};

type RefreshToken = { expiresAt: Date; retiredAt: Date | null };

/** What a refresh token is good for: `stolen` is one used after another of its session had taken over. */
export function judgeRefreshToken(token: RefreshToken, now: Date): 'good' | 'expired' | 'stolen' {
  if (token.retiredAt && token.retiredAt <= now) return 'stolen';
  return token.expiresAt <= now ? 'expired' : 'good';
}
