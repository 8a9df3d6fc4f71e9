import type { ChecklistRow, TestCase } from '@fairlead/contract/fit-to-join/checklists';
import { closes, verdictOf } from '@fairlead/contract/fit-to-join/verdicts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, type CalendarDate, dayAt, daysUntil } from '../../platform/calendar.ts';
import { jobsByHand, kits, lacks, verdictsByHand, voyageByHand } from './fixtures/verdicts-by-hand.ts';
import {
  type Cell,
  changesBetween,
  closingFor,
  editionOn,
  type Held,
  judgeFor,
  type NeedRow,
  newlyLacking,
  rowsFor,
  runCases,
  shownOn,
  type Voyage,
} from './rules.ts';
import { startingChecklists } from './starting-checklists.ts';

const row = (part: Partial<ChecklistRow> = {}): ChecklistRow => ({
  id: 'basic',
  title: 'Survival',
  anyOf: ['PST'],
  ranks: [],
  flags: [],
  shipTypes: [],
  daysBeyond: 0,
  source: 'A source',
  sourceDate: '2026-11-22',
  ...part,
});
const held = (lastDay: CalendarDate | null, part: Partial<Held> = {}): Held => ({
  code: 'PST',
  firstDay: '2020-01-01',
  lastDay,
  ...part,
});
const voyage = { joinsOn: '2026-12-01', signsOffOn: '2027-05-31' };
const only = (documents: Held[], need: NeedRow = row(), of: Voyage = voyage): Cell =>
  judgeFor([need], of)(documents)[0] as Cell;

describe('a row', () => {
  it.each<[string, Held[], Partial<Cell>]>([
    ['held: it ends on the day of the sign-off', [held('2027-05-31')], { state: 'held', lastDay: '2027-05-31' }],
    ['held: it never ends', [held('2027-01-01'), held(null)], { state: 'held', lastDay: null }],
    ['runs out: a day before the sign-off', [held('2027-05-30')], { state: 'runs-out', inDays: 180 }],
    ['runs out: on the day of joining', [held('2026-12-01')], { state: 'runs-out', inDays: 0 }],
    ['missing: it ended on the day before', [held('2026-11-30')], { state: 'missing', lastDay: '2026-11-30' }],
    ['missing: nothing is held', [], { state: 'missing', lastDay: null }],
    ['missing: another code is held', [held(null, { code: 'FPFF' })], { state: 'missing', lastDay: null }],
    [
      'missing: it begins on the day after',
      [held(null, { firstDay: '2026-12-02' })],
      { state: 'missing', lastDay: null },
    ],
    ['held: it begins on the day of joining', [held(null, { firstDay: '2026-12-01' })], { state: 'held' }],
    [
      'missing: it has not begun, which is no end',
      [held('2029-01-01', { firstDay: '2026-12-02' })],
      { state: 'missing', lastDay: null, isChecked: true },
    ],
    [
      'of three the one that lasts longest',
      [held('2028-01-01'), held('2029-01-01'), held('2028-06-01')],
      { state: 'held', lastDay: '2029-01-01' },
    ],
    [
      'of several the one that lasts longest',
      [held('2028-01-01'), held('2027-01-01')],
      { state: 'held', lastDay: '2028-01-01' },
    ],
    [
      'runs out: two documents do not take turns',
      [held('2027-02-01'), held('2029-01-01', { firstDay: '2027-01-01' })],
      { state: 'runs-out', lastDay: '2027-02-01', inDays: 62 },
    ],
  ])('is %s', (_, documents, verdict) => {
    expect(only(documents)).toMatchObject(verdict);
  });

  it('says whether somebody has checked the document, and prefers one that is checked', () => {
    const unchecked = { isChecked: false };
    expect(only([held('2028-01-01', unchecked)])).toMatchObject({ state: 'held', isChecked: false });
    expect(only([held(null, unchecked), held('2027-05-31')])).toMatchObject({ lastDay: '2027-05-31', isChecked: true });
    expect(only([held(null, unchecked), held('2027-05-30')])).toMatchObject({ state: 'held', isChecked: false });
    for (const alike of [[held('2027-01-01', unchecked), held('2027-01-01')]].flatMap((one) => [one, one.toReversed()]))
      expect(only(alike)).toMatchObject({ state: 'runs-out', isChecked: true });
  });

  it('is met by any of its codes, and may ask for more days than the voyage has', () => {
    expect(only([held(null, { code: 'PST-R' })], row({ anyOf: ['PST', 'PST-R'] })).state).toBe('held');
    expect(only([held('2027-11-29')], row({ daysBeyond: 183 })).state).toBe('runs-out');
    expect(only([held('2027-11-30')], row({ daysBeyond: 183 })).state).toBe('held');
  });
});

