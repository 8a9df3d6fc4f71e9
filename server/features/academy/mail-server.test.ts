import { academy } from '@fairlead/contract/academy/calls';
import type { MailServerInput } from '@fairlead/contract/academy/mail-server';
import { outbox } from '@fairlead/contract/academy/outbox';
import { settings } from '@fairlead/contract/academy/settings';
import { overview } from '@fairlead/contract/overview/calls';
import { SMTPServer } from 'smtp-server';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { listen } from '../../testing/listen.ts';

const program = await testApp();
const { call, db, person } = program;
const admin = await person('admin');

/** A mail server on this machine: the logins that it was given, and whom emails are for. */
async function mailServer() {
  const seen: { logins: string[]; recipients: string[] } = { logins: [], recipients: [] };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) => {
      seen.logins.push(`${username} ${password}`);
      done(null, { user: username ?? '' });
    },
    onRcptTo: ({ address }, _session, done) => {
      seen.recipients.push(address);
      done();
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  });
  const { port, close } = await listen(server.server);
  onTestFinished(close);
  return { ...seen, port };
}

const input = (changes: Partial<MailServerInput> = {}): MailServerInput => ({
  ...{ host: '127.0.0.1', port: 2525, encryption: 'starttls', user: 'desk@academy.example', password: 'halyard:@/%' },
  ...changes,
});
const save = (body: MailServerInput, as: Person | undefined = admin) => call(settings.saveMailServer, { body }, as);
const mailOf = async () => (await call(settings.get, admin)).body.data.mail;
const sendTest = () => call(outbox.sendTestMail, admin);
const stored = () =>
  db.selectFrom('academySettings').select(['mailHost', 'sealedMailPassword', 'mailTestedAt']).executeTakeFirst();

beforeEach(async () => {
  await call(settings.removeMailServer, admin);
});

test('emails go by the server that an administrator enters, with its login, from then on', async () => {
  const there = await mailServer();
  expect((await call(academy.getBrand)).body.sendsEmail).toBe(false);
  const { status, body } = await save(input({ port: there.port }));
  expect([status, body.data.mail]).toEqual([
    200,
    {
      delivery: 'server',
      from: expect.any(String),
      operator: null,
      server: {
        host: '127.0.0.1',
        port: there.port,
        encryption: 'starttls',
        user: 'desk@academy.example',
        hasPassword: true,
      },
    },
  ]);
  expect((await sendTest()).body.message).toContain('handed to the mail server');
  expect(there).toMatchObject({ logins: ['desk@academy.example halyard:@/%'], recipients: [admin.email] });
  expect(await program.mailsTo(admin.email)).toEqual([]);
  expect((await call(academy.getBrand)).body.sendsEmail).toBe(true);
  const { mailsReachNobody } = (await call(overview.getOverview, admin)).body.data;
  expect(mailsReachNobody).toBe(false);
  expect((await stored())?.mailTestedAt).toEqual(program.clock());
});

test('the password is in no reply, no audit and not readable in the database', async () => {
  const secret = 'a halyard of hemp';
  const replies = [(await save(input({ password: secret }))).body, await mailOf()];
  const audit = await db.selectFrom('auditEvent').selectAll().execute();
  const rows = await db.selectFrom('academySettings').selectAll().execute();
  for (const one of [replies, audit, rows]) expect(JSON.stringify(one)).not.toContain(secret);
  expect(audit.at(-1)).toMatchObject({
    action: 'settings.mail-server',
    actorId: admin.accountId,
    details: { to: { host: '127.0.0.1', user: 'desk@academy.example' }, hasNewPassword: true },
  });
});

test('a stored password is kept for the same server, and never sent to another server or user', async () => {
  const there = await mailServer();
  const mine = input({ port: there.port });
  await save(mine);
  await sendTest();
  expect((await save({ ...mine, password: '' })).status).toBe(200);
  expect((await stored())?.mailTestedAt).toBeNull();
  await sendTest();
  expect(there.logins).toEqual(Array(2).fill('desk@academy.example halyard:@/%'));
  const before = await stored();
  const other = await mailServer();
  for (const change of [
    { port: other.port },
    { host: 'localhost' },
    { user: 'else' },
    { encryption: 'tls' },
  ] as const) {
    const { status, body } = await save({ ...mine, password: '', ...change });
    expect([status, body]).toMatchObject([
      400,
      { fields: { password: expect.stringContaining('Enter the password') } },
    ]);
  }
  expect(await stored()).toEqual(before);
  expect(other.logins).toEqual([]);
});

