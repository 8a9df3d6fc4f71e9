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

type Opened = {
  token?: string | null;
  firstByte?: number;
  /** The status of the first view, and what the pages has read with it. */
  view?: { status: number; bodies?: Record<string, string> };
};

/** Runs the script of a page, at /dashboard, in a browser that has stored this token; returns what was asked for. */
function open({ token = good, firstByte = 700, view = { status: 204 } }: Opened = {}) {
  const requests: unknown[] = [];
  class Request {
    status = view.status;
    response = view.bodies && {
      querySelector: (wanted: string) =>
        wanted.startsWith('script') ? { textContent: JSON.stringify(view.bodies) } : null,
    };
    onloadend = () => {};
    open(...line: string[]) {
      requests.push(line);
    }
    setRequestHeader(...line: string[]) {
      requests.push(line);
    }
    send() {
      queueMicrotask(() => this.onloadend());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('performance', { getEntriesByType: () => [{ requestStart: 100, responseStart: 100 + firstByte }] });
  vi.stubGlobal('localStorage', { getItem: (name: string) => (name === 'accessToken' ? token : null) });
  vi.stubGlobal('location', { pathname: '/dashboard' });
  vi.stubGlobal('document', { readyState: 'complete', querySelector: () => null });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async (url: string) => new Response(`fetched ${requests.push(url)}`));
  new Function(earlyReading())();
  return requests;
}
const textOf = async (token: string, url?: string) => (await viaEarlyRead(asked(token, url))).text;

test('on a slow link the first view is asked for with the token of the device, and its answers are taken once', async () => {
  const requests = open({ view: { status: 200, bodies: { '/api/home': 'as it came' } } });
  expect(requests).toEqual([
    ['GET', '/api/first-view?page=%2Fdashboard'],
    ['authorization', `Bearer ${good}`],
  ]);
  expect(await textOf(good)).toBe('as it came');
  expect(await textOf(good)).toBe('fetched 3');
});

test('an answer to another token is nobody’s, and what did not come with the view is asked for', async () => {
  open({ view: { status: 200, bodies: { '/api/home': 'as it came' } } });
  expect(await textOf(tokenUntil(9e9))).toBe('fetched 3');
  expect(await textOf(good, '/api/other')).toBe('fetched 4');
});

test.each([204, 401, 500, 0])('after a first view with status %d the page asks itself', async (status) => {
  open({ view: { status } });
  expect(await textOf(good)).toBe('fetched 3');
});

test.each([
  ['nobody', { token: null }],
  ['an expired token', { token: tokenUntil(Date.now() / 1000 - 1) }],
  ['what is no token', { token: 'a.!.c' }],
  ['a token without an end', { token: `head.${btoa('{}')}.seal` }],
  ['a fast link', { firstByte: 40 }],
])('nothing is asked for %s', async (_, opened) => {
  expect(open(opened)).toEqual([]);
  expect(await textOf('later')).toBe('fetched 1');
});
