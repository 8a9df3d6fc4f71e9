import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSignOn, takeSignOn } from './kept-sign-on.ts';
import { isLogoutPage } from './sign-on.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['https://login.academy.example/end?client_id=fairlead', true],
  ['http://localhost:3001/session/end', true],
  ['http://127.0.0.1/end', true],
  ['http://[::1]:3001/end', true],
  ['http://login.academy.example/end', false],
  ['http://localhost:3001@elsewhere.example/', false],
  ['http://127.0.0.1.elsewhere.example/', false],
  ['javascript:alert(1)', false],
  ['/session/end', false],
  ['', false],
])('a logout continues only to the page of a provider: %s', (url, isFollowed) => {
  expect(isLogoutPage(url)).toBe(isFollowed);
});

const begun = (state: string) => ({ state, verifier: `verifier of ${state}` });

test('a login begun in this tab is taken once, and any other is not found', () => {
  keepSignOn(begun('one'));
  keepSignOn(begun('two'));
  expect(takeSignOn('three')).toBeUndefined();
  expect(takeSignOn(null)).toBeUndefined();
  expect([takeSignOn('one'), takeSignOn('one')]).toEqual([begun('one'), undefined]);
  expect(takeSignOn('two')).toEqual(begun('two'));
});

test('only the last five begun logins are kept', () => {
  for (const state of ['1', '2', '3', '4', '5', '6']) keepSignOn(begun(state));
  expect([takeSignOn('1'), takeSignOn('2')]).toEqual([undefined, begun('2')]);
});
