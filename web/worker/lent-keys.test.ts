import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetKeys, heldKey, keyOf, lend } from './lent-keys.ts';

const [asha, ravi] = ['asha', 'ravi'];
const key = { type: 'secret' } as CryptoKey;
/** What the worker has asked of its pages. */
const asked: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  forgetKeys();
  vi.stubGlobal('self', { clients: { matchAll: async () => [{ postMessage: (data: unknown) => asked.push(data) }] } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The key as the worker has it by now; 'waiting' while a page may still lend it. */
const soFar = (wanted: Promise<CryptoKey | undefined>) => Promise.race([wanted, Promise.resolve('waiting')]);

test('a page that is slow to lend its key is waited for, and no longer than a minute', async () => {
  const [first, second] = [keyOf(asha), keyOf(asha)];
  await vi.advanceTimersByTimeAsync(59_000);
  expect([await soFar(first), asked[0]]).toEqual(['waiting', { wanted: asha }]);
  lend({ person: asha, key });
  expect(await Promise.all([first, second])).toEqual([key, key]);
  const other = keyOf(ravi);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await soFar(other)).toBeUndefined();
});

test('a key that is held is not asked for, and serves nobody else', async () => {
  lend({ person: asha, key });
  expect([await keyOf(asha), asked]).toEqual([key, []]);
  const other = keyOf(ravi);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await soFar(other), heldKey(ravi)]).toEqual(['waiting', undefined]);
});

test('a logout ends the wait without a key, and one that was held is forgotten', async () => {
  lend({ person: asha, key });
  lend({ person: asha, key: undefined });
  const wanted = keyOf(asha);
  await vi.advanceTimersByTimeAsync(1_000);
  lend({ person: asha, key: undefined });
  expect([await wanted, heldKey(asha)]).toEqual([undefined, undefined]);
});
