import { expect, test } from 'vitest';
import type { Folder } from './folders.ts';
import { createLinks } from './links.ts';

const secret = 'a secret of at least thirty-two characters';
const name = '0189f0a0-0000-4000-8000-000000000000.mp4';
const at = (time: string, key = secret) => createLinks({ secret: key, clock: () => new Date(time) });
const linkAt = (time: string) => new URL(at(time).link('trainingVideo', name), 'http://academy.example');
const isValid = (url: URL, time: string, folder: Folder = 'trainingVideo', filename = name, key = secret) =>
  at(time, key).isValidLink(folder, filename, Object.fromEntries(url.searchParams));

test('a link opens its file for twelve hours and more, and then no longer', () => {
  const url = linkAt('2026-11-20T10:59:59Z');
  expect(url.pathname).toBe(`/api/uploads/trainingVideo/${name}`);
  expect(isValid(url, '2026-11-20T10:59:59Z')).toBe(true);
  expect(isValid(url, '2026-11-20T22:59:59Z')).toBe(true);
  expect(isValid(url, '2026-11-20T23:00:00Z')).toBe(false);
});

test('asked for again within the hour, the link is the same; in the next it is another', () => {
  expect(linkAt('2026-11-20T10:00:00Z').href).toBe(linkAt('2026-11-20T10:59:59Z').href);
  expect(linkAt('2026-11-20T11:00:00Z').href).not.toBe(linkAt('2026-11-20T10:59:59Z').href);
});

test('a link opens no other file, no other folder, for no longer, and under no other secret', () => {
  const [url, now] = [linkAt('2026-11-20T10:00:00Z'), '2026-11-20T10:00:01Z'];
  expect(isValid(url, now)).toBe(true);
  expect(isValid(url, now, 'certificates')).toBe(false);
  expect(isValid(url, now, 'trainingVideo', name.replace('0189', '0190'))).toBe(false);
  expect(isValid(url, now, 'trainingVideo', name, `${secret}!`)).toBe(false);
  url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 3600));
  expect(isValid(url, now)).toBe(false);
});

test.each([
  {},
  { expires: '1900000000' },
  { signature: 'abc' },
  { expires: '1900000000', signature: '' },
  { expires: 'never', signature: 'abc' },
  { expires: ['1900000000', '1'], signature: 'abc' },
  { expires: '-1', signature: 'abc' },
  { expires: '1e99', signature: 'abc' },
])('%j is no valid link', (query) => {
  expect(at('2026-11-20T10:00:00Z').isValidLink('trainingVideo', name, query)).toBe(false);
});

test('a signature of the right length is compared as a whole', () => {
  const url = linkAt('2026-11-20T10:00:00Z');
  const signature = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url');
  for (const place of [0, signature.length - 1]) {
    const changed = Buffer.from(signature);
    changed[place] = (changed[place] ?? 0) ^ 1;
    url.searchParams.set('signature', changed.toString('base64url'));
    expect(isValid(url, '2026-11-20T10:00:01Z')).toBe(false);
  }
});

test('course pictures are public: their address stays the same for good', () => {
  expect(at('2026-11-20T10:00:00Z').link('courseImg', 'x.webp')).toBe('/api/uploads/courseImg/x.webp');
});
