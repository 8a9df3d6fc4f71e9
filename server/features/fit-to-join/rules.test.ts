import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, type CalendarDate, dayAt, daysUntil } from '../../platform/calendar.ts';
import { type Closing, type Held, judge, type NeedRow, rowsFor, type Verdict } from './rules.ts';

const row = (part: Partial<NeedRow> = {}): NeedRow => ({
  ...{ id: 'basic', anyOf: ['PST'], ranks: [], flags: [], shipTypes: [], daysBeyond: 0 },
  ...part,
});
const held = (lastDay: CalendarDate | null, part: Partial<Held> = {}): Held => ({
  ...{ code: 'PST', firstDay: '2020-01-01', lastDay },
  ...part,
});
const voyage = { joinsOn: '2026-12-01', signsOffOn: '2027-05-31' };
const only = (documents: Held[], need = row(), courses: Closing[] = [], of = voyage): Verdict =>
  judge([need], documents, of, courses)[0] as Verdict;

describe('a row', () => {
  it.each<[string, Held[], Partial<Verdict>]>([
    ['held: it ends on the day of the sign-off', [held('2027-05-31')], { state: 'held', lastDay: '2027-05-31' }],
    ['held: it never ends', [held('2027-01-01'), held(null)], { state: 'held', lastDay: null }],
    ['runs out: a day before the sign-off', [held('2027-05-30')], { state: 'runs-out', inDays: 180 } as never],
    ['runs out: on the day of joining', [held('2026-12-01')], { state: 'runs-out', inDays: 0 } as never],
    ['missing: it ended on the day before', [held('2026-11-30')], { state: 'missing', lastDay: '2026-11-30' }],
    ['missing: nothing is held', [], { state: 'missing', lastDay: null }],
    ['missing: another code is held', [held(null, { code: 'FPFF' })], { state: 'missing', lastDay: null }],
    [
      'missing: it begins on the day after',
      [held(null, { firstDay: '2026-12-02' })],
      { state: 'missing', lastDay: null },
    ],
    [
      'of several the one that lasts longest',
      [held('2028-01-01'), held('2027-01-01')],
      { state: 'held', lastDay: '2028-01-01' },
    ],
  ])('is %s', (_, documents, verdict) => {
    expect(only(documents)).toMatchObject(verdict);
  });

  it('is met by any of its codes, and may ask for more days than the voyage has', () => {
    expect(only([held(null, { code: 'PST-R' })], row({ anyOf: ['PST', 'PST-R'] })).state).toBe('held');
    expect(only([held('2027-11-29')], row({ daysBeyond: 183 })).state).toBe('runs-out');
    expect(only([held('2027-11-30')], row({ daysBeyond: 183 })).state).toBe('held');
  });

  it('names the courses that close the gap, and whether they are over before the day of joining', () => {
    const courses = [
      { courseId: 'early', gives: ['PST'], lastDay: '2026-11-30' },
      { courseId: 'late', gives: ['PST'], lastDay: '2026-12-01' },
      { courseId: 'undated', gives: ['PST'], lastDay: null },
      { courseId: 'other', gives: ['FPFF'], lastDay: null },
    ];
    expect(only([], row(), courses)).toMatchObject({
      closedBy: [
        { courseId: 'early', inTime: true },
        { courseId: 'late', inTime: false },
        { courseId: 'undated', inTime: null },
      ],
    });
    expect(only([held(null)], row(), courses)).not.toHaveProperty('closedBy');
  });
});

it('rows apply by rank, flag and ship type, where they name any', () => {
  const rows = [
    row({ id: 'all' }),
    row({ id: 'tankers', shipTypes: ['oil tanker', 'chemical tanker'] }),
    row({ id: 'officers', ranks: ['chief officer'], flags: ['IN'] }),
  ];
  const ids = (job: Parameters<typeof rowsFor>[1]) => rowsFor(rows, job).map(({ id }) => id);
  expect(ids({ rank: 'AB', flag: 'IN', shipType: 'oil tanker' })).toEqual(['all', 'tankers']);
  expect(ids({ rank: 'chief officer', flag: 'IN', shipType: 'bulk carrier' })).toEqual(['all', 'officers']);
  expect(ids({ rank: 'chief officer', flag: 'PA', shipType: 'bulk carrier' })).toEqual(['all']);
});

