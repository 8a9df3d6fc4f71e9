import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

// shows: threats/guessed-password, asvs/11.2.2, asvs/11.4.2
test('a hash states the chosen cost parameters, and matches only its own password', async () => {
  const stored = await hashPassword('lighthouse keeper');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, 'lighthouse keeper')).toBe(true);
  expect(await isPassword(stored, 'lighthouse keeper ')).toBe(false);
  expect(await isPassword(undefined, 'no account has this password')).toBe(false);
});

// shows: asvs/15.2.2
test('requests beyond the queue’s limit are refused with a time to retry, and none afterwards', async () => {
  // of little cost, which the hash itself states: the queue is tested, not 450 logins
  const stored = await hash('lighthouse keeper', { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 450 }, () => isPassword(stored, 'guess')));
  const refused = outcomes.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.length).toBeLessThan(50);
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', retryAfter: 10 });
  expect(await isPassword(stored, 'lighthouse keeper')).toBe(true);
});
