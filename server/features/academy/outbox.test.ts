import { outbox } from '@fairlead/contract/academy/outbox';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';

const program = await testApp();
const { call, db, person, worker } = program;
const admin = await person('admin');

const listFailed = async () => (await call(outbox.listFailed, {}, admin)).body.data;
const retry = (id: string, as: Person = admin) => call(outbox.retry, { params: { id } }, as);

/** An email that was given up after twelve attempts. */
async function givenUp(to: string) {
  const payload = { to, subject: 'Your course', text: 'It begins.', html: '<p>It begins.</p>', secret: 'x' };
  const failure = { attempts: 12, lastError: 'Error: 550 no such mailbox', gaveUpAt: program.clock() };
  const { id } = await db
    .insertInto('job')
    .values({ kind: 'mail', payload: JSON.stringify(payload), ...failure })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('failed mails are listed with the reason, and only the recipient and subject of the mail', async () => {
  const id = await givenUp('mate@example.org');
  expect(await listFailed()).toEqual([
    {
      _id: id,
      kind: 'mail',
      to: 'mate@example.org',
      subject: 'Your course',
      reason: 'Error: 550 no such mailbox',
      tries: 12,
      gaveUpAt: program.clock().toISOString(),
    },
  ]);
  await db.deleteFrom('job').where('id', '=', id).execute();
});

test('one is tried again and arrives once, even after a second click', async () => {
  const id = await givenUp('bosun@example.org');
  const other = await givenUp('cook@example.org');
  const answers = await Promise.all([retry(id), retry(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await worker.drain();
  expect(await program.mailsTo('bosun@example.org')).toHaveLength(1);
  expect((await listFailed()).map(({ _id }) => _id)).toEqual([other]);
  const events = await db.selectFrom('auditEvent').select('actorId').where('subjectId', '=', id).execute();
  expect(events).toEqual([{ actorId: admin.accountId }]);
  expect((await retry(id)).status).toBe(409);
});

test('all are tried again at once', async () => {
  await givenUp('oiler@example.org');
  expect((await call(outbox.retryAll, admin)).body.message).toBe('2 are tried again now.');
  await worker.drain();
  expect(await listFailed()).toEqual([]);
  expect(await program.mailsTo('oiler@example.org')).toHaveLength(1);
  expect((await call(outbox.retryAll, admin)).body.message).toBe('0 are tried again now.');
});

test('a test mail without a mail server becomes a file, and the response says so', async () => {
  const { status, body } = await call(outbox.sendTestMail, admin);
  expect([status, body.message]).toEqual([
    200,
    'There is no mail server: the email was saved as a file in DATA_DIR/mail.',
  ]);
  expect((await program.mailsTo(admin.email)).at(-1)?.subject).toContain('Test email from');
});

test('a test mail that the mail server refuses is answered with its reason', async () => {
  // The discard port: no server listens there.
  const unreachable = await testApp({ SMTP_URL: 'smtp://academy:hush@127.0.0.1:9' });
  const { status, body } = await unreachable.call(outbox.sendTestMail, await unreachable.person('admin'));
  expect(status).toBe(503);
  expect(body.message).toMatch(
    /^The email could not be sent. The connection to the mail server failed: .*ECONNREFUSED/,
  );
  expect(body.message).not.toContain('hush');
});

test('only administrators have access', async () => {
  const id = await givenUp('pilot@example.org');
  for (const as of [await person(), await person('registrar'), await person('instructor')]) {
    expect((await call(outbox.listFailed, {}, as)).status).toBe(403);
    expect((await retry(id, as)).status).toBe(403);
    expect((await call(outbox.retryAll, as)).status).toBe(403);
    expect((await call(outbox.sendTestMail, as)).status).toBe(403);
  }
  expect(await listFailed()).toHaveLength(1);
});
