import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { contact } from '@fairlead/contract/contact/calls';
import { peopleImport } from '@fairlead/contract/people-import/calls';
import type { Call } from '@fairlead/contract/platform/call';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { signAccessToken } from '../features/accounts/sign-in/tokens.ts';
import { documentForm } from '../features/wallet/testing/wallet.ts';
import { createLog } from '../platform/http/log.ts';
import { buildApp } from '../program/app.ts';
import { type Person, testApp } from '../testing/app.ts';
import { type Parts, urlOf } from '../testing/call-url.ts';
import { formOf, pdf, picture, profileFields } from '../testing/forms.ts';
import { listen } from '../testing/listen.ts';

/** What one person enters, none of which occurs anywhere else. */
const person = {
  firstName: 'Ashquil',
  lastName: 'Nairquil',
  email: 'quil.first@quil.example',
  otherEmail: 'quil.second@quil.example',
  mobile: '9700448812',
  phone: '+919700448813',
  street: '9 Quil Steps',
  passport: 'QL4839201',
  cdc: 'QLM 483920',
  indos: '12QL4839',
  grade: 'QL-G-77',
  birth: '1991-07-23',
  fileName: 'quil passport QL4839201.pdf',
  words: 'My bond is 48392017 quil.',
  password: 'quil of the harbour 48',
};
const entered = Object.values(person).flatMap((value) => [value, ...value.split(/[\s@]/).filter((w) => w.length > 6)]);

const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(Object.assign(new Error(`<${address}> ${person.lastName}: no such mailbox`), { responseCode: 550 })),
});
const { port, close } = await listen(mailServer.server);
afterAll(close);

const program = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_TLS: 'none' });
const lines: string[] = [];
const { app, worker } = await buildApp(program, createLog('debug', { write: (line) => lines.push(line) }));
afterAll(() => app.close());
const { db, config, clock } = program;

async function statusOf(call: Call, parts: Parts = {}, as?: Person): Promise<number> {
  const form = parts.form && new Response(parts.form);
  const payload = form ? Buffer.from(await form.arrayBuffer()) : (parts.body as object | undefined);
  const { statusCode } = await app.inject({
    method: call.method,
    url: urlOf(call, parts),
    ...(payload && { payload }),
    headers: {
      ...(as && { authorization: `Bearer ${await signAccessToken(as, config.secrets.token, clock())}` }),
      ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
    },
  });
  return statusCode;
}

/** Tables that a call writes before it comes to what the person has entered. */
const writtenBefore = ['session', 'rate_limit', 'change_version', 'job'];

/** Lets the database refuse every row, and repeat it in the message and the detail of its error. */
async function refuseRows(): Promise<void> {
  await sql`
    create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'refused: %', new::text using detail = new::text, hint = new::text; end $$`.execute(db);
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_catalog.pg_tables where schemaname = 'public'`.execute(db);
  for (const { name } of tables.rows.filter((one) => !writtenBefore.includes(one.name)))
    await sql`
      create trigger refuse_row before insert or update on ${sql.table(name)}
      for each row execute function refuse_row()`.execute(db);
}

const acceptRows = () => sql`drop function refuse_row() cascade`.execute(db);

const { firstName, lastName, mobile } = person;
const profile = {
  ...profileFields,
  ...{ DateofBirth: person.birth, phone: person.phone, streetAddress: person.street },
  ...{ passportNumber: person.passport, CDCnumber: person.cdc, indosNo: person.indos, gradenumber: person.grade },
};
const documents = async () => ({
  profilePicture: { bytes: await picture('png'), name: person.fileName },
  IdDocument: { bytes: await pdf(), name: person.fileName },
  signature: { bytes: await picture('jpeg'), name: person.fileName },
});

// shows: asvs/16.2.5
test('calls that fail leave nothing in the log of what a person has entered', async () => {
  const learner = await program.person('learner', { firstName, lastName, email: person.email });
  const registrar = await program.person('registrar');
  const admin = await program.person('admin');
  const theirs = { params: { id: learner.accountId } };
  const crew = `Name,Email,Mobile,Passport number\n${firstName} ${lastName},${person.otherEmail},${mobile},${person.passport}`;
  const registration = {
    tittle: 'Mr',
    firstName,
    lastName,
    mobile,
    email: person.otherEmail,
    password: person.password,
  };
  await refuseRows();
  const failing: [Call, Parts, Person?][] = [
    [accounts.register, { body: registration }],
    [contact.send, { body: { name: `${firstName} ${lastName}`, email: person.email, message: person.words } }],
    [ownAccount.changeMobile, { body: { mobile } }, learner],
    [seafarers.createProfile, { form: formOf(profile, await documents()) }, learner],
    [wallet.add, { form: await documentForm({ number: person.passport, issuer: person.words }) }, learner],
    [staffAccounts.addNote, { ...theirs, body: { text: person.words } }, registrar],
    [staffAccounts.sendMessage, { ...theirs, body: { subject: lastName, text: person.words } }, registrar],
    [staffAccounts.disable, { ...theirs, body: { note: person.words } }, admin],
    [
      peopleImport.preview,
      { form: formOf({}, { file: { bytes: Buffer.from(crew), name: person.fileName } }) },
      registrar,
    ],
  ];
  const statuses: [string, number][] = [];
  for (const [call, parts, as] of failing) statuses.push([call.path, await statusOf(call, parts, as)]);
  await acceptRows();
  expect(statuses).toEqual(failing.map(([call]) => [call.path, 500]));
  const faults = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
  expect(faults).toHaveLength(failing.length);
  for (const { err } of faults) expect(err).toMatchObject({ code: 'P0001', stack: expect.stringMatching(/\.ts:\d+/) });
  expect(entered.filter((value) => lines.join('').includes(value))).toEqual([]);
});

// shows: asvs/16.2.5
test('an email that the mail server refuses leaves nothing of its recipient in the log', async () => {
  lines.length = 0;
  await statusOf(accounts.forgotPassword, { body: { email: person.email } });
  await worker.drain();
  const failed = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'job failed');
  expect(failed).toMatchObject({ kind: 'mail', err: { responseCode: 550 } });
  expect(entered.filter((value) => lines.join('').includes(value))).toEqual([]);
});