it('a gap is closed by courses that give one of its codes; a refresher helps only who has held it', () => {
  const courses = [
    { id: 'early', gives: ['PST'], lastDay: '2026-11-30', isRefresher: false },
    { id: 'late', gives: ['PST-R', 'PST'], lastDay: '2026-12-01', isRefresher: true },
    { id: 'undated', gives: ['PST'], lastDay: null, isRefresher: false },
    { id: 'other', gives: ['FPFF'], lastDay: null, isRefresher: false },
  ];
  const found = closingFor(row(), courses, voyage.joinsOn);
  expect(found.map(({ id, inTime }) => [id, inTime])).toEqual([
    ['early', true],
    ['late', false],
    ['undated', null],
  ]);
  const closing = (documents: Held[]) => found.filter((one) => closes(one, only(documents))).map(({ id }) => id);
  expect(closing([])).toEqual(['early', 'undated']);
  expect(closing([held('2025-01-01')])).toEqual(['early', 'late', 'undated']);
  expect(closing([held('2027-01-01')])).toEqual(['early', 'late', 'undated']);
});

it('rows apply by rank, flag and ship type, where they name any', () => {
  const rows = [
    row({ id: 'all' }),
    row({ id: 'tankers', shipTypes: ['oil-tanker', 'chemical-tanker'] }),
    row({ id: 'officers', ranks: ['chief-officer'], flags: ['IN'] }),
  ];
  const ids = (job: Parameters<typeof rowsFor>[1]) => rowsFor(rows, job).map(({ id }) => id);
  expect(ids({ rank: 'bosun', flag: 'IN', shipType: 'oil-tanker' })).toEqual(['all', 'tankers']);
  expect(ids({ rank: 'chief-officer', flag: 'IN', shipType: 'bulk-carrier' })).toEqual(['all', 'officers']);
  expect(ids({ rank: 'chief-officer', flag: 'PA', shipType: 'bulk-carrier' })).toEqual(['all']);
});

