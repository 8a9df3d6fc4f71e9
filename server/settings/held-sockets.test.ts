import { expect, test } from 'vitest';
import { ConfigError } from './environment.ts';
import { heldSockets, requireSameSocket, whereToListen } from './held-sockets.ts';

test('sockets are held for the process that systemd names, and for no child of it', () => {
  const LISTEN_PID = String(process.pid);
  expect(heldSockets({ LISTEN_PID, LISTEN_FDS: '2' })).toBe(2);
  expect(heldSockets({ LISTEN_PID: String(process.ppid), LISTEN_FDS: '2' })).toBe(0);
  expect(heldSockets({})).toBe(0);
});

test('a server listens on the socket that is held for it, the others on their own', () => {
  const own = { host: '127.0.0.1', port: 3000 };
  expect(whereToListen(0, { ...own, held: 1 })).toEqual({ ...own, fd: 3 });
  expect(whereToListen(1, { ...own, held: 1 })).toEqual(own);
  expect(whereToListen(1, { ...own, held: 2 })).toEqual({ ...own, fd: 4 });
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.1', 'localhost'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['::', '::'],
])('a socket at %s is the one of HOST=%s', (address, host) => {
  expect(() => requireSameSocket({ address, port: 3000 }, { host, port: 3000 }, 'PORT')).not.toThrow();
});

test.each([
  [{ host: '127.0.0.1', port: 3000 }, 'PORT', /^HOST is 127\.0\.0\.1, and fairlead\.socket holds 0\.0\.0\.0: /],
  [{ host: 'academy.lan', port: 3000 }, 'PORT', /^HOST is academy\.lan, /],
  [{ host: '0.0.0.0', port: 8000 }, 'PORT', /^PORT is 8000, and fairlead\.socket holds port 3000: /],
  [{ host: '0.0.0.0', port: 3001 }, 'CONTENT_PORT', /^CONTENT_PORT is 3001, /],
] as const)('a socket of other settings than %j is refused as a wrong setting', (wanted, setting, message) => {
  const refused = () => requireSameSocket({ address: '0.0.0.0', port: 3000 }, wanted, setting);
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(message);
});
