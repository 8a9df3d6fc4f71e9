import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request as askHttp, type IncomingHttpHeaders } from 'node:http';
import { request as askHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { shipAboard } from '@fairlead/contract/ships/aboard';
import { ships } from '@fairlead/contract/ships/calls';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { testApp } from '../../testing/app.ts';
import { openSecureOrigin } from './aboard/secure-origin.ts';
import { exchangePacks } from './ashore/exchange.ts';
import { testAuthority } from './testing/test-authority.ts';
import { boarded, type Link, shipAshore, shipOf } from './testing/two-sides.ts';

const domain = 'ships.academy.example';
const folder = await mkdtemp(join(tmpdir(), 'fairlead-authority-'));
afterAll(() => rm(folder, { recursive: true }));
const day = 86_400_000;
const begin = new Date('2026-11-20T00:00:00Z');
const inDays = (days: number) => new Date(begin.getTime() + days * day);
const authority = await testAuthority(folder, { from: inDays(-100), until: inDays(3000) });
/** From now on the academy's command gives certificates until then. */
const givesUntil = (days: number) => authority.command({ from: inDays(-1), until: inDays(days) });

const shore = await testApp({ SHIPS_DOMAIN: domain, SHIP_CERTIFICATE_COMMAND: await givesUntil(90) });
const staff = await shore.person('admin');
const link: Link = { isUp: true, bytes: 0, loses: 0, parts: 100 };
const { box, state, pair, contact } = await shipOf(shore, link);
const own = await shipAshore(shore, staff, { films: [60], crew: 1 });
const [asha] = own.people;
if (!asha) throw new Error('nobody is signed on');
const { imo } = (await shore.call(ships.get, { params: { id: own.ship } }, staff)).body.data;
const host = `ship-${imo}.${domain}`;
box.config.httpsPort = 0;
await box.app.listen({ port: 0, host: '127.0.0.1' });

const wait = (days: number) => {
  shore.wait(days * 86_400);
  box.wait(days * 86_400);
};
const desk = async () => (await shore.call(ships.get, { params: { id: own.ship } }, staff)).body.data.origin;
/** What the program does every six hours. */
const renew = async () => {
  await transaction(shore.db, (tx) => enqueue(tx, 'ship.certificates', {}));
  await shore.worker.drain();
};
/** The hosts for which the command was asked. */
const orders = async () => (await readFile(join(folder, 'asked'), 'utf8').catch(() => '')).split('\n').slice(0, -1);

type Seen = { status: number; headers: IncomingHttpHeaders; body: string; until: Date | undefined; chain: string[] };

/** The names in a chain of certificates, as they were sent. */
const namesIn = ({ subject, issuerCertificate: by, ...own }: DetailedPeerCertificate): string[] =>
  by && by.fingerprint256 !== own.fingerprint256 ? [subject.CN, ...namesIn(by)] : [subject.CN];

/** What a browser gets that comes to the box by some address; whether it would accept the dates is not looked at. */
async function open(url: string, path: string, accept = 'text/html'): Promise<Seen> {
  const { protocol, port, host: headerHost, hostname } = new URL(url);
  const ask = protocol === 'https:' ? askHttps : askHttp;
  const tls = { servername: hostname, ca: authority.root, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const options = { port, path, agent: false, headers: { accept, host: headerHost } };
    ask({ host: '127.0.0.1', ...tls, ...options }, async (response) => {
      const certificate = protocol === 'https:' ? (response.socket as TLSSocket).getPeerCertificate(true) : undefined;
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({
        ...{ status: response.statusCode ?? 0, headers: response.headers, body },
        until: certificate && new Date(certificate.valid_to),
        chain: certificate ? namesIn(certificate) : [],
      });
    })
      .on('error', reject)
      .end();
  });
}

const httpPort = (box.app.server.address() as AddressInfo).port;
const byHost = `http://${host}:${httpPort}`;
const byNumber = `http://127.0.0.1:${httpPort}`;
const httpsUrl = async () => (await state()).origin?.url ?? '';

