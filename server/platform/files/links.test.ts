import { expect, test } from 'vitest';
import type { Folder } from './folders.ts';
import { createLinks } from './links.ts';

const secret = 'a secret of at least thirty-two characters';
const name = '0189f0a0-0000-4000-8000-000000000000.mp4';
const at = (time: string, key = secret) => createLinks({ secret: key, clock: () => new Date(time) });
const holder = { account: '0189f0a0-0000-4000-8000-00000000000a' };
const linkAt = (time: string, folder: Folder = 'trainingVideo') =>
  new URL(at(time).link(folder, name, { holder }), 'http://academy.example');
const isValid = (url: URL, time: string, folder: Folder = 'trainingVideo', filename = name, key = secret) =>
  at(time, key).readLink(folder, filename, Object.fromEntries(url.searchParams)) !== undefined;

test('a film’s link is valid for twelve hours and more, and then expires', () => {
  const url = linkAt('2026-11-20T10:59:59Z');
  expect(url.pathname).toBe(`/api/uploads/trainingVideo/${name}`);
  expect(isValid(url, '2026-11-20T10:59:59Z')).toBe(true);
  expect(isValid(url, '2026-11-20T22:59:59Z')).toBe(true);
  expect(isValid(url, '2026-11-20T23:00:00Z')).toBe(false);
});

// shows: threats/stale-link, asvs/14.2.1
test('a document’s link is valid for five to ten minutes, and then expires', () => {
  const url = linkAt('2026-11-20T10:04:59Z', 'id_documents');
  expect(isValid(url, '2026-11-20T10:09:59Z', 'id_documents')).toBe(true);
  expect(isValid(url, '2026-11-20T10:10:00Z', 'id_documents')).toBe(false);
  expect(linkAt('2026-11-20T10:00:00Z', 'id_documents').href).toBe(url.href);
});

// shows: threats/stale-link
test('a link belongs to one person, or one share, and to nobody else', () => {
  const [time, other] = ['2026-11-20T10:00:00Z', '0189f0a0-0000-4000-8000-00000000000b'];
  const links = at(time);
  const read = (query: Record<string, string>) => links.readLink('certificates', name, query);
  const queryOf = (given: Parameters<typeof links.link>[2]) =>
    Object.fromEntries(new URL(links.link('certificates', name, given), 'http://self').searchParams);
  const own = queryOf({ holder });
  expect(read(own)?.holder).toEqual(holder);
  expect(read({ ...own, for: other })).toBeUndefined();
  const { for: account, ...rest } = own;
  expect(read(rest)).toBeUndefined();
  expect(read({ ...rest, share: account ?? '' })).toBeUndefined();
  const shared = queryOf({ holder: { share: other } });
  expect(read(shared)?.holder).toEqual({ share: other });
  expect(read({ ...shared, for: other })).toBeUndefined();
  const open = queryOf({ holder: { visitor: true } });
  expect(read(open)?.holder).toEqual({ visitor: true });
  expect(read({ ...open, for: other })).toBeUndefined();
  expect(read({ ...rest, visitor: '1' })).toBeUndefined();
  expect(() => links.link('certificates', name)).toThrow('nobody');
});

test('an expired link is renewed for its holder, and for nobody else', () => {
  const old = linkAt('2026-11-20T10:00:00Z', 'certificates');
  const later = at('2026-11-20T12:00:00Z');
  const again = later.renewLink(old.pathname + old.search, holder.account) ?? '';
  expect(again).toBe(later.link('certificates', name, { holder }));
  expect(later.renewLink(old.pathname + old.search, '0189f0a0-0000-4000-8000-00000000000b')).toBeUndefined();
  expect(later.renewLink(old.pathname + old.search, undefined)).toBeUndefined();
  expect(
    later.renewLink(old.pathname + old.search.replace(/signature=..../, 'signature=AAAA'), holder.account),
  ).toBeUndefined();
  expect(later.renewLink(old.pathname, holder.account)).toBeUndefined();
  expect(later.renewLink('https://', holder.account)).toBeUndefined();
  expect(later.renewLink('/api/uploads/nowhere/x.pdf', holder.account)).toBeUndefined();
});

test('a link requested again within the hour is the same; in the next hour it is another', () => {
  expect(linkAt('2026-11-20T10:00:00Z').href).toBe(linkAt('2026-11-20T10:59:59Z').href);
  expect(linkAt('2026-11-20T11:00:00Z').href).not.toBe(linkAt('2026-11-20T10:59:59Z').href);
});

test('a link is invalid for another file, another folder, a later expiry and another secret', () => {
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
])('%j is not a valid link', (query) => {
  expect(at('2026-11-20T10:00:00Z').readLink('trainingVideo', name, { ...query, for: holder.account })).toBeUndefined();
});

test('a signature of the right length is compared completely', () => {
  const url = linkAt('2026-11-20T10:00:00Z');
  const signature = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url');
  for (const place of [0, signature.length - 1]) {
    const changed = Buffer.from(signature);
    changed[place] = (changed[place] ?? 0) ^ 1;
    url.searchParams.set('signature', changed.toString('base64url'));
    expect(isValid(url, '2026-11-20T10:00:01Z')).toBe(false);
  }
});

test('course pictures are public: their URL never changes', () => {
  expect(at('2026-11-20T10:00:00Z').link('courseImg', 'x.webp')).toBe('/api/uploads/courseImg/x.webp');
});
