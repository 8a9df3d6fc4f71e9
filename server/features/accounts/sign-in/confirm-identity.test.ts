import { settings } from '@fairlead/contract/academy/settings';
import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { copyOfPerson, personalData } from '@fairlead/contract/personal-data/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { urlOf } from '../../../testing/call-url.ts';
import { addOwner, codeAt, freshEmail, givePassword, logIn, password, setUpFactor } from '../testing/owners.ts';

const program = await testApp();
const { call, clock, db, person, request, wait } = program;

const confirm = (as: Person, body: { currentPassword?: string; otp?: string } = {}) =>
  call(ownAccount.confirmIdentity, { body: { currentPassword: password, ...body } }, as);
const isOpen = async ({ sessionId }: Pick<Person, 'sessionId'>) =>
  (await db.selectFrom('session').select('endedAt').where('id', '=', sessionId).executeTakeFirstOrThrow()).endedAt ===
  null;

/** Another session of the same person, opened now. */
async function phoneOf(me: Person): Promise<Person> {
  const { accessToken } = (await logIn(program, me.email)).body;
  const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
  return { ...me, sessionId: sid };
}

const refused = { status: 403, body: { code: 'confirm-password' } };
const needing: [string, (as: Person, other: Person) => Promise<{ status: number; body: unknown }>][] = [
  [
    'the end of another session',
    (as, other) => call(ownAccount.endOwnSession, { params: { id: other.sessionId } }, as),
  ],
  ['the end of every session', (as) => call(accounts.logoutEverywhere, as)],
  ['another mobile number', (as) => call(ownAccount.changeMobile, { body: { mobile: '9820099999' } }, as)],
];

describe.each(needing)('%s', (_, act) => {
  // shows: threats/unattended-device, asvs/7.5.1, asvs/7.5.2
  test('is refused ten minutes after login, and succeeds once the password was entered again', async () => {
    const me = await addOwner(program);
    wait(10 * 60 + 1);
    const phone = await phoneOf(me);
    expect(await act(me, phone)).toMatchObject(refused);
    expect([await isOpen(me), await isOpen(phone)]).toEqual([true, true]);
    expect(await confirm(me, { currentPassword: 'a wrong guess' })).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'This is not your current password.' } },
    });
    expect(await act(me, phone)).toMatchObject(refused);
    expect((await confirm(me)).status).toBe(200);
    expect((await act(me, phone)).status).toBe(200);
  });

  // shows: threats/unattended-device
  test('requires nothing right after login, whatever another session has confirmed', async () => {
    const me = await addOwner(program);
    wait(10 * 60 + 1);
    const phone = await phoneOf(me);
    expect((await confirm(await addOwner(program))).status).toBe(200);
    expect((await confirm(phone)).status).toBe(200);
    expect(await act(me, phone)).toMatchObject(refused);
    expect((await act(phone, me)).status).toBe(200);
  });
});

// shows: threats/unattended-device
test('another password or email requires the second factor too, if there is one', async () => {
  const me = await person('registrar');
  await givePassword(program, me);
  const secret = await setUpFactor(program, me);
  wait(3600);
  const password2 = { currentPassword: password, newPassword: 'a new lighthouse' };
  const email = { currentPassword: password, email: freshEmail() };
  expect(await call(ownAccount.changePassword, { body: password2 }, me)).toMatchObject(refused);
  expect(await call(ownAccount.changeEmail, { body: email }, me)).toMatchObject(refused);
  expect((await confirm(me, { otp: codeAt(secret, clock()) })).status).toBe(200);
  expect((await call(ownAccount.changeEmail, { body: email }, me)).status).toBe(200);
  expect((await call(ownAccount.changePassword, { body: password2 }, me)).status).toBe(200);
});

// shows: threats/unattended-device
test('staff accounts cannot be changed from a computer that an administrator left unattended', async () => {
  const [admin, other] = [await person('admin'), await person('registrar')];
  await givePassword(program, admin);
  await givePassword(program, other);
  await setUpFactor(program, other);
  const invitation = { tittle: 'Mr', firstName: 'Ravi', lastName: 'Rao', email: freshEmail(), role: 'admin' } as const;
  wait(3600);
  const changes = () => [
    call(staffMembers.invite, { body: invitation }, admin),
    call(secondFactor.reset, { params: { id: other.accountId } }, admin),
    call(staffMembers.changeRole, { params: { id: other.accountId }, body: { role: 'admin' } }, admin),
  ];
  expect((await Promise.all(changes())).map(({ body }) => body)).toMatchObject(Array(3).fill(refused.body));
  expect((await confirm(admin)).status).toBe(200);
  expect((await Promise.all(changes())).map(({ status }) => status)).toEqual([201, 200, 200]);
});

