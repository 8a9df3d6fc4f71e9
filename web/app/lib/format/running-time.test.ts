import { describe, expect, it } from 'vitest';
import { formatRunningTime, formatSpan } from './running-time.ts';

describe('running time', () => {
  it('is formatted as in a player', () => {
    expect([0, 4.4, 65, 600, 3599.6, 3753].map(formatRunningTime)).toEqual([
      '0:00',
      '0:04',
      '1:05',
      '10:00',
      '1:00:00',
      '1:02:33',
    ]);
  });

  it('is never negative, as after a clock was set back', () => {
    expect(formatRunningTime(-3)).toBe('0:00');
    expect(formatSpan(-3)).toBe('0 s');
  });

  it('has a short form for long durations', () => {
    expect([40, 59.6, 90, 3570, 3600, 4800].map(formatSpan)).toEqual([
      '40 s',
      '1 min',
      '2 min',
      '1 h',
      '1 h',
      '1 h 20 min',
    ]);
  });
});