describe('editions', () => {
  const job = { rank: 'bosun', flag: 'PA', shipType: 'oil-tanker' } as const;

  it('apply from their day on; of several that begin together, the newest', () => {
    const editions = [
      { edition: 1, appliesFrom: '2026-01-01' },
      { edition: 4, appliesFrom: '2026-06-01' },
      { edition: 3, appliesFrom: '2027-01-01' },
      { edition: 2, appliesFrom: '2026-06-01' },
    ];
    const on = (day: CalendarDate) => editionOn(editions, day)?.edition;
    expect(['2025-12-31', '2026-01-01', '2026-05-31', '2026-06-01', '2026-12-31', '2027-01-01'].map(on)).toEqual([
      undefined,
      1,
      1,
      4,
      4,
      3,
    ]);
    const [early, late] = ['2026-01-01', '2026-02-01'];
    const of = (...all: [number, CalendarDate][]) =>
      editionOn(
        all.map(([edition, appliesFrom]) => ({ edition, appliesFrom })),
        late,
      )?.edition;
    expect([of([2, late], [9, early]), of([2, early], [4, early])]).toEqual([2, 4]);
  });

  it('are shown with the next; before any has begun, the first is', () => {
    const editions = [
      { edition: 3, appliesFrom: '2027-06-01' },
      { edition: 1, appliesFrom: '2026-01-01' },
      { edition: 2, appliesFrom: '2027-01-01' },
    ];
    const on = (day: CalendarDate) => {
      const { shown, inForce, next } = shownOn(editions, day) ?? {};
      return [shown?.edition, inForce, next?.edition];
    };
    expect(on('2025-12-31')).toEqual([1, false, 2]);
    expect(on('2026-01-01')).toEqual([1, true, 2]);
    expect(on('2026-12-31')).toEqual([1, true, 2]);
    expect(on('2027-01-01')).toEqual([2, true, 3]);
    expect(on('2027-06-01')).toEqual([3, true, undefined]);
    expect(shownOn([], '2026-01-01')).toBeUndefined();
  });

  it('differ in the rows that apply to a job', () => {
    const before = [row(), row({ id: 'visa', title: 'Visa' }), row({ id: 'gas', shipTypes: ['gas-tanker'] })];
    const after = [row({ anyOf: ['PST', 'PST-R'] }), row({ id: 'cook', title: 'Cook', daysBeyond: 7 })];
    expect(changesBetween(before, after, job)).toEqual([
      { id: 'basic', title: 'Survival', change: 'changed', what: 'PST; from then on PST or PST-R' },
      { id: 'cook', title: 'Cook', change: 'added', what: 'PST, 7 days beyond the sign-off' },
      { id: 'visa', title: 'Visa', change: 'removed', what: 'PST' },
    ]);
    expect(changesBetween(before, before, job)).toEqual([]);
  });

  it('lack something newly where a verdict is worse, and not where it was as bad before', () => {
    const cell = (state: Cell['state']): Cell =>
      ({ state, lastDay: '2027-01-01', inDays: null, isChecked: true }) as Cell;
    const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
    const found = newlyLacking(
      { rows: rows.slice(0, 2), cells: [cell('missing'), cell('runs-out')] },
      { rows, cells: [cell('missing'), cell('missing'), cell('runs-out'), cell('held')] },
    );
    expect(found.map(({ row: { id } }) => id)).toEqual(['b', 'c']);
  });
});

describe('a test case', () => {
  const one: TestCase = {
    name: 'Bosun',
    rank: 'bosun',
    flag: 'PA',
    shipType: 'oil-tanker',
    ...voyage,
    held: [held('2027-05-30')],
    gaps: [{ row: 'basic', state: 'runs-out' }],
  };
  const outcome = (part: Partial<TestCase>) => runCases([row()], [{ ...one, ...part }])[0]?.failures;

  it('passes with the gaps that it expects, and says what is otherwise', () => {
    expect(outcome({})).toEqual([]);
    expect(outcome({ gaps: [] })).toEqual(['Survival: runs out, and not held']);
    expect(outcome({ held: [held(null)] })).toEqual(['Survival: held, and not runs out']);
    expect(outcome({ gaps: [...one.gaps, { row: 'visa', state: 'missing' }] })).toEqual([
      'visa: not asked for in this job',
    ]);
  });
});

/** A document of the table: 'PASSPORT 2031-05-01', 'YF 2026-12-20..never'. */
function documentOf(text: string): Held {
  const [code = '', days = ''] = text.split(' ');
  const [lastDay = '', firstDay = '2020-01-01'] = days.split('..').toReversed();
  return { code, firstDay, lastDay: lastDay === 'never' ? null : lastDay };
}
const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter(Boolean);

function holdingsOf(kit: string, but: string): Held[] {
  const all = kit ? [...listOf(kits.person), ...listOf(kits[kit as keyof typeof kits])].map(documentOf) : [];
  for (const change of listOf(but)) {
    const changed = documentOf(change.replace(/^[+-] /, ''));
    const at = all.findIndex(({ code }) => code === changed.code);
    if (at >= 0 && !change.startsWith('+ ')) all.splice(at, 1);
    if (!change.startsWith('- ')) all.push(changed);
  }
  return all;
}