/** Days around month ends, leap days and edges of five years, among others. */
const edge = fc.constantFrom(
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
  '2026-12-31',
  '2027-01-01',
  '2028-02-29',
  '2100-02-28',
);
const day = fc.oneof(
  edge.chain((from) => fc.integer({ min: -2, max: 2 }).map((days) => addDays(from, days))),
  fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days)),
);
const length = fc.integer({ min: 0, max: 400 });

describe('on any dates', () => {
  it('a five-year document is held to its last day aboard, and runs out on the next', () => {
    fc.assert(
      fc.property(day, length, (issuedOn, days) => {
        const lastDay = addMonths(issuedOn, 60);
        const joinsOn = addDays(lastDay, -days);
        const document = [held(lastDay, { firstDay: issuedOn })];
        expect(only(document, row(), [], { joinsOn, signsOffOn: lastDay }).state).toBe('held');
        const longer = only(document, row(), [], { joinsOn, signsOffOn: addDays(lastDay, 1) });
        expect(longer).toMatchObject({ state: 'runs-out', lastDay, inDays: days });
        const after = { joinsOn: addDays(lastDay, 1), signsOffOn: addDays(lastDay, 1 + days) };
        expect(only(document, row(), [], after)).toMatchObject({ state: 'missing', lastDay });
      }),
    );
  });

  it('the days until it runs out lead from the day of joining to its last day', () => {
    fc.assert(
      fc.property(day, length, length, (joinsOn, left, more) => {
        const lastDay = addDays(joinsOn, left);
        const found = only([held(lastDay, { firstDay: '1990-01-01' })], row(), [], {
          joinsOn,
          signsOffOn: addDays(lastDay, more + 1),
        });
        if (found.state !== 'runs-out') throw new Error(`it is ${found.state}`);
        expect(addDays(joinsOn, found.inDays)).toBe(found.lastDay);
        expect(found.inDays).toBe(daysUntil(lastDay, joinsOn));
      }),
    );
  });

  it('another document never makes a verdict worse, and their order does not matter', () => {
    const rank = { missing: 0, 'runs-out': 1, held: 2 };
    const documents = fc.array(
      fc.record({ code: fc.constantFrom('PST', 'FPFF'), firstDay: day, lastDay: fc.option(day) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(documents, day, length, (own, joinsOn, days) => {
        const of = { joinsOn, signsOffOn: addDays(joinsOn, days) };
        const all = only(own, row(), [], of);
        expect(only(own.toReversed(), row(), [], of)).toEqual(all);
        expect(rank[all.state]).toBeGreaterThanOrEqual(rank[only(own.slice(1), row(), [], of).state]);
      }),
    );
  });

  it('the day of joining is that of the academy, whatever the hour and the zone', () => {
    const zones = fc.constantFrom(
      'Asia/Kolkata',
      'Asia/Manila',
      'Europe/London',
      'Pacific/Auckland',
      'America/New_York',
    );
    fc.assert(
      fc.property(day, zones, fc.integer({ min: 0, max: 24 * 60 - 1 }), (lastDay, zone, minutes) => {
        const moment = new Date(Date.parse(`${lastDay}T00:00:00Z`) + minutes * 60_000);
        const joinsOn = dayAt(moment, zone);
        const { state } = only([held(lastDay, { firstDay: '1990-01-01' })], row(), [], {
          joinsOn,
          signsOffOn: joinsOn,
        });
        expect(state).toBe(joinsOn <= lastDay ? 'held' : 'missing');
      }),
    );
  });
});