test('before it is paired it has no host, and nobody is answered by https', async () => {
  expect((await state()).origin).toBeNull();
  expect((await open(byNumber, '/api/ship')).status).toBe(200);
});

test('with the first contact it asks for a certificate for its own key, which the next contact brings', async () => {
  expect((await pair(own.pairingCode)).status).toBe(200);
  expect((await state()).origin).toMatchObject({ host, until: null, isOpen: false, trouble: null });
  const keyFile = join(box.config.dataDir, 'keys/ship-origin.pem');
  expect(((await stat(keyFile)).mode & 0o777).toString(8)).toBe('600');
  await expect(open(await httpsUrl(), '/api/ship')).rejects.toThrow();
  expect((await open(byHost, '/ship')).headers.location).toBeUndefined();
  expect(await desk()).toEqual({ host, until: null, trouble: null });
  await shore.worker.drain();
  expect(await orders()).toEqual([host]);
  expect(await desk()).toEqual({ host, until: inDays(90).toISOString(), trouble: null });
  await contact(await boarded(box, asha, own.codes.get(asha.accountId)));
  expect((await state()).origin).toMatchObject({ host, until: inDays(90).toISOString(), isOpen: true });
  expect(await shore.auditActions(own.ship)).toContain('ship.certificate');
});

/** Asha is logged in aboard. */
const asAsha = async () => {
  const { id: sessionId } = await box.db.selectFrom('session').select('id').orderBy('id').executeTakeFirstOrThrow();
  return { ...asha, sessionId };
};

test('it answers by https with the chain, as by http; neither sets a cookie', async () => {
  const secure = await open(await httpsUrl(), '/api/ship');
  const plain = await open(byNumber, '/api/ship');
  expect(JSON.parse(secure.body)).toEqual(JSON.parse(plain.body));
  expect(secure.until).toEqual(inDays(90));
  expect(secure.chain).toEqual([host, 'Test intermediate', 'Test root']);
  for (const { status, headers } of [secure, plain]) {
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
  }
  expect((await open(await httpsUrl(), '/service-worker.js')).status).toBe(404);
});

test('pages by http at its host lead to https; at its number, and calls, they do not', async () => {
  const url = await httpsUrl();
  const led = await open(byHost, '/training/1?page=2');
  expect([led.status, led.headers.location, led.headers['cache-control']]).toEqual([
    302,
    `${url}/training/1?page=2`,
    'no-store',
  ]);
  expect((await open(byHost.toUpperCase().replace('HTTP', 'http'), '/ship')).headers.location).toBe(`${url}/ship`);
  expect((await open(byNumber, '/')).headers.location).toBe('/ship');
  expect((await open(byHost, '/api/ship', 'application/json')).status).toBe(200);
  expect((await open(`http://other.example:${httpPort}`, '/ship')).headers.location).toBeUndefined();
});

test('no request for another host or by another box changes the certificate, and the key never leaves the box', async () => {
  const before = await shore.db.selectFrom('ship').selectAll().where('id', '=', own.ship).executeTakeFirstOrThrow();
  const packed = (await box.call(shipAboard.makePack, await asAsha())).body.data.pack;
  const seenAshore = JSON.stringify(before);
  const pem = await readFile(join(box.config.dataDir, 'keys/ship-origin.pem'), 'utf8');
  const secret = pem.split('\n')[2] ?? '';
  expect(secret.length).toBeGreaterThan(40);
  expect(seenAshore).not.toContain(secret);
  expect(packed).not.toContain(secret);
  await exchangePacks(shore, Buffer.from(packed, 'base64url'));
  await shore.worker.drain();
  expect(await orders()).toEqual([host]);
});