test('a server without a login gets none, and forgets the password', async () => {
  const there = await mailServer();
  await save(input({ port: there.port }));
  await save(input({ port: there.port, user: '', password: '' }));
  await sendTest();
  expect(there).toMatchObject({ logins: [], recipients: [admin.email] });
  expect((await stored())?.sealedMailPassword).toBeNull();
});

test('a password of another vault secret lets emails wait, with the reason', async () => {
  const there = await mailServer();
  await save(input({ port: there.port }));
  await db.updateTable('academySettings').set({ mailPort: there.port, mailUser: 'somebody else' }).execute();
  const { status, body } = await sendTest();
  expect([status, body.message]).toEqual([503, expect.stringContaining('stored with another vault secret')]);
  expect(there.logins).toEqual([]);
});

test('it is removed with its password, twice without a second trace', async () => {
  await save(input());
  const count = async () =>
    (await db.selectFrom('auditEvent').select('id').where('action', '=', 'settings.mail-server').execute()).length;
  const before = await count();
  for (const _ of [1, 2]) {
    const { body } = await call(settings.removeMailServer, admin);
    expect(body.data.mail).toMatchObject({ delivery: 'files', server: null });
  }
  expect(await count()).toBe(before + 1);
  expect(await stored()).toEqual({ mailHost: null, sealedMailPassword: null, mailTestedAt: null });
});

test.each([
  [{ host: '' }, 'host'],
  [{ host: 'a b' }, 'host'],
  [{ host: '[:::]' }, 'host'],
  [{ user: '' }, 'user'],
  [{ host: 'user@mail.example' }, 'host'],
  [{ host: 'mail.example/path' }, 'host'],
  [{ port: 0 }, 'port'],
  [{ port: 65_536 }, 'port'],
  [{ encryption: 'none' as 'tls' }, 'encryption'],
])('%j is refused beside its field', async (change, field) => {
  const { status, body } = await save(input(change));
  expect([status, body]).toMatchObject([400, { fields: { [field]: expect.any(String) } }]);
  expect((await mailOf()).server).toBeNull();
});

test('only an administrator who has just confirmed who they are changes it', async () => {
  const late = await person('admin');
  const longAgo = new Date(program.clock().getTime() - 11 * 60_000);
  await db.updateTable('session').set({ confirmedAt: longAgo }).where('id', '=', late.sessionId).execute();
  for (const [as, status] of [
    [await person(), 403],
    [await person('registrar'), 403],
    [await person('instructor'), 403],
    [late, 403],
  ] as const) {
    expect((await save(input(), as)).status).toBe(status);
    expect((await call(settings.removeMailServer, as)).status).toBe(status);
  }
  expect((await call(settings.saveMailServer, { body: input() })).status).toBe(401);
  expect((await mailOf()).server).toBeNull();
});

test('the operator’s server wins, and cannot be changed on screen', async () => {
  const [there, mine] = [await mailServer(), await mailServer()];
  const operated = await testApp({ SMTP_URL: `smtp://ops:hush@127.0.0.1:${there.port}` });
  const head = await operated.person('admin');
  await operated.db
    .insertInto('academySettings')
    .values({ mailHost: '127.0.0.1', mailPort: mine.port, mailEncryption: 'starttls', mailUser: '' })
    .execute();
  const { mail } = (await operated.call(settings.get, head)).body.data;
  expect(mail.operator).toBe(`127.0.0.1:${there.port}`);
  expect(JSON.stringify(mail)).not.toMatch(/ops|hush/);
  expect((await operated.call(settings.saveMailServer, { body: input() }, head)).status).toBe(409);
  expect((await operated.call(settings.removeMailServer, head)).status).toBe(409);
  await operated.call(outbox.sendTestMail, head);
  expect([there.recipients, mine.recipients]).toEqual([[head.email], []]);
});
