import {
  longestProgressFile,
  mostLinkBytes,
  ProgressFile,
  progressFileOf,
  type SyncState,
  signPart,
} from '@fairlead/contract/offline-records/calls';
import {
  base64url,
  decodeLinks,
  encodeLink,
  hashAfter,
  type Link,
  makeDeviceKey,
} from '@fairlead/contract/offline-records/offline-record-format';
import { describe, expect, test } from 'vitest';
import { issuedPassOf } from '../../../testing/offline-records.ts';
import { idOf } from '../../../testing/records.ts';
import {
  acknowledged,
  continued,
  furthest,
  newRecord,
  nextAnswers,
  nextLinks,
  type OfflineRecord,
  recordIn,
  sealed,
  unsentOf,
  withPlayed,
} from './record.ts';

const page = { id: 'page', wallClock: 1_795_000_000 };
const fresh = newRecord('course', issuedPassOf(['one', 'two']));

type Played = { film?: string; at?: number; rate?: number; visible?: boolean; of?: typeof page; clock?: number };

/** A part of a film, played at normal speed from `at` seconds after the page was opened. */
function play(record: OfflineRecord, from: number, to: number, how: Played = {}): OfflineRecord {
  const { film = 'one', at = from, rate = 1, visible = true, of = page, clock = 0 } = how;
  const ended = at + to - from;
  return withPlayed(record, {
    page: of,
    filmId: film,
    part: { from, to, began: at, ended },
    facts: { wallClock: of.wallClock + ended + clock, rate, visible, muted: false },
  });
}
const linksIn = (record: OfflineRecord): Link[] =>
  sealed(record).links.flatMap((link) => decodeLinks(base64url.decode(link)).map((one) => one.link));
const played = (record: OfflineRecord) =>
  linksIn(record).flatMap((link) => (link.kind === 'played' ? [[link.film, link.from / 100, link.to / 100]] : []));

describe('the record of a device', () => {
  test('begins with a session, and one link grows as long as the film plays', () => {
    let record = fresh;
    for (let at = 0; at < 60; at += 0.25) record = play(record, at, at + 0.25);
    expect(linksIn(record)).toEqual([
      { kind: 'session', number: 1, wallClock: page.wallClock },
      {
        kind: 'played',
        film: 0,
        from: 0,
        to: 6000,
        began: 0,
        took: 6000,
        clockShift: 0,
        rate: 20,
        visible: true,
        muted: false,
      },
    ]);
    expect(unsentOf(record, 'one')).toEqual({ stretches: [[0, 60]], position: 60 });
    expect(unsentOf(record, 'two')).toBeUndefined();
  });

  test('has a new link after a pause, a jump, and for another film, speed or a hidden page', () => {
    let record = play(fresh, 0, 10);
    record = play(record, 10, 20, { at: 15 });
    record = play(record, 30, 40);
    record = play(record, 40, 50, { rate: 2 });
    record = play(record, 50, 60, { rate: 2, visible: false });
    record = play(record, 0, 10, { film: 'two', at: 70 });
    expect(played(record)).toEqual([
      ...[
        [0, 0, 10],
        [0, 10, 20],
        [0, 30, 40],
        [0, 40, 50],
        [0, 50, 60],
        [1, 0, 10],
      ],
    ]);
    expect(linksIn(record).filter(({ kind }) => kind === 'session')).toHaveLength(1);
  });

  test('has a new session for another page, and when the wall clock was set or the device slept', () => {
    const other = { id: 'other', wallClock: page.wallClock + 1000 };
    let record = play(fresh, 0, 10);
    record = play(record, 10, 20, { at: 0, of: other });
    record = play(record, 20, 30, { at: 20, of: other, clock: -3600 });
    record = play(record, 30, 40, { at: 40, of: other, clock: -3590 });
    const sessions = linksIn(record).filter((link) => link.kind === 'session');
    expect(sessions).toEqual([
      { kind: 'session', number: 1, wallClock: page.wallClock },
      { kind: 'session', number: 2, wallClock: other.wallClock },
      { kind: 'session', number: 3, wallClock: other.wallClock - 3600 },
    ]);
    expect(linksIn(record).at(-1)).toMatchObject({ clockShift: 10 });
  });

  test('leaves out what is not in its pass', () => {
    expect(play(fresh, 0, 10, { film: 'three' })).toBe(fresh);
    expect(play(fresh, 10, 10)).toBe(fresh);
  });
});

