import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { accounts } from '@fairlead/contract/accounts/calls';
import { training } from '@fairlead/contract/training/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import Fastify from 'fastify';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { AppError } from '../errors.ts';
import { actorOf } from './access.ts';
import { type BodyLimits, limitBodies } from './arriving-bodies.ts';
import { answerBeforeRouting } from './before-routing.ts';
import { answerErrors } from './errors.ts';
import { textBytesOf } from './form-fields.ts';

const program = await testApp();

const limits: BodyLimits = {
  visitor: 150,
  signedIn: 60_000,
  upload: { bytes: 1000, milliseconds: 500 },
  held: { network: 100, person: 100, visitors: 150, persons: 150 },
  small: 10,
};

const app = Fastify();
app.decorateRequest('actor', null);
limitBodies(app, limits);
answerErrors(app);
app.addHook('onRequest', async (request) => {
  const { authorization } = request.headers;
  if (authorization) request.actor = actorOf({ accountId: authorization, sessionId: 'session', role: 'learner' });
  if (request.url === '/refused') throw new AppError('forbidden', 'Not you.');
});
app.post('/told', async () => ({ message: 'told' }));
app.post('/refused', async () => ({}));
app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
for (const [path, call] of [
  ['/kept', training.replaceFilm],
  ['/form', wallet.add],
] as const)
  app.post(path, { config: { call } }, async ({ raw }) => {
    let bytes = 0;
    for await (const chunk of raw) bytes += (chunk as Buffer).length;
    return { bytes };
  });
app.post('/early', async () => ({}));
answerBeforeRouting(app, ({ url }, response) => {
  if (url === '/early') response.end('early');
  return url === '/early';
});
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

type Sent = { path: string; length: number; as?: string; type?: string };

/** Sends the head of a request. The response can be read when the connection has ended, or as far as it has arrived. */
function begin({ path, length, as, type = 'application/json' }: Sent) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  open.push(socket);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  // the connection was closed while we were sending
  socket.on('error', () => undefined);
  const head = [`POST ${path} HTTP/1.1`, 'host: here', `content-type: ${type}`, `content-length: ${length}`];
  socket.write([...head, ...(as ? [`authorization: ${as}`] : []), '', ''].join('\r\n'));
  return {
    socket,
    ended: async () => {
      // not `once`, which fails if the connection is closed while we are sending
      await new Promise((done) => socket.once('close', done));
      return answer;
    },
    answered: async () => {
      while (!answer.includes('\r\n\r\n')) await once(socket, 'data');
      return answer;
    },
  };
}

/** Sends some bytes every 20 ms, until the connection closes. */
function trickle(socket: Socket, bytes: number): void {
  const timer = setInterval(() => socket.write(' '.repeat(bytes)), 20);
  socket.once('close', () => clearInterval(timer));
}

