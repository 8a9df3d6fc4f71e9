import { expect, test } from 'vitest';
import { claimsOf, isExpired } from './session.ts';

const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
const token = (claims: unknown) => `${part({ alg: 'HS256' })}.${part(claims)}.signature`;

// shows: entities/token
test('role and expiry are read from a token of three parts, in any script', () => {
  expect(claimsOf(token({ role: 'learner', exp: 1_800_000_000, name: 'श्री राजेश ~~~???' }))).toEqual({
    role: 'learner',
    exp: 1_800_000_000,
  });
});

// shows: admin/guard
test.each([
  '',
  'one',
  'one.two',
  'a.b.c',
  `${token({ role: 'admin', exp: 1 })}.fourth`,
  token({ exp: 1_800_000_000 }),
  token({ role: 'admin', exp: 'tomorrow' }),
  `x.${part({ role: 'admin', exp: 1 })}.`,
  `x.${part(null)}.y`,
])('%s is not a token', (text) => {
  expect(claimsOf(text)).toBeNull();
  expect(isExpired(text, 0)).toBe(true);
});

// shows: admin/guard
test('a token is expired from its last second, and within a margin before it', () => {
  const held = token({ role: 'learner', exp: 1000 });
  expect(isExpired(held, 999_000)).toBe(false);
  expect(isExpired(held, 1_000_000)).toBe(true);
  expect(isExpired(held, 900_000, 120)).toBe(true);
  expect(isExpired(held, 870_000, 120)).toBe(false);
});
