import { describe, expect, it } from 'vitest';
import { type Pace, paceAfter } from './upload-pace.ts';

const MB = 1_000_000;

/** The pace after each second, given the bytes sent in it. */
function run(bytesEachSecond: readonly number[], total: number): Pace {
  let sent = 0;
  let pace = paceAfter(undefined, { sent, total }, 0);
  for (const [i, bytes] of bytesEachSecond.entries()) {
    sent += bytes;
    pace = paceAfter(pace, { sent, total }, (i + 1) * 1000);
  }
  return pace;
}

describe('the pace of an upload', () => {
  it('is unknown until a second has passed', () => {
    const begun = paceAfter(undefined, { sent: 0, total: MB }, 0);
    const soon = paceAfter(begun, { sent: 65_536, total: MB }, 200);
    expect(soon.bytesPerSecond).toBeUndefined();
    expect(soon.secondsLeft).toBeUndefined();
  });

  it('returns speed and remaining time', () => {
    const pace = run([MB, MB, MB], 10 * MB);
    expect(pace.bytesPerSecond).toBeCloseTo(MB);
    expect(pace.secondsLeft).toBeCloseTo(7);
  });

  it('uses only the last seconds', () => {
    const pace = run([...Array(20).fill(5 * MB), ...Array(11).fill(MB)], 1000 * MB);
    expect(pace.bytesPerSecond).toBeCloseTo(MB);
  });

  it('keeps few samples, however many it receives', () => {
    let pace: Pace | undefined;
    for (let at = 0; at < 60_000; at += 50) pace = paceAfter(pace, { sent: at, total: 60_000 }, at);
    expect(pace?.samples.length).toBeLessThanOrEqual(201);
  });

  it('returns no remaining time while nothing is sent', () => {
    const pace = run([MB, ...Array(12).fill(0)], 10 * MB);
    expect(pace.secondsLeft).toBeUndefined();
  });
});