describe('what was sent', () => {
  const state = (head: SyncState['head'], more: Partial<SyncState> = {}): SyncState => ({
    head,
    mustRenew: false,
    withdrawnAt: null,
    creditedSeconds: 0,
    refused: [],
    ...more,
  });
  const record = sealed(play(play(play(fresh, 0, 10), 20, 30), 40, 50));
  const links = record.links.map((link) => base64url.decode(link));
  const headAt = (number: number) => ({
    number,
    hash: base64url.encode(hashAfter(base64url.decode(fresh.head.hash), links.slice(0, number))),
  });
  const sent = { passId: fresh.passId, first: 1, links, answers: {} };

  test('does not grow any more', () => {
    expect(played(play(record, 50, 60))).toEqual([
      [0, 0, 10],
      [0, 20, 30],
      [0, 40, 50],
      [0, 50, 60],
    ]);
  });

  test('is deleted when the academy has exactly this, and as far as it has it', () => {
    expect(acknowledged(record, state(headAt(2)), sent)).toMatchObject({
      head: headAt(2),
      links: record.links.slice(2),
    });
    const later = sealed(play(record, 60, 70));
    expect(played(acknowledged(later, state(headAt(4)), sent))).toEqual([[0, 60, 70]]);
  });

  test('stays with any other answer', () => {
    for (const head of [
      { ...headAt(2), number: 3 },
      { ...headAt(2), number: 9 },
      { ...headAt(2), number: 0 },
    ]) {
      expect(acknowledged(record, state(head), sent).links).toEqual(record.links);
    }
  });

  test('counts as deleted of a record that has to be renewed, though the academy’s is another', () => {
    const after = acknowledged(record, state({ number: 9, hash: 'other' }, { mustRenew: true }), sent);
    expect(after).toMatchObject({ links: [], head: headAt(4) });
  });

  test('is no news for the record of another pass', () => {
    const other = { ...record, passId: 'another' };
    expect(acknowledged(other, state(headAt(4), { mustRenew: true }), sent)).toBe(other);
  });

  test('takes its answers along, but for those that were changed meanwhile', () => {
    const answered = { ...record, answers: { a: 1, b: 2, c: null } };
    const after = acknowledged(answered, state(headAt(4)), { ...sent, answers: { a: 1, b: 3, c: null } });
    expect(after.answers).toEqual({ b: 2 });
  });

  test('is cut into pieces of some bytes, of one link at least', () => {
    expect(nextLinks(record, 1)).toEqual(links.slice(0, 1));
    expect(nextLinks(record, (links[0]?.length ?? 0) + (links[1]?.length ?? 0))).toEqual(links.slice(0, 2));
    expect(nextLinks(record, Number.POSITIVE_INFINITY)).toEqual(links);
  });
});

describe('under a new pass', () => {
  const next = newRecord('course', { ...issuedPassOf(['three', 'two', 'one']), _id: 'next' });

  test('what is not sent goes on, with the films as that pass numbers them', () => {
    const before = play(play(fresh, 0, 10), 0, 5, { film: 'two', at: 20 });
    const after = continued(before, next);
    expect(after).toMatchObject({ passId: 'next', head: next.head, open: null, session: before.session });
    expect(played(after)).toEqual([
      [2, 0, 10],
      [1, 0, 5],
    ]);
    expect(linksIn(after)[0]).toMatchObject({ kind: 'session', number: 1 });
    // the same page plays on
    expect(played(play(after, 10, 20)).at(-1)).toEqual([2, 10, 20]);
  });

  test('films that it lacks are left out, and a record without news begins again', () => {
    const short = newRecord('course', { ...issuedPassOf(['two']), _id: 'short' });
    expect(played(continued(play(play(fresh, 0, 10), 0, 5, { film: 'two', at: 20 }), short))).toEqual([[0, 0, 5]]);
    const answered = { ...fresh, session: { number: 3, page: 'page', clockShift: 0 }, answers: { a: 1 } };
    expect(continued(answered, next)).toEqual({ ...next, answers: { a: 1 } });
  });
});

test('of two copies the one that has come further counts, and anything else under the name is nothing', () => {
  const shorter = play(fresh, 0, 10);
  const longer = play(shorter, 10, 20);
  expect(furthest([longer, shorter])).toBe(longer);
  expect(furthest([shorter, longer])).toBe(longer);
  expect(furthest([])).toBeUndefined();
  expect([null, 7, {}, { passId: 'x' }].map(recordIn)).toEqual(Array(4).fill(undefined));
  expect(recordIn(JSON.parse(JSON.stringify(longer)))).toEqual(longer);
});

test('a file of more than a year, with more answers than one has, stays within the limits of the academy', async () => {
  const link = encodeLink({
    ...({ kind: 'played', film: 300, from: 359_000, to: 360_000, began: 8_640_000, took: 1100 } as const),
    clockShift: -3600,
    rate: 40,
    visible: true,
    muted: false,
  });
  const links = Array.from({ length: 12_000 }, () => base64url.encode(link));
  const answers = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [idOf('b0000000', at), null]));
  const record: OfflineRecord = { ...fresh, links, answers };
  const { privateKey } = await makeDeviceKey();
  const next = nextLinks(record, mostLinkBytes);
  const { passId } = record;
  const part = await signPart(privateKey, { passId, first: 200_000, previous: new Uint8Array(32), links: next });
  const listed = Object.entries(nextAnswers(record)).map(([check, choice]) => ({ check, choice }));
  const file = await progressFileOf(privateKey, { pass: 'p'.repeat(100_000), passId, part, answers: listed });
  expect([next.length < links.length, listed.length]).toEqual([true, 500]);
  expect(ProgressFile.safeParse(file).success).toBe(true);
  expect(JSON.stringify(file).length).toBeLessThanOrEqual(longestProgressFile);
});