test('a certificate that ends within 30 days is renewed ashore, and the next contact swaps it while the server runs', async () => {
  wait(59);
  await givesUntil(150);
  await renew();
  expect(await orders()).toEqual([host]);
  wait(2);
  await renew();
  expect(await orders()).toEqual([host, host]);
  const url = await httpsUrl();
  expect((await open(url, '/api/ship')).until).toEqual(inDays(90));
  await contact(await asAsha());
  expect(await httpsUrl()).toBe(url);
  const { body, until } = await open(url, '/api/ship');
  expect(until).toEqual(inDays(150));
  expect(JSON.parse(body).data.origin.until).toBe(inDays(150).toISOString());
});

test('what the command gives in vain is told to staff, and changes nothing aboard', async () => {
  wait(62);
  await writeFile(join(folder, 'get-certificate'), '#!/bin/sh\necho no such zone >&2; exit 1\n');
  await renew();
  const until = inDays(150).toISOString();
  const failed = 'The command for certificates gave none: it ended with code 1: no such zone.';
  expect(await desk()).toEqual({ host, until, trouble: failed });
  await writeFile(join(folder, 'get-certificate'), `#!/bin/sh\ncat '${folder}/root.pem'\n`);
  wait(1);
  await renew();
  expect((await desk())?.trouble).toMatch(/is of no use\. Its first certificate is not for the key/);
  await contact(await asAsha());
  expect((await state()).origin).toMatchObject({ until, isOpen: true });
});

test('once it has ended, https still answers with it, pages by http are not led there, and the page says so', async () => {
  wait(28);
  expect((await state()).origin).toMatchObject({ until: inDays(150).toISOString(), isOpen: false });
  expect((await open(byHost, '/ship')).headers.location).toBeUndefined();
  expect((await open(await httpsUrl(), '/api/ship')).status).toBe(200);
  await givesUntil(250);
  wait(1);
  await renew();
  await contact(await asAsha());
  expect((await state()).origin).toMatchObject({ isOpen: true });
});

test('a box that has lost its key makes another one, asks again, and gets a certificate for it', async () => {
  const keyFile = join(box.config.dataDir, 'keys/ship-origin.pem');
  const before = await readFile(keyFile, 'utf8');
  await rm(keyFile);
  const count = (await orders()).length;
  await contact(await asAsha());
  expect((await state()).origin).toMatchObject({ until: null, isOpen: false });
  expect(await readFile(keyFile, 'utf8')).not.toBe(before);
  await shore.worker.drain();
  expect((await orders()).length).toBe(count + 1);
  await contact(await asAsha());
  const { origin } = await state();
  expect(origin).toMatchObject({ isOpen: true });
  expect((await open(origin?.url ?? '', '/api/ship')).status).toBe(200);
});

test('without a domain for ships there is no host, also where there was one', async () => {
  const { ships: given } = shore.config;
  Object.assign(shore.config, { ships: { domain: undefined, command: undefined } });
  expect(await desk()).toBeNull();
  await contact(await asAsha());
  expect((await state()).origin).toBeNull();
  expect((await open(byHost, '/ship')).headers.location).toBeUndefined();
  Object.assign(shore.config, { ships: { ...given, domain: 'other.example' } });
  await contact(await asAsha());
  await contact(await asAsha());
  await shore.worker.drain();
  expect((await orders()).at(-1)).toBe(`ship-${imo}.other.example`);
  await contact(await asAsha());
  expect((await state()).origin).toMatchObject({ host: `ship-${imo}.other.example`, isOpen: true });
});

test('a port that is in use is said on the page of the ship', async () => {
  const app = Fastify();
  const port = Number(new URL(await httpsUrl()).port);
  const origin = openSecureOrigin(app, { ...box, config: { ...box.config, httpsPort: port } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const trouble = `The encrypted address is not open, since port ${port} cannot be used (EADDRINUSE). Set HTTPS_PORT.`;
  await expect.poll(origin.describe).toMatchObject({ isOpen: false, trouble });
  await app.close();
});
