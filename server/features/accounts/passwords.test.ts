import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

// shows: threats/guessed-password, asvs/11.2.2, asvs/11.4.2
test('a hash states the costs that were decided, and opens to its own password alone', async () => {
  const stored = await hashPassword('lighthouse keeper');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, 'lighthouse keeper')).toBe(true);
  expect(await isPassword(stored, 'lighthouse keeper ')).toBe(false);
  expect(await isPassword(undefined, 'no account has this password')).toBe(false);
});

// shows: asvs/15.2.2
test('more than wait in reason are told to come again, and nobody is afterwards', async () => {
  const stored = await hashPassword('lighthouse keeper');
  const outcomes = await Promise.allSettled(Array.from({ length: 450 }, () => isPassword(stored, 'guess')));
  const refused = outcomes.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.length).toBeLessThan(50);
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', retryAfter: 10 });
  expect(await isPassword(stored, 'lighthouse keeper')).toBe(true);
});
