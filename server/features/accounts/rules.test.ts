import { roles } from '@fairlead/contract/platform/permissions';
import { describe, expect, test } from 'vitest';
import {
  type AccountState,
  accessTokenSeconds,
  challengeMinutes,
  hasMovedOn,
  judgeRefreshToken,
  knownDeviceSeconds,
  notVerified,
  refreshes,
  requireMayLogIn,
  sessionLifeOf,
  stateOf,
  wrongPasskeys,
  wrongPasswords,
  wrongSecondFactors,
} from './rules.ts';

const at = new Date('2026-01-01T00:00:00Z');
const never = {
  emailVerifiedAt: null,
  approvedAt: null,
  refusedAt: null,
  disabledAt: null,
  erasedAt: null,
  invitedAt: null,
};
const approved = { ...never, emailVerifiedAt: at, approvedAt: at };

// The order is that of the docstring of stateOf: what came last in the life of an account decides.
const states: [AccountState, Parameters<typeof stateOf>[0]][] = [
  ['unverified', never],
  ['invited', { ...never, invitedAt: at }],
  ['waiting', { ...never, emailVerifiedAt: at }],
  ['waiting', { ...never, emailVerifiedAt: at, invitedAt: at }],
  ['approved', approved],
  ['approved', { ...approved, invitedAt: at }],
  ['refused', { ...never, emailVerifiedAt: at, refusedAt: at }],
  ['refused', { ...approved, refusedAt: at }],
  ['disabled', { ...approved, disabledAt: at }],
  ['disabled', { ...approved, disabledAt: at, refusedAt: at }],
  ['erased', { ...approved, disabledAt: at, erasedAt: at }],
];
test.each(states)('an account is %s', (state, account) => expect(stateOf(account)).toBe(state));

describe('a login', () => {
  test('is for approved accounts alone, and each other one has a code of its own', () => {
    const codeOf = (account: Parameters<typeof stateOf>[0]) => {
      try {
        requireMayLogIn({ ...account, role: 'learner' });
        return 'may';
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(Object.fromEntries(states.map(([state, account]) => [state, codeOf(account)]))).toEqual({
      unverified: 'not-verified',
      invited: 'not-verified',
      waiting: 'not-approved',
      approved: 'may',
      refused: 'not-approved',
      disabled: 'disabled',
      erased: 'disabled',
    });
  });

  test('names the registration that waits for its code, where there is one', () => {
    expect(notVerified('7').about).toBe('7');
    expect(notVerified().about).toBeUndefined();
  });
});

test('a refresh token is expired at its end, and stolen from the moment at which it was retired', () => {
  const [before, after] = [new Date(at.getTime() - 1), new Date(at.getTime() + 1)];
  const judged = (expiresAt: Date, retiredAt: Date | null) => judgeRefreshToken({ expiresAt, retiredAt }, at);
  expect([after, at, before].map((expiresAt) => judged(expiresAt, null))).toEqual(['good', 'expired', 'expired']);
  expect([after, at, before].map((retiredAt) => judged(after, retiredAt))).toEqual(['good', 'stolen', 'stolen']);
  expect(judged(before, before)).toBe('stolen');
});

test('the counter of a device has moved on if it is higher, or if the device does not count', () => {
  expect(hasMovedOn(1, 2)).toBe(true);
  expect(hasMovedOn(0, 0)).toBe(true);
  expect(hasMovedOn(0, 1)).toBe(true);
  for (const [from, to] of [
    [2, 2],
    [2, 1],
    [1, 0],
  ] as const)
    expect(hasMovedOn(from, to)).toBe(false);
});

test('lives are those of decision 30, in seconds', () => {
  const day = 86_400;
  expect(accessTokenSeconds).toBe(900);
  expect(sessionLifeOf('learner')).toEqual({ idle: 30 * day, inAll: 180 * day });
  for (const role of roles.filter((one) => one !== 'learner'))
    expect(sessionLifeOf(role), role).toEqual({ idle: day / 2, inAll: 7 * day });
});

test('the limits on guesses are those that are stated beside them, in seconds', () => {
  expect(refreshes.seconds).toBe(900);
  expect(wrongPasswords).toMatchObject({ seconds: 900, strangers: { max: 100, seconds: 86_400 } });
  expect(knownDeviceSeconds).toBe(31_536_000);
  expect(wrongSecondFactors.burstSeconds).toBe(900);
  expect(wrongPasskeys.seconds).toBe(900);
  expect(challengeMinutes).toBe(5);
});
