import type { Link, PlayedLink } from '@fairlead/contract/offline-records/offline-record-format';
import { describe, expect, test } from 'vitest';
import { creditable, placeOf, type RunOfPass, readLinks } from './rules.ts';

const issuedAt = new Date('2026-11-20T08:00:00Z');
const issued = issuedAt.getTime() / 1000;
const films = ['one', 'two'];
const day = 86_400;

const session = (number: number, wallClock: number): Link => ({ kind: 'session', number, wallClock });
const played = (from: number, to: number, began: number, odd: Partial<PlayedLink> = {}): Link => ({
  kind: 'played',
  film: 0,
  from: from * 100,
  to: to * 100,
  began: began * 100,
  took: (to - from) * 100,
  clockShift: 0,
  rate: 20,
  visible: true,
  muted: false,
  ...odd,
});
const read = (links: Link[], { days = 10 } = {}) =>
  readLinks(links, { before: null, films, issuedAt, now: new Date((issued + days * day) * 1000) });
const kindsIn = (links: Link[], how = {}) => [...read(links, how).contradictions];

describe('a record', () => {
  test('is read as runs of one film each, with the times of its device', () => {
    const { runs, session: last } = read([
      ...[session(1, issued + 100), played(0, 60, 10), played(60, 90, 80), played(0, 30, 120, { film: 1 })],
      ...[session(2, issued + day), played(90, 100, 5)],
    ]);
    const stretches = {
      stretches: [
        [0, 60],
        [60, 90],
      ],
      position: 90,
    };
    expect(runs).toEqual([
      { filmId: 'one', ...stretches, playedFrom: issued + 110, playedTo: issued + 210 },
      { filmId: 'two', stretches: [[0, 30]], position: 30, playedFrom: issued + 220, playedTo: issued + 250 },
      {
        filmId: 'one',
        stretches: [[90, 100]],
        position: 100,
        playedFrom: issued + day + 5,
        playedTo: issued + day + 15,
      },
    ]);
    expect(last).toMatchObject({ number: 2, reached: 1500, wallReached: issued + day + 15 });
  });

  test('that does not begin with a session has no times, and that is no contradiction', () => {
    const { runs, contradictions } = read([played(0, 60, 10)]);
    expect(runs).toMatchObject([{ playedFrom: null, playedTo: null }]);
    expect([...contradictions]).toEqual([]);
  });

  test('of an honest device contradicts nothing, at any speed, and with a clock that is a little wrong', () => {
    expect(
      kindsIn([
        ...[session(1, issued - 500), played(0, 60, 10), played(60, 120, 75, { rate: 40, took: 3000 })],
        ...[played(120, 121, 110, { took: 0 }), session(2, issued + 9 * day), played(0, 60, 0, { clockShift: 60 })],
      ]),
    ).toEqual([]);
  });

  test.each<[string, Link[]]>([
    ['clock-back', [session(1, issued + day), played(0, 60, 0), session(2, issued + day - 600)]],
    [
      'clock-back',
      [
        session(1, issued + day),
        played(0, 60, 0),
        played(60, 90, 60, { clockShift: -110 }),
        played(90, 95, 95, { clockShift: -240 }),
      ],
    ],
    ['clock-ahead', [session(1, issued + 10 * day), played(0, 700, 0)]],
    ['clock-before-pass', [session(1, issued - day), played(0, 60, 0)]],
    ['clock-changed', [session(1, issued + day), played(0, 60, 0), played(60, 90, 60, { clockShift: 3600 })]],
    ['time-overlaps', [session(1, issued + day), played(0, 60, 0), played(60, 90, 30)]],
    ['faster-than-time', [session(1, issued + day), played(0, 60, 0, { took: 2000 })]],
    ['two-copies', [session(3, issued + day), session(3, issued + day + 60)]],
    ['unknown-film', [session(1, issued + day), played(0, 60, 0, { film: 2 })]],
  ])('says %s', (kind, links) => {
    expect(kindsIn(links)).toContain(kind);
  });
});

describe('the place of a part', () => {
  const bytes = (...all: number[]) => all.map((one) => Uint8Array.of(one));
  const known = [
    { firstNumber: 1, previous: 'h0', links: Uint8Array.of(1, 2) },
    { firstNumber: 3, previous: 'h2', links: Uint8Array.of(3) },
  ];
  const at = (first: number, previous: string, ...links: number[]) =>
    placeOf(
      { first, previous, links: bytes(...links) },
      {
        head: { number: 3, hash: 'h3' },
        known: known.filter(({ firstNumber }) => first <= 3 && (first < 3 || firstNumber === 3)),
      },
    );

  test('is at the end, or before it with what is known and more', () => {
    expect(at(4, 'h3', 4)).toEqual({ kind: 'continues', skip: 0 });
    expect(at(1, 'h0', 1, 2, 3, 4)).toEqual({ kind: 'continues', skip: 3 });
    expect(at(3, 'h2', 3, 4, 5)).toEqual({ kind: 'continues', skip: 1 });
  });

  test('is known when nothing of it is new', () => {
    expect([at(1, 'h0', 1, 2, 3), at(1, 'h0', 1), at(3, 'h2', 3)]).toEqual(Array(3).fill({ kind: 'known' }));
  });

  test('is a gap behind missing links, and a fork with anything else at a known number', () => {
    expect(at(5, 'h4', 5)).toEqual({ kind: 'gap' });
    const forks = [at(4, 'other', 4), at(1, 'h0', 1, 9), at(1, 'other', 1, 2, 3, 4), at(2, 'h1', 2, 3, 4)];
    expect(forks).toEqual(Array(4).fill({ kind: 'fork' }));
  });
});

test('runs of two films in turn, more than anybody makes, are credited as one of each', () => {
  const runOf = (at: number): RunOfPass => ({
    passId: 'pass',
    asOf: issuedAt,
    filmId: films[at % 2] ?? '',
    stretches: [[at, at + 1]],
    position: at + 1,
    playedFrom: at === 0 ? null : at,
    playedTo: at + 1,
  });
  const some = Array.from({ length: 500 }, (_, at) => runOf(at));
  expect(creditable(some)).toBe(some);
  const [one, two, ...more] = creditable([...some, runOf(500)]);
  expect(more).toEqual([]);
  expect(one).toMatchObject({ filmId: 'one', position: 501, playedFrom: 2, playedTo: 501 });
  expect(one?.stretches).toHaveLength(251);
  expect(two).toMatchObject({ filmId: 'two', position: 500, playedFrom: 1, playedTo: 500 });
});
