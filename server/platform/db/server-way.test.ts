import { expect, test } from 'vitest';
import { warnOfWeakWay, weaknessOfWay } from './server-way.ts';

const elsewhere = 'postgres://academy:secret@db.example.org/academy';

test.each([
  'postgres://academy@127.0.0.1/academy',
  'postgres://academy@localhost:5433/academy?sslmode=disable',
  'postgres://academy@[::1]/academy',
  'postgres:///academy?host=/var/run/postgresql',
  `${elsewhere}?sslmode=verify-full`,
])('the connection to %s is protected', (url) => expect(weaknessOfWay(url)).toBeUndefined());

// shows: threats/database-in-the-clear, asvs/12.3.1
test.each([
  [elsewhere, 'not encrypted'],
  [`${elsewhere}?sslmode=disable`, 'not encrypted'],
  ['postgres://academy@127.0.0.1.example.org/academy', 'not encrypted'],
  [`${elsewhere}?sslmode=no-verify`, 'no certificate is verified'],
  [`${elsewhere}?uselibpqcompat=true&sslmode=require`, 'no certificate is verified'],
])('the connection to %s can be attacked: %s', (url, weakness) => expect(weaknessOfWay(url)).toContain(weakness));

// shows: threats/database-in-the-clear
test('a start with such a connection prints a warning, without the password', () => {
  const said: string[] = [];
  const log = { warn: (text: string) => said.push(text) } as never;
  warnOfWeakWay(elsewhere, log);
  warnOfWeakWay(`${elsewhere}?sslmode=verify-full`, log);
  expect(said).toEqual([expect.stringContaining('Set ?sslmode=verify-full in DATABASE_URL.')]);
  expect(said.join()).not.toContain('secret');
});