/** The gaps of a verdict in the table: rows with the days after which they run out, or null where they are missing. */
function gapsOf(verdict: string): Record<string, number | null> {
  if (verdict === 'fit') return {};
  const gaps = listOf(verdict).flatMap((part) => (part in lacks ? listOf(lacks[part as keyof typeof lacks]) : [part]));
  return Object.fromEntries(gaps.map((gap) => gap.split(' ')).map(([id, days]) => [id, days ? Number(days) : null]));
}

const [heads = [], ...people] = verdictsByHand
  .trim()
  .split('\n')
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));

describe('twenty seafarers get the verdicts that were written by hand', () => {
  it('in a table of twenty lines', () => {
    expect(people).toHaveLength(20);
    expect(heads.slice(3)).toEqual(Object.keys(jobsByHand));
  });

  it.each(people.map(([name = '', ...cells]) => [name, cells] as const))(
    '%s',
    (_, [kit = '', but = '', ...verdicts]) => {
      const documents = holdingsOf(kit, but);
      for (const [n, { checklist, ...job }] of Object.values(jobsByHand).entries()) {
        const rows = rowsFor(startingChecklists.find(({ key }) => key === checklist)?.rows ?? [], job);
        const cells = judgeFor(rows, voyageByHand)(documents);
        const gaps = rows.flatMap(({ id }, at) =>
          cells[at]?.state === 'held' ? [] : [[id, cells[at]?.inDays] as const],
        );
        expect([checklist, Object.fromEntries(gaps)]).toEqual([checklist, gapsOf(verdicts[n] ?? '')]);
        expect(verdictOf(cells.map(({ state }) => state)) === 'fit').toBe(verdicts[n] === 'fit');
      }
    },
  );
});

it('the starting checklists have their own test cases, which pass', () => {
  expect(startingChecklists.map(({ rows }) => rows.length)).toEqual([37, 31, 21]);
  for (const { key, rows, cases } of startingChecklists) {
    expect([key, runCases(rows, cases).filter(({ failures }) => failures.length > 0)]).toEqual([key, []]);
    expect(cases.length).toBeGreaterThanOrEqual(3);
  }
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
        expect(only(document, row(), { joinsOn, signsOffOn: lastDay }).state).toBe('held');
        const longer = only(document, row(), { joinsOn, signsOffOn: addDays(lastDay, 1) });
        expect(longer).toMatchObject({ state: 'runs-out', lastDay, inDays: days });
        const after = { joinsOn: addDays(lastDay, 1), signsOffOn: addDays(lastDay, 1 + days) };
        expect(only(document, row(), after)).toMatchObject({ state: 'missing', lastDay });
      }),
    );
  });

  it('days beyond the sign-off count as days of the calendar', () => {
    fc.assert(
      fc.property(day, length, length, (joinsOn, aboard, daysBeyond) => {
        const signsOffOn = addDays(joinsOn, aboard);
        const until = addDays(signsOffOn, daysBeyond);
        const state = (lastDay: CalendarDate) =>
          only([held(lastDay, { firstDay: '1990-01-01' })], row({ daysBeyond }), { joinsOn, signsOffOn }).state;
        expect(state(until)).toBe('held');
        expect(state(addDays(until, -1))).toBe(aboard + daysBeyond === 0 ? 'missing' : 'runs-out');
      }),
    );
  });

  it('the days until it runs out lead from the day of joining to its last day', () => {
    fc.assert(
      fc.property(day, length, length, (joinsOn, left, more) => {
        const lastDay = addDays(joinsOn, left);
        const found = only([held(lastDay, { firstDay: '1990-01-01' })], row(), {
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
        const all = only(own, row(), of);
        expect(only(own.toReversed(), row(), of)).toEqual(all);
        expect(rank[all.state]).toBeGreaterThanOrEqual(rank[only(own.slice(1), row(), of).state]);
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
        const { state } = only([held(lastDay, { firstDay: '1990-01-01' })], row(), { joinsOn, signsOffOn: joinsOn });
        expect(state).toBe(joinsOn <= lastDay ? 'held' : 'missing');
      }),
    );
  });
});
