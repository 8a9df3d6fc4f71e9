import { afterEach, expect, test, vi } from 'vitest';
import { earlyReading, viaEarlyRead } from './early-read.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'earlyReads');
});

const tokenUntil = (exp: number) => `head.${btoa(JSON.stringify({ exp }))}.seal`;
const good = tokenUntil(Date.now() / 1000 + 600);
const asked = (token: string, url = '/api/home') => ({
  method: 'GET',
  url,
  headers: { authorization: `Bearer ${token}` },
  body: undefined,
});

/** Runs the script of a page in a browser that has stored this token; answers with the place of each request. */
function open(token: string | null, answer = async (nth: number): Promise<Response> => new Response(`answer ${nth}`)) {
  const requests: unknown[] = [];
  vi.stubGlobal('localStorage', { getItem: () => token });
  vi.stubGlobal('fetch', (url: string, { headers }: RequestInit) => answer(requests.push([url, headers])));
  new Function(earlyReading(['/api/home']))();
  return requests;
}

test('the script asks with the token of the device, and the page takes the answer once', async () => {
  const requests = open(good);
  expect(requests).toEqual([['/api/home', { authorization: `Bearer ${good}` }]]);
  expect((await viaEarlyRead(asked(good))).text).toBe('answer 1');
  expect((await viaEarlyRead(asked(good))).text).toBe('answer 2');
  expect((await viaEarlyRead(asked(good, '/api/other'))).text).toBe('answer 3');
});

test('an answer to another token is nobody’s, and one that never came is asked for again', async () => {
  open(good);
  expect((await viaEarlyRead(asked(tokenUntil(9e9)))).text).toBe('answer 2');
  expect((await viaEarlyRead(asked(good))).text).toBe('answer 3');
  open(good, async (nth) => (nth === 1 ? Promise.reject(new TypeError('no link')) : new Response('later')));
  expect((await viaEarlyRead(asked(good))).text).toBe('later');
});

test.each([
  ['nobody', null],
  ['an expired token', tokenUntil(Date.now() / 1000 - 1)],
  ['what is no token', 'a.!.c'],
  ['a token without an end', `head.${btoa('{}')}.seal`],
])('nothing is asked for %s', async (_, token) => {
  const requests = open(token);
  expect(requests).toEqual([]);
  expect((await viaEarlyRead(asked('later'))).text).toBe('answer 1');
});
