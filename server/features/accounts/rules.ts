import type { Role } from '@fairlead/contract/permissions';
import type { accountStates } from '@fairlead/contract/staff-accounts';
import { AppError } from '../../errors.ts';

/** Life of an access token in seconds. */
export const accessTokenSeconds = 15 * 60;
/** Life of a refresh token after its last use, in days. */
export const sessionDays = 30;
/** Refreshes of one session in 15 minutes: some tabs on a bad link need a few, and each leaves a row. */
export const refreshes = { max: 60, seconds: 15 * 60 } as const;
/** How long a replaced refresh token stays good once its successor was used: tabs may race. */
export const raceSeconds = 30;

/**
 * Codes by mail: valid for 15 minutes, five tries, one a minute for each address and purpose. A day's codes are ten
 * for whoever asks from one network, and thirty in all: a stranger who uses up theirs leaves some to the owner.
 */
export const code = { minutes: 15, tries: 5, aMinute: 1, aDay: 10, aDayInAll: 30 } as const;

/** How long an invited person can choose a password by the mailed link: a voyage may lie in between. */
export const invitationDays = 30;

/** Wrong passwords in 15 minutes: for one account, and for one network address that a whole crew may share. */
export const wrongPasswords = { perAccount: 10, perAddress: 600, seconds: 15 * 60 } as const;
/** Wrong codes of a second factor, by whoever has the password: a year of guessing opens one account in thirty. */
export const wrongSecondFactors = { burst: 5, burstSeconds: 15 * 60, aDay: 30 } as const;
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

const refusals: Record<AccountState, (() => AppError) | undefined> = {
  disabled: () => new AppError('disabled', 'This account is disabled. Please contact the academy.'),
  refused: () =>
    new AppError(
      'not-approved',
      'Your registration was not accepted. The reason was mailed to you; you may register again.',
    ),
  unverified: () => new AppError('not-verified', 'Please verify your email address first.'),
  waiting: () => new AppError('not-approved', 'Your account is waiting for approval by the academy.'),
  erased: () => new AppError('disabled', 'This account was erased.'),
  approved: undefined,
};

type RefreshToken = { expiresAt: Date; retiredAt: Date | null };

/** What a refresh token is good for: `stolen` is one used after its successor had taken over. */
export function judgeRefreshToken(token: RefreshToken, now: Date): 'good' | 'expired' | 'stolen' {
  if (token.retiredAt && token.retiredAt <= now) return 'stolen';
  return token.expiresAt <= now ? 'expired' : 'good';
}
