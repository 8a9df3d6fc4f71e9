import { expect, test } from 'vitest';
import { heldSockets, whereToListen } from './held-sockets.ts';

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
