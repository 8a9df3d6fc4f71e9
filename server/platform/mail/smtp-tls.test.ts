import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { selfSigned } from '../../testing/tls.ts';
import { Away } from '../outage.ts';
import { composeMail } from './compose.ts';
import { createPost, type SmtpTls } from './post.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-smtp-'));
const identity = selfSigned(folder);
const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});
afterAll(() => rm(folder, { recursive: true }));

const password = 'harbour-master-7';
const code = '408117';
const mail = composeMail({ name: 'Fairlead', email: 'office@example.org' }, 'mate@example.org', {
  subject: 'Your code',
  paragraphs: ['Dear mate,'],
  code,
});

/** A real mail server that requires a password, with the emails it received. */
async function mailServer(options: SMTPServerOptions) {
  const received: string[] = [];
  const server = new SMTPServer({
    key: identity.key,
    cert: identity.cert,
    allowInsecureAuth: true,
    ...options,
    onAuth: ({ password: given }, _session, done) =>
      done(given === password ? null : new Error('wrong password'), { user: 'academy' }),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.on('error', () => {});
  const { port, close } = await listen(server.server);
  ending.push(close);
  return { port, received };
}

/**
 * An attacker on the network between client and server, who reads all traffic and may remove STARTTLS from the offered
 * extensions and refuse it.
 */
async function wireTo(port: number, { strips = false } = {}) {
  const seen: string[] = [];
  const server = createServer((client) => {
    const upstream = createConnection(port, '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('data', (chunk) => {
      seen.push(chunk.toString('latin1'));
      if (strips && seen.at(-1) === 'STARTTLS\r\n') client.write('454 4.7.0 not available\r\n');
      else upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      const offered = chunk.toString('latin1');
      client.write(strips ? Buffer.from(offered.replace(/250-STARTTLS\r\n/, ''), 'latin1') : chunk);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const { port: own, close } = await listen(server);
  ending.push(close);
  return { port: own, seen: () => seen.join('') };
}

function sendBy(port: number, smtpTls: SmtpTls, scheme = 'smtp') {
  const post = createPost({
    mailServer: async () => ({ smtpUrl: `${scheme}://academy:${password}@127.0.0.1:${port}`, smtpTls }),
    sender: async () => 'Fairlead <office@example.org>',
    logo: async () => undefined,
    folder,
    clock: () => new Date('2026-11-23T06:30:00Z'),
    log: { info: () => {} },
    patience: 2_000,
  });
  ending.push(async () => post.close());
  return { post, sent: post.send({ id: '01890000-0000-7000-8000-000000000001', payload: mail }) };
}

/** The password in each encoding in which it may be sent. */
const passwords = [
  password,
  Buffer.from(password).toString('base64'),
  Buffer.from(`\0academy\0${password}`).toString('base64'),
];
const expectNothingOf = (seen: string) => {
  for (const secret of [...passwords, code, 'mate@example.org', 'AUTH']) expect(seen).not.toContain(secret);
};

/** Makes this machine trust the certificate. */
function trustIt() {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, identity.cert]);
  ending.push(async () => setDefaultCACertificates(usual));
}

describe('a remote mail server', () => {
  // shows: threats/mail-on-its-way, asvs/12.3.1
  test.each<[string, SMTPServerOptions, { strips?: boolean }, RegExp]>([
    ['has no STARTTLS', { disabledCommands: ['STARTTLS'] }, {}, /STARTTLS.*SMTP_TLS requires encryption/],
    ['has it, which somebody on the wire removes', {}, { strips: true }, /STARTTLS.*SMTP_TLS requires encryption/],
    ['has a certificate that nobody vouches for', {}, {}, /self-signed certificate/],
  ])('that %s gets no mail, and the reason is reported', async (_, options, onTheWire, why) => {
    const server = await mailServer(options);
    const wire = await wireTo(server.port, onTheWire);
    const { post, sent } = sendBy(wire.port, 'required');
    const failure = await sent.then(
      () => undefined,
      (error: unknown) => error,
    );
    // The job waits as during an outage of the server, and is not given up.
    expect(failure).toBeInstanceOf(Away);
    expect(String(failure)).toMatch(why);
    expect(post.awaySince()).toEqual(new Date('2026-11-23T06:30:00Z'));
    expect(server.received).toEqual([]);
    expectNothingOf(wire.seen());
  });

  // shows: threats/mail-on-its-way
  test('that has STARTTLS and a valid certificate gets mails, which nobody on the network can read', async () => {
    trustIt();
    const server = await mailServer({});
    const wire = await wireTo(server.port);
    await sendBy(wire.port, 'required').sent;
    expect(server.received.join('')).toContain(code);
    expect(wire.seen()).toContain('STARTTLS');
    expectNothingOf(wire.seen());
  });

  // shows: threats/mail-on-its-way, asvs/12.3.1
  test('with smtps and an untrusted certificate gets no mail', async () => {
    const server = await mailServer({ secure: true });
    await expect(sendBy(server.port, 'none', 'smtps').sent).rejects.toThrow(Away);
    trustIt();
    await sendBy(server.port, 'none', 'smtps').sent;
    expect(server.received).toHaveLength(1);
  });
});

test('a setting permits unencrypted mails, either if STARTTLS is not offered or always', async () => {
  const plain = await mailServer({ disabledCommands: ['STARTTLS'] });
  await sendBy(plain.port, 'opportunistic').sent;
  expect(plain.received).toHaveLength(1);
  const offering = await mailServer({});
  const wire = await wireTo(offering.port);
  await sendBy(wire.port, 'none').sent;
  expect(wire.seen()).toContain(code);
});
