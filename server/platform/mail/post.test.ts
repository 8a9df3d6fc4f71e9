import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { GiveUp } from '../jobs/worker.ts';
import { Away } from '../outage.ts';
import { composeMail } from './compose.ts';
import { createPost, senderOf, sweepMailFolder } from './post.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-mail-'));
afterAll(() => rm(folder, { recursive: true }));
const academy = { name: 'Fairlead & Sons', email: 'office@example.org' };
const sender = async () => 'Fairlead <office@example.org>';
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const logo = async (filename: string) => (filename === 'there.webp' ? { png, width: 120, height: 40 } : undefined);
const logged: object[] = [];
const log = { info: (fields: object, text: string) => logged.push({ ...fields, text }) };
const at = (smtpUrl: string) => async () => ({ smtpUrl, smtpTls: 'opportunistic' as const });
const clock = () => new Date('2026-11-20T06:30:00Z');
const id = '01890000-0000-7000-8000-000000000001';
const codeMail = composeMail(academy, 'mate@example.org', {
  subject: 'Your code\r\nBcc: everyone@example.org',
  paragraphs: ['Dear <b>Ravi</b>, this is for you.', 'श्री राजेश कुमार'],
  code: '012345',
  action: { label: 'Log in', url: 'https://academy.example/login?a=1&b=2' },
});

/** A server that listens where a mail server should. */
async function inItsPlace(answer: (socket: Socket) => void) {
  const { port, close } = await listen(createServer((socket) => answer(socket.on('error', () => {}))));
  return { url: `smtp://127.0.0.1:${port}`, close };
}

/** A real mail server that refuses the first `refusals` mails with a temporary failure. */
async function mailServer(refusals: number) {
  const mails: Email[] = [];
  let refused = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refused++ < refusals) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        mails.push(await PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
  });
  const { port, close } = await listen(server.server);
  return { url: `smtp://127.0.0.1:${port}`, mails, close };
}

test('a mail is sent to the mail server, and a refusal is an error that the outbox retries', async () => {
  const server = await mailServer(1);
  const post = createPost({ mailServer: at(server.url), sender, logo, folder, clock, log });
  const job = { id, payload: codeMail };
  await expect(post.send(job)).rejects.toThrow('try later');
  await post.send(job);
  await post.send(job);
  post.close();
  await server.close();
  const [first, again] = server.mails;
  expect(first).toMatchObject({
    from: { address: 'office@example.org' },
    to: [{ address: 'mate@example.org' }],
    messageId: `<${id}@example.org>`,
  });
  expect(first?.text).toContain('    012345');
  expect(again?.messageId).toBe(first?.messageId);
});

test('another mail server is used from the next mail on, and a new one is not away', async () => {
  const [first, second] = [await mailServer(0), await mailServer(0)];
  await first.close();
  let now = first.url;
  const post = createPost({ mailServer: async () => at(now)(), sender, logo, folder, clock, log, patience: 500 });
  await expect(post.send({ id, payload: codeMail })).rejects.toThrow(Away);
  expect(post.awaySince()).toEqual(clock());
  now = second.url;
  await post.send({ id, payload: codeMail });
  expect([post.awaySince(), second.mails.length, first.mails.length]).toEqual([undefined, 1, 0]);
  post.close();
  await second.close();
});

test('a mail server that is away, disconnects or hangs is distinguished from one that refuses a mail', async () => {
  const gone = await mailServer(0);
  await gone.close();
  const silent = await inItsPlace(() => {});
  const rude = await inItsPlace((socket) => socket.destroy());
  const leaving = await inItsPlace((socket) => socket.end('421 4.3.2 closing down\r\n'));
  for (const smtpUrl of [gone.url, silent.url, rude.url, leaving.url]) {
    const post = createPost({ mailServer: at(smtpUrl), sender, logo, folder, clock, log, patience: 500 });
    expect(post.awaySince()).toBeUndefined();
    await expect(post.send({ id, payload: codeMail })).rejects.toThrow(Away);
    expect(post.awaySince()).toEqual(clock());
    post.close();
  }
  for (const { close } of [silent, rude, leaving]) await close();
  const fussy = await mailServer(1);
  const post = createPost({ mailServer: at(fussy.url), sender, logo, folder, clock, log });
  await expect(post.send({ id, payload: codeMail })).rejects.not.toThrow(Away);
  expect(post.awaySince()).toBeUndefined();
  post.close();
  await fussy.close();
});

