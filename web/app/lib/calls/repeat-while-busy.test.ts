import { describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from './api-client.ts';
import { repeatWhileBusy } from './repeat-while-busy.ts';

const busy = new ApiError(503, { code: 'unavailable', message: 'Please try again.' });

/** Repeats a call that is refused with these errors, one after the other; returns the waits. */
function repeating(errors: readonly Error[]) {
  const waits: number[] = [];
  const onBusy = vi.fn();
  const left = [...errors];
  const work = vi.fn(async () => {
    const error = left.shift();
    if (error) throw error;
    return 'done';
  });
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  const outcome = repeatWhileBusy(work, onBusy, { wait, random: () => 1 });
  return { outcome, waits, onBusy, work };
}

describe('a call in a rush', () => {
  test('is repeated with growing waits, and says once that it waits', async () => {
    const { outcome, waits, onBusy, work } = repeating([busy, busy, busy]);
    expect(await outcome).toBe('done');
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    expect([work.mock.calls.length, onBusy.mock.calls.length]).toEqual([4, 1]);
  });

  test('is given up after five repetitions', async () => {
    const { outcome, work } = repeating(Array.from({ length: 9 }, () => busy));
    await expect(outcome).rejects.toBe(busy);
    expect(work).toHaveBeenCalledTimes(6);
  });

  test.each([new ApiError(409, { code: 'conflict' }), new ApiError(500, {}), new NetworkError()])(
    'is not repeated after %s',
    async (error) => {
      const { outcome, waits, onBusy, work } = repeating([error]);
      await expect(outcome).rejects.toBe(error);
      expect([waits, onBusy.mock.calls.length, work.mock.calls.length]).toEqual([[], 0, 1]);
    },
  );
});
