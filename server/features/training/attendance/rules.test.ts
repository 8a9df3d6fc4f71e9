import { halves } from '@fairlead/contract/training/attendance';
import { describe, expect, test } from 'vitest';
import { halfDaysOf, judge, refusalOfDay, type StoredMark, settle } from './rules.ts';

const batch = {
  firstDay: '2026-11-18',
  lastDay: '2026-11-21',
  restDays: ['2026-11-20'],
  startsAt: '09:00',
  endsAt: '17:00',
};
const halfDays = ['2026-11-18', '2026-11-19', '2026-11-21'].flatMap((day) => halves.map((half) => ({ day, half })));
const marks = (present: number, absent: number) =>
  halfDays.slice(0, present + absent).map((at, n) => ({ ...at, mark: n < present ? 'present' : 'absent' }) as const);

test('a batch has two half days a day, without its days of rest, and one where it ends by one', () => {
  expect(halfDaysOf(batch)).toBe(6);
  expect(halfDaysOf({ ...batch, endsAt: '13:00' })).toBe(3);
});

describe('of six half days', () => {
  test.each([
    [0, 3, 50, { isDropped: false, isEnough: false }],
    [0, 4, 50, { isDropped: true, isEnough: false }],
    [2, 0, 50, { isDropped: false, isEnough: false }],
    [3, 0, 50, { isDropped: false, isEnough: true }],
    [3, 3, 50, { isDropped: false, isEnough: true }],
    [5, 1, 0, { isDropped: true, isEnough: false }],
    [6, 0, 0, { isDropped: false, isEnough: true }],
    [0, 6, 100, { isDropped: false, isEnough: true }],
  ])('%d present and %d absent, where %d per cent may be missed', (present, absent, most, outcome) => {
    expect(judge(batch, marks(present, absent), most)).toMatchObject(outcome);
  });

  test('a make-up class counts as attended', () => {
    const makeUp = marks(3, 0).map((one) => ({ ...one, mark: 'made-up' }) as const);
    expect(judge(batch, makeUp, 50).isEnough).toBe(true);
  });

  test('marks of half days without class do not count', () => {
    const changed = { ...batch, restDays: ['2026-11-18', '2026-11-19'], endsAt: '13:00' };
    // the mornings of the 20th and the 21st are left
    expect(judge(changed, marks(4, 0), 0)).toMatchObject({ isDropped: false, isEnough: false });
    expect(judge(changed, marks(0, 4), 50)).toMatchObject({ isDropped: false, isEnough: false });
    expect(judge(changed, marks(4, 2), 50)).toMatchObject({ isDropped: false, isEnough: false });
    expect(judge(changed, marks(5, 1), 50)).toEqual({ isDropped: false, isEnough: true, attended: 1, total: 2 });
  });
});

test.each([
  ['2026-11-19', 'morning', undefined],
  ['2026-11-21', 'morning', 'This day is still to come.'],
  ['2026-11-20', 'morning', 'The batch has no class then.'],
  ['2026-11-22', 'morning', 'The batch has no class then.'],
] as const)('on %s in the %s, a mark is refused with: %s', (day, half, refusal) => {
  expect(refusalOfDay(batch, { day, half }, '2026-11-19')).toBe(refusal);
});

describe('of two marks for the same half day', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 19, 6, minute));
  const stored: StoredMark = { mark: 'present', by: 'asha', at: at(10), replaced: null };

  test('the same mark again changes nothing, also by somebody else', () => {
    expect(settle(stored, { mark: 'present', by: 'asha', at: at(10) })).toBeUndefined();
    expect(settle(stored, { mark: 'present', by: 'ravi', at: at(5) })).toBeUndefined();
  });
  test('the same mark made again later counts from then on', () => {
    const again = { mark: 'present', by: 'asha', at: at(20) } as const;
    const disputed: StoredMark = { ...stored, replaced: { mark: 'absent', by: 'ravi' } };
    expect(settle(disputed, again)).toEqual({ ...again, replaced: disputed.replaced });
    const between = { mark: 'absent', by: 'ravi', at: at(15) } as const;
    expect(settle({ ...again, replaced: null }, between)).toMatchObject({ mark: 'present', at: at(20) });
    // ravi agrees now
    expect(settle(disputed, { ...again, by: 'ravi' })).toEqual({ ...again, by: 'ravi', replaced: null });
  });
  test('the later one counts, and shows what of somebody else it replaced', () => {
    const later = { mark: 'absent', by: 'ravi', at: at(11) } as const;
    expect(settle(stored, later)).toEqual({ ...later, replaced: { mark: 'present', by: 'asha' } });
    expect(settle(stored, { ...later, by: 'asha' })).toEqual({ ...later, by: 'asha', replaced: null });
  });
  test('the earlier one, which arrives later, does not count, and is shown once', () => {
    const earlier = { mark: 'absent', by: 'ravi', at: at(9) } as const;
    const disputed = { ...stored, replaced: { mark: 'absent', by: 'ravi' } };
    expect(settle(stored, earlier)).toEqual(disputed);
    expect(settle(disputed as StoredMark, earlier)).toBeUndefined();
    expect(settle(stored, { ...earlier, by: 'asha' })).toBeUndefined();
  });
  test('who comes to agree leaves no difference', () => {
    const disputed: StoredMark = { ...stored, replaced: { mark: 'absent', by: 'ravi' } };
    const agreed = { mark: 'absent', by: 'asha', at: at(30) } as const;
    expect(settle(disputed, agreed)).toEqual({ ...agreed, replaced: null });
  });
});