test('a colleague cannot be disabled or enabled from an unattended computer; a seafarer can, as often as needed', async () => {
  const [admin, colleague, seafarer] = [await person('admin'), await person('registrar'), await person()];
  await givePassword(program, admin);
  wait(3600);
  const change = async (of: Person) => [
    await call(staffAccounts.disable, { params: { id: of.accountId }, body: { note: 'Left' } }, admin),
    await call(staffAccounts.enable, { params: { id: of.accountId } }, admin),
  ];
  expect(await change(seafarer)).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(await change(colleague)).toMatchObject([refused, refused]);
  expect(await isOpen(colleague)).toBe(true);
  expect((await confirm(admin)).status).toBe(200);
  expect(await change(colleague)).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test('personal data cannot be copied or erased from an unattended computer', async () => {
  const [admin, seafarer] = [await person('admin'), await person()];
  await givePassword(program, admin);
  wait(3600);
  const params = { id: seafarer.accountId };
  const copy = () => request('GET', urlOf(copyOfPerson, { params }), { as: admin });
  const erase = () => call(personalData.erase, { params, body: { reason: 'Asked for in writing.' } }, admin);
  expect([await copy(), await erase()]).toMatchObject([refused, refused]);
  expect(await isOpen(seafarer)).toBe(true);
  expect((await confirm(admin)).status).toBe(200);
  expect([await copy(), await erase()]).toMatchObject([{ status: 200 }, { status: 200 }]);
});

// shows: threats/unattended-device
test('the rule on second factors cannot be changed from an unattended computer', async () => {
  const admin = await person('admin');
  await givePassword(program, admin);
  wait(3600);
  const save = () => call(settings.saveSecondFactor, { body: { required: false, until: null } }, admin);
  const rule = async () => (await call(settings.get, admin)).body.data.secondFactor;
  const before = await rule();
  expect([await save(), await rule()]).toMatchObject([refused, before]);
  expect((await confirm(admin)).status).toBe(200);
  expect((await save()).status).toBe(200);
});

test('a confirmation is valid for ten minutes', async () => {
  const me = await addOwner(program);
  wait(3600);
  await confirm(me);
  wait(10 * 60);
  expect((await call(ownAccount.changeMobile, { body: { mobile: '9820099999' } }, me)).status).toBe(200);
  wait(1);
  expect(await call(ownAccount.changeMobile, { body: { mobile: '9820099999' } }, me)).toMatchObject(refused);
});

test('ending one’s own session requires nothing', async () => {
  const me = await addOwner(program);
  const { refreshToken } = (await logIn(program, me.email)).body;
  wait(3600);
  expect((await call(accounts.logout, { body: { refreshToken } })).status).toBe(204);
  expect((await call(ownAccount.endOwnSession, { params: { id: me.sessionId } }, me)).status).toBe(200);
});

test('parallel guesses are counted with those of login', async () => {
  const me = await addOwner(program);
  const volley = await Promise.all(Array.from({ length: 15 }, () => confirm(me, { currentPassword: 'a wrong guess' })));
  expect(volley.filter(({ status }) => status === 400)).toHaveLength(10);
  expect([(await confirm(me)).status, (await logIn(program, me.email)).status]).toEqual([429, 429]);
});

// shows: threats/unattended-device, asvs/7.5.2
test('a person with a second factor must enter it too, and its wrong codes are counted', async () => {
  const me = await person('registrar');
  await givePassword(program, me);
  const secret = await setUpFactor(program, me);
  wait(3600);
  expect(await confirm(me)).toMatchObject({ status: 403, body: { code: 'second-factor' } });
  for (let i = 0; i < 5; i++) expect((await confirm(me, { otp: 'AAAAA-AAAAA' })).status).toBe(400);
  expect((await confirm(me, { otp: codeAt(secret, clock()) })).status).toBe(429);
  expect(await call(accounts.logoutEverywhere, me)).toMatchObject(refused);
  wait(15 * 60 + 1);
  expect((await confirm(me, { otp: codeAt(secret, clock()) })).status).toBe(200);
  expect((await call(accounts.logoutEverywhere, me)).status).toBe(200);
});
