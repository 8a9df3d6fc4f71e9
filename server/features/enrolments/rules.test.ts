import { describe, expect, it, test } from 'vitest';
import { type Earned, isRenewable, judgeRequest, moves, percentWatched } from './rules.ts';

const today = '2026-11-20';
const issued = (expiresOn: string | null): Earned => ({ status: 'issued', expiresOn });

// shows: states/enrolment-approved, states/enrolment-rejected, asvs/2.3.1
test('each transition starts from its statuses and from no other', () => {
  expect(moves).toEqual({
    requestAgain: { from: ['rejected'], to: 'pending' },
    accept: { from: ['pending'], to: 'approved' },
    reject: { from: ['pending', 'approved'], to: 'rejected' },
  });
});

describe('isRenewable', () => {
  it('is true from six months before the last valid day, and after it', () => {
    expect(isRenewable(issued('2027-05-20'), today)).toBe(true);
    expect(isRenewable(issued('2027-05-21'), today)).toBe(false);
    expect(isRenewable(issued('2026-11-20'), today)).toBe(true);
    expect(isRenewable(issued('2020-01-01'), today)).toBe(true);
  });

  it('is true from the end of the month if the sixth one before is shorter', () => {
    expect(isRenewable(issued('2027-08-31'), '2027-02-28')).toBe(true);
    expect(isRenewable(issued('2027-08-31'), '2027-02-27')).toBe(false);
  });

  it('is false for a certificate without expiry, unless revoked, and without a certificate', () => {
    expect(isRenewable(issued(null), today)).toBe(false);
    expect(isRenewable({ status: 'revoked', expiresOn: null }, today)).toBe(true);
    expect(isRenewable({ status: 'held', expiresOn: '2030-01-01' }, today)).toBe(false);
    expect(isRenewable(undefined, today)).toBe(false);
  });
});

describe('judgeRequest', () => {
  const far = issued('2030-01-01');
  const near = issued('2027-01-01');
  it.each([
    [undefined, 'open'],
    [{ status: 'pending', earned: undefined }, 'already-requested'],
    [{ status: 'pending', earned: near }, 'already-requested'],
    [{ status: 'approved', earned: undefined }, 'already-approved'],
    [{ status: 'approved', earned: far }, 'already-approved'],
    [{ status: 'approved', earned: near }, 'renew'],
    [{ status: 'approved', earned: { status: 'revoked', expiresOn: '2030-01-01' } }, 'renew'],
    [{ status: 'rejected', earned: undefined }, 'reopen'],
    [{ status: 'rejected', earned: far }, 'reopen'],
    [{ status: 'rejected', earned: near }, 'renew'],
  ] as const)('of %j is %s', (open, outcome) => {
    expect(judgeRequest(open, today)).toBe(outcome);
  });
});

describe('percentWatched', () => {
  const of = (watchedSeconds: number, totalSeconds: number, trainingSubmitted = false) =>
    percentWatched({ watchedSeconds, totalSeconds, trainingSubmitted });

  it('is an integer and never more than was proved', () => {
    expect(of(0, 600)).toBe(0);
    expect(of(300, 600)).toBe(50);
    expect(of(599.9, 600)).toBe(99);
    expect(of(600, 600)).toBe(100);
    expect(of(601, 600)).toBe(100);
  });

  it('is 0 without films, and 100 once the training is submitted', () => {
    expect(of(0, 0)).toBe(0);
    expect(of(0, 0, true)).toBe(100);
    expect(of(300, 600, true)).toBe(100);
  });
});