describe('a body that never ends', () => {
  // shows: threats/endless-body, asvs/15.2.2
  test('is answered after its deadline, and its connection is closed', async () => {
    const { socket, ended } = begin({ path: '/told', length: 90 });
    socket.write(' ');
    const answer = await ended();
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('What was sent took too long to arrive. Please try again.');
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  // shows: threats/endless-body
  test('keeps no connection open after the request was refused', async () => {
    const { socket, ended } = begin({ path: '/refused', length: 100_000 });
    trickle(socket, 1);
    expect(await ended()).toMatch(/^HTTP\/1\.1 403 /);
  });

  // shows: threats/endless-body
  test('keeps no connection open either where a stored answer is ready', async () => {
    const { socket, ended } = begin({ path: '/early', length: 90 });
    trickle(socket, 1);
    expect(await ended()).toMatch(/^HTTP\/1\.1 408 /);
  });

  // shows: threats/endless-body
  test('of an upload is ended if almost nothing of it arrives', async () => {
    const { socket, ended } = begin({ path: '/kept', length: 10_000_000, type: 'multipart/form-data', as: 'asha' });
    trickle(socket, 1);
    expect(await ended()).toBe('');
  });
});

// shows: threats/endless-body
test('differs from an upload that progresses, which may take as long as it needs', async () => {
  const { socket, answered } = begin({ path: '/kept', length: 100_000, type: 'multipart/form-data', as: 'asha' });
  // much more than the required minimum, for three times the length of the checked interval
  for (let sent = 0; sent < 100_000; sent += 2000) {
    socket.write(Buffer.alloc(2000));
    await new Promise((done) => setTimeout(done, 30));
  }
  expect(await answered()).toContain('{"bytes":100000}');
});

describe('incomplete bodies', () => {
  // shows: threats/endless-body, asvs/15.2.2
  test('are held for one person up to a limit, which does not affect others', async () => {
    const first = begin({ path: '/told', length: 80, as: 'asha' });
    first.socket.write(' '.repeat(10));
    await expect
      .poll(async () => {
        const second = begin({ path: '/told', length: 80, as: 'asha' });
        second.socket.write('"'.padEnd(79).concat('"'));
        return second.answered();
      })
      .toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5[\s\S]*Too much is being sent at once/i);
    const other = begin({ path: '/told', length: 60, as: 'ravi' });
    other.socket.write('"'.padEnd(59).concat('"'));
    expect(await other.answered()).toMatch(/^HTTP\/1\.1 200 /);
    first.socket.write('"'.padEnd(69).concat('"'));
    await first.answered();
    const later = begin({ path: '/told', length: 80, as: 'asha' });
    later.socket.write('"'.padEnd(79).concat('"'));
    expect(await later.answered()).toMatch(/^HTTP\/1\.1 200 /);
  });

  // shows: threats/endless-body
  test('of a form with files count with the texts that the form may have, not with its files', async () => {
    const type = 'multipart/form-data; boundary=x';
    const isTaken = async (path: string, length: number, as: string) => {
      const { socket, answered } = begin({ path, length, as, type });
      socket.write(' '.repeat(length));
      return (await answered()).startsWith('HTTP/1.1 200 ');
    };
    // a film as long as one likes holds no memory, a form with texts up to its bound, and a shorter one its own length
    expect(textBytesOf(wallet.add)).toBeGreaterThan(limits.held.person);
    expect(await isTaken('/kept', 5000, 'nila')).toBe(true);
    expect(await isTaken('/form', 5000, 'nila')).toBe(false);
    expect(await isTaken('/form', 90, 'nila')).toBe(true);
    const first = begin({ path: '/form', length: 90, as: 'nila', type });
    first.socket.write(' ');
    await expect.poll(() => isTaken('/form', 90, 'nila')).toBe(false);
    // nobody else is kept out, and neither is the same person once the first one has arrived
    expect(await isTaken('/form', 55, 'omar')).toBe(true);
    first.socket.write(' '.repeat(89));
    await first.answered();
    expect(await isTaken('/form', 90, 'nila')).toBe(true);
  });

  test('do not block small ones: a login succeeds while somebody uses the whole allowance of visitors', async () => {
    begin({ path: '/told', length: 98 });
    const { socket: second, answered: next } = begin({ path: '/told', length: 98 });
    expect(await next()).toMatch(/^HTTP\/1\.1 503 /);
    second.destroy();
    const { socket, answered } = begin({ path: '/told', length: 10 });
    socket.write('{}'.padEnd(10));
    expect(await answered()).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('that are aborted are not counted any more', async () => {
    const first = begin({ path: '/told', length: 80, as: 'meera' });
    await once(first.socket, 'connect');
    first.socket.destroy();
    await expect
      .poll(async () => {
        const next = begin({ path: '/told', length: 80, as: 'meera' });
        next.socket.write('"'.padEnd(79).concat('"'));
        return next.answered();
      })
      .toMatch(/^HTTP\/1\.1 200 /);
  });
});

test('a body ended by its deadline is not counted any more', async () => {
  expect(await begin({ path: '/told', length: 98 }).ended()).toMatch(/^HTTP\/1\.1 408 /);
  const { socket, answered } = begin({ path: '/told', length: 98 });
  socket.write('{}'.padEnd(98));
  expect(await answered()).toMatch(/^HTTP\/1\.1 200 /);
});

describe('in the program', () => {
  // shows: threats/endless-body
  test('a visitor may send 16 kB at most, and others a megabyte', async () => {
    const email = 'x'.repeat(17_000);
    expect((await program.call(accounts.login, { body: { email, password: 'lighthouse' } })).status).toBe(413);
    const admin = await program.person('admin');
    const reason = 'x'.repeat(200_000);
    expect((await program.request('PUT', '/api/settings/digest', { as: admin, body: { reason } })).status).toBe(400);
    expect(
      (await program.request('PUT', '/api/settings/digest', { as: admin, body: { reason: reason.repeat(6) } })).status,
    ).toBe(413);
  });
});
