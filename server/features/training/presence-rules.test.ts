import { expect, test } from 'vitest';
import { againFrom, creditedUntil, dueOf, isLate, judge, momentsOf, requireAskable } from './presence-rules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
const every = (seconds: number) => ({ atSeconds: null, everySeconds: seconds });
const moment = (seconds: number) => ({ atSeconds: seconds, everySeconds: null });

test('a check at a moment asks there, and one at random moments once in each of its parts', () => {
  expect(momentsOf(moment(30), 60)).toEqual([30]);
  expect(momentsOf(moment(60), 60)).toEqual([]);
  for (let round = 0; round < 50; round++) {
    const moments = momentsOf(every(300), 1000);
    expect(moments).toHaveLength(3);
    for (const [part, one] of moments.entries()) {
      expect(one).toBeGreaterThanOrEqual(part * 300);
      expect(one).toBeLessThan((part + 1) * 300);
    }
  }
  expect(momentsOf(every(300), 299)).toEqual([]);
});

test('nothing counts beyond the first open check, which is due once playback has reached or passed it', () => {
  const later = { atSeconds: 30, askedAt: null };
  const open = [{ atSeconds: 90, askedAt: null }, later];
  expect([creditedUntil(open), creditedUntil([])]).toEqual([30, Number.POSITIVE_INFINITY]);
  const film = { credited: [[0, 30]] as const, duration: 100 };
  expect(dueOf(open, [[0, 29.4]], film)).toBeUndefined();
  expect(dueOf(open, [[0, 29.5]], film)).toEqual(later);
  expect(dueOf(open, [[200, 210]], film)).toEqual(later);
  expect(dueOf([], [[0, 60]], film)).toBeUndefined();
});

test('a check is not due before the film is credited up to it, but for what may be skipped', () => {
  const check = { atSeconds: 30, askedAt: null };
  const due = (...credited: [number, number][]) => dueOf([check], [[0, 100]], { credited, duration: 100 });
  expect([due(), due([0, 24.9]), due([5.1, 30])]).toEqual([undefined, undefined, undefined]);
  expect([due([0, 25.1]), due([4.9, 30])]).toEqual([check, check]);
  // asked on another device, it stays due on one that has played nothing
  const asked = { ...check, askedAt: at(0) };
  expect(dueOf([asked], [], { credited: [[0, 30]], duration: 100 })).toEqual(asked);
});

test('an answer is late after a minute', () => {
  expect(isLate(at(0), at(60))).toBe(false);
  expect(isLate(at(0), at(60.1))).toBe(true);
  expect([isLate(null, null), isLate(at(0), null)]).toEqual([false, false]);
});

test('after a wrong answer the film goes back to the check before, and by two minutes at most', () => {
  expect(againFrom(100, [20, 60, 100, 140])).toBe(60);
  expect(againFrom(100, [100])).toBe(0);
  expect(againFrom(500, [20, 500])).toBe(380);
  expect(againFrom(100, [20, 90, 90.1, 99, 100])).toBe(90);
  expect(againFrom(100, [20, 90.1, 99, 100])).toBe(20);
});

test('an answer is judged once it is due, and again when the part before it can have been watched again', () => {
  const asked = { atSeconds: 100, askedAt: at(0), wrongAt: null, answer: 1 };
  const by = (seconds: number, highestSpeed = 1) => ({ again: 40, highestSpeed, now: at(seconds) });
  expect([judge(asked, 1, by(5)), judge(asked, 0, by(5)), judge(asked, null, by(5))]).toEqual([
    'right',
    'wrong',
    'wrong',
  ]);
  expect(judge({ ...asked, answer: null }, null, by(5))).toBe('right');
  expect(() => judge({ ...asked, askedAt: null }, 1, by(5))).toThrow('not due yet');
  const again = { ...asked, wrongAt: at(10) };
  expect(judge(again, 1, by(10 + 54))).toBe('early');
  expect(judge(again, 1, by(10 + 55))).toBe('right');
  expect(judge(again, 1, by(10 + 25, 2))).toBe('right');
  // however short the part before it is
  const near = (seconds: number) => judge(again, 1, { again: 98, highestSpeed: 2, now: at(10 + seconds) });
  expect([near(4.9), near(5)]).toEqual(['early', 'right']);
});

test.each([
  [{ at: null, every: null, question: null }, 'Please enter a time or a number of minutes.'],
  [{ at: 1, every: 60, question: null }, 'Please enter a time or a number of minutes.'],
  [{ at: 600, every: null, question: null }, 'The video ends before this time.'],
  [{ at: null, every: 601, question: null }, 'The video is shorter than this.'],
  [{ at: null, every: 60, question: { text: 'Which?', options: ['a', 'b'], answer: 0 } }, 'needs a time'],
  [{ at: 1, every: null, question: { text: 'Which?', options: ['a', 'b'], answer: 2 } }, 'choose the correct option'],
])('%j is refused', (check, sentence) => {
  const fine = { at: 10, every: null, question: null };
  expect(() => requireAskable([fine, check], 600)).toThrow(sentence);
  expect(() => requireAskable([fine], 600)).not.toThrow();
});

test('two questions, or a question and the beginning, are ten seconds apart', () => {
  const asks = (at: number) => ({ at, every: null, question: { text: 'Which?', options: ['a', 'b'], answer: 0 } });
  expect(() => requireAskable([asks(20), asks(40), asks(29.9)], 600)).toThrow(
    'Two questions must be at least 10 seconds apart',
  );
  expect(() => requireAskable([asks(9.9)], 600)).toThrow('A question must be at least 10 seconds after the start');
  const there = { at: 25, every: null, question: null };
  expect(() => requireAskable([asks(10), asks(30), there, asks(20)], 600)).not.toThrow();
});
