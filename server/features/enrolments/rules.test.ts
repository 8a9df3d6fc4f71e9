import type { OwnBatch } from '@fairlead/contract/batches/calls';
import { describe, expect, it, test } from 'vitest';
import {
  askAgainFrom,
  awaitsClasses,
  type Earned,
  isRenewable,
  judgeEnrolling,
  judgeRequest,
  moves,
  percentWatched,
  type StateFacts,
  stateOf,
  stepsOf,
} from './rules.ts';

const today = '2026-11-20';
const now = new Date('2026-11-20T06:30:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600_000);
const never = { times: 0, at: null };
const issued = (expiresOn: string | null): Earned => ({ status: 'issued', expiresOn });

// shows: states/enrolment-approved, states/enrolment-rejected, asvs/2.3.1
test('each transition starts from its statuses and from no other', () => {
  expect(moves).toEqual({
    requestAgain: { from: ['rejected'], to: 'pending' },
    accept: { from: ['pending'], to: 'approved' },
    undoAccept: { from: ['approved'], to: 'pending' },
    reject: { from: ['pending', 'approved'], to: 'rejected' },
    reinstate: { from: ['rejected'], to: 'approved' },
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

  it('is true from six months before a refresher is due for a certificate that does not expire', () => {
    expect(isRenewable({ ...issued(null), refresherDue: '2027-05-20' }, today)).toBe(true);
    expect(isRenewable({ ...issued(null), refresherDue: '2027-05-21' }, today)).toBe(false);
  });

  it('is false for a certificate without expiry, unless revoked, and without a certificate', () => {
    expect(isRenewable(issued(null), today)).toBe(false);
    expect(isRenewable({ status: 'revoked', expiresOn: null }, today)).toBe(true);
    expect(isRenewable({ status: 'held', expiresOn: '2030-01-01' }, today)).toBe(false);
    expect(isRenewable(null, today)).toBe(false);
  });
});

describe('judgeRequest', () => {
  const far = issued('2030-01-01');
  const near = issued('2027-01-01');
  it.each([
    [undefined, 'open'],
    [{ status: 'pending', earned: null }, 'already-requested'],
    [{ status: 'pending', earned: near }, 'already-requested'],
    [{ status: 'approved', earned: null }, 'already-approved'],
    [{ status: 'approved', earned: far }, 'already-approved'],
    [{ status: 'approved', earned: near }, 'renew'],
    [{ status: 'approved', earned: { status: 'revoked', expiresOn: '2030-01-01' } }, 'renew'],
    [{ status: 'rejected', earned: null }, 'reopen'],
    [{ status: 'rejected', earned: far }, 'reopen'],
    [{ status: 'rejected', earned: near }, 'renew'],
  ] as const)('of %j is %s', (open, outcome) => {
    const place = { declines: never, batch: null, trainingSubmitted: false };
    expect(judgeRequest(open && { ...open, ...place }, { today, now })).toBe(outcome);
  });

  it.each([
    ['pending', null, false, 'choose-date'],
    ['pending', { isCancelled: false }, false, 'already-requested'],
    ['pending', { isCancelled: true }, false, 'choose-date'],
    ['approved', null, false, 'already-approved'],
    ['approved', { isCancelled: false }, false, 'already-approved'],
    ['approved', { isCancelled: true }, false, 'choose-date'],
    ['approved', { isCancelled: true }, true, 'already-approved'],
    ['rejected', { isCancelled: true }, false, 'reopen'],
  ] as const)(
    'for a date, of a %s one in the batch %j, with the training complete: %s, is %s',
    (status, batch, done, outcome) => {
      const open = { status, batch, earned: null, declines: never, trainingSubmitted: done };
      expect(judgeRequest(open, { today, now, batchId: 'b' })).toBe(outcome);
    },
  );

  it('is refused for a week after the third decline, also of a renewal', () => {
    const declined = (times: number, days: number, earned: Earned | null = null) =>
      judgeRequest(
        { status: 'rejected', earned, batch: null, trainingSubmitted: false, declines: { times, at: daysAgo(days) } },
        { today, now },
      );
    expect(declined(2, 0)).toBe('reopen');
    expect(declined(3, 6.9)).toBe('declined-often');
    expect(declined(3, 6.9, near)).toBe('declined-often');
    expect(declined(3, 7)).toBe('reopen');
    expect(declined(9, 7, near)).toBe('renew');
  });
});

describe('askAgainFrom', () => {
  it('is now until the third decline, then a week after the last one', () => {
    expect(askAgainFrom({ times: 2, at: now }, now)).toBeNull();
    expect(askAgainFrom({ times: 3, at: daysAgo(2) }, now)).toEqual(daysAgo(-5));
    expect(askAgainFrom({ times: 3, at: daysAgo(7) }, now)).toBeNull();
  });
});

describe('stateOf', () => {
  const approved: StateFacts = {
    status: 'approved',
    lacksDocument: false,
    trainingSubmitted: false,
    earned: null,
  };
  const earning = (earned: Earned): StateFacts => ({ ...approved, trainingSubmitted: true, earned });
  it.each<[string, StateFacts]>([
    ['requested', { ...approved, status: 'pending' }],
    ['requested', { ...earning(issued(null)), status: 'pending' }],
    ['document-needed', { ...approved, status: 'pending', lacksDocument: true }],
    ['declined', { ...approved, status: 'rejected' }],
    ['declined', { ...approved, status: 'rejected', lacksDocument: true }],
    ['training', { ...approved, lacksDocument: true }],
    ['declined', { ...earning(issued(null)), status: 'rejected' }],
    ['training', approved],
    ['test-open', { ...approved, trainingSubmitted: true }],
    ['certified', earning({ status: 'held', expiresOn: '2020-01-01' })],
    ['certified', earning(issued(null))],
    ['certified', earning(issued(today))],
    ['certificate-expired', earning(issued('2026-11-19'))],
    ['certificate-revoked', earning({ status: 'revoked', expiresOn: '2020-01-01' })],
  ])('is %s of %j', (state, facts) => {
    expect(stateOf(facts, today)).toBe(state);
  });
});

describe('stepsOf', () => {
  const facts = {
    state: 'declined',
    isOffered: true,
    isRenewable: false,
    mayChooseDate: false,
    awaitsClasses: false,
    declineReason: null,
    declines: { times: 1, at: daysAgo(1) },
    profileChangedAt: daysAgo(5),
  } as const;
  const steps = (part: Partial<Parameters<typeof stepsOf>[0]>) => stepsOf({ ...facts, ...part }, now);

  it('leads a declined learner to the profile, and back to the request once it was changed', () => {
    expect(steps({})).toEqual(['ask-again']);
    expect(steps({ declineReason: 'batch-full' })).toEqual(['ask-again']);
    for (const declineReason of ['documents-incomplete', 'documents-unreadable'] as const) {
      expect(steps({ declineReason })).toEqual(['update-profile', 'ask-again']);
      expect(steps({ declineReason, profileChangedAt: null })).toEqual(['update-profile', 'ask-again']);
      const { at } = facts.declines;
      expect(steps({ declineReason, profileChangedAt: at })).toEqual(['update-profile', 'ask-again']);
      expect(steps({ declineReason, profileChangedAt: now })).toEqual(['ask-again']);
    }
  });

  it('lets a request without a date choose one, while the course is offered', () => {
    expect(steps({ state: 'requested' })).toEqual([]);
    expect(steps({ state: 'requested', mayChooseDate: true })).toEqual(['choose-date']);
    expect(steps({ state: 'requested', mayChooseDate: true, isOffered: false })).toEqual([]);
    expect(steps({ state: 'training', mayChooseDate: true })).toEqual(['choose-date', 'launch']);
    expect(steps({ state: 'training', awaitsClasses: true })).toEqual([]);
  });

  it('asks for the document that a request waits for, and then for a date', () => {
    expect(steps({ state: 'document-needed' })).toEqual(['upload-document']);
    expect(steps({ state: 'document-needed', mayChooseDate: true })).toEqual(['upload-document', 'choose-date']);
  });

  it('offers no request that would be refused', () => {
    expect(steps({ isOffered: false })).toEqual([]);
    expect(steps({ declines: { times: 3, at: daysAgo(1) } })).toEqual([]);
    expect(steps({ state: 'requested' })).toEqual([]);
    expect(steps({ state: 'not-requested' })).toEqual(['request']);
    expect(steps({ state: 'not-requested', isOffered: false })).toEqual([]);
  });

  it('leads from the training to the test, the certificate and its renewal', () => {
    expect(steps({ state: 'training' })).toEqual(['launch']);
    expect(steps({ state: 'test-open' })).toEqual(['test', 'launch']);
    expect(steps({ state: 'certified' })).toEqual(['certificate', 'launch']);
    expect(steps({ state: 'certified', isRenewable: true })).toEqual(['certificate', 'renew', 'launch']);
    for (const state of ['certificate-expired', 'certificate-revoked'] as const) {
      expect(steps({ state, isRenewable: true })).toEqual(['renew', 'certificate']);
      expect(steps({ state, isRenewable: true, isOffered: false })).toEqual(['certificate']);
    }
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

test('classes have not begun without a date, on a waiting list, in a cancelled batch, and before the first day', () => {
  const batch = { isCancelled: false, waiting: null, firstDay: '2026-03-02' } as OwnBatch;
  expect(awaitsClasses(null, '2026-03-02')).toBe(true);
  expect(['2026-03-01', '2026-03-02', '2026-03-03'].map((today) => awaitsClasses(batch, today))).toEqual([
    ...[true, false, false],
  ]);
  expect(awaitsClasses({ ...batch, isCancelled: true }, '2026-03-03')).toBe(true);
  expect(awaitsClasses({ ...batch, waiting: 1 }, '2026-03-03')).toBe(true);
});

test('staff enrol somebody whom they have declined, however often, and nobody twice', () => {
  const open = { status: 'rejected', batch: null, trainingSubmitted: false, earned: null } as const;
  expect(judgeEnrolling(undefined, { today, now })).toBe('open');
  expect(judgeEnrolling(open, { today, now })).toBe('reopen');
  expect(judgeEnrolling({ ...open, status: 'approved' }, { today, now })).toBe('already-approved');
});