// shows: asvs/1.1.2, asvs/1.2.1
test('typed text cannot add headers or markup to a mail', async () => {
  const server = await mailServer(0);
  const post = createPost({ mailServer: at(server.url), sender, logo, folder, clock, log });
  await post.send({ id, payload: codeMail });
  post.close();
  await server.close();
  const [mail] = server.mails;
  expect(mail?.subject).toBe('Your code Bcc: everyone@example.org');
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.html).toContain('Dear &#60;b&#62;Ravi&#60;/b&#62;');
  expect(mail?.html).toContain('श्री राजेश कुमार');
  expect(mail?.html).toContain('https://academy.example/login?a=1&#38;b=2');
});

test('a mail contains the logo, and shows nothing in its place if it was deleted', async () => {
  const server = await mailServer(0);
  const post = createPost({ mailServer: at(server.url), sender, logo, folder, clock, log });
  for (const filename of ['there.webp', 'gone.webp']) await post.send({ id, payload: { ...codeMail, logo: filename } });
  await post.send({ id, payload: codeMail });
  post.close();
  await server.close();
  const [bearing, ...without] = server.mails;
  expect(bearing?.html).toContain('<img src="cid:logo" alt="" width="120" height="40"');
  expect(bearing?.attachments).toMatchObject([{ contentId: '<logo>', disposition: 'inline', mimeType: 'image/png' }]);
  expect(bearing?.text).toContain('    012345');
  for (const mail of without) expect([mail.html?.includes('<img'), mail.attachments]).toEqual([false, []]);
});

test('without a mail server a mail becomes one private file, the same one if it is sent again', async () => {
  const post = createPost({ mailServer: async () => undefined, sender, logo, folder, clock, log });
  await post.send({ id, payload: codeMail });
  await post.send({ id, payload: codeMail });
  expect(await readdir(folder)).toEqual([`${id}.eml`]);
  const file = join(folder, `${id}.eml`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await PostalMime.parse(await readFile(file))).text).toContain('012345');
});

test('an expired mail is not sent any more, and given up', async () => {
  const post = createPost({ mailServer: async () => undefined, sender, logo, folder, clock, log });
  const late = '01890000-0000-7000-8000-000000000002';
  const expired = { id: late, payload: { ...codeMail, goodUntil: '2026-11-20T06:30:00.000Z' } };
  await expect(post.send(expired)).rejects.toThrow(GiveUp);
  expect(await readdir(folder)).not.toContain(`${late}.eml`);
  await post.send({ id: late, payload: { ...codeMail, goodUntil: '2026-11-20T06:30:01.000Z' } });
  expect(await readdir(folder)).toContain(`${late}.eml`);
  await rm(join(folder, `${late}.eml`));
});

test('a name with a comma is one sender', () => {
  const academy = { name: 'Sea, Sky "and" Co', email: 'office@example.org' };
  expect(senderOf(academy)).toBe('"Sea, Sky and Co" <office@example.org>');
});

test('mail files are deleted after a week, and a missing folder is no error', async () => {
  const now = new Date('2026-11-20T06:30:00Z');
  const file = join(folder, `${id}.eml`);
  const days = (n: number) => new Date(now.getTime() - n * 24 * 3600 * 1000);
  await utimes(file, days(6), days(6));
  await sweepMailFolder(folder, now);
  expect(await readdir(folder)).toHaveLength(1);
  await utimes(file, days(8), days(8));
  await sweepMailFolder(folder, now);
  expect(await readdir(folder)).toHaveLength(0);
  await expect(sweepMailFolder(join(folder, 'nowhere'), now)).resolves.toBeUndefined();
});
