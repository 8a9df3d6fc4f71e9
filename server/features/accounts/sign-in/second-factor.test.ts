import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { testOnServer } from '../../../testing/database.ts';
import { actionsOn, addOwner, codeAt, password, triesOn } from '../testing/owners.ts';

const program = await testApp();
const { call, db, wait, clock, mailsTo, person } = program;

const codeOf = (secret: string, secondsAway = 0) => codeAt(secret, clock(), secondsAway);

const addStaff = async (role: 'registrar' | 'admin' = 'registrar') => {
  const owner = await addOwner(program);
  await db.updateTable('account').set({ role }).where('id', '=', owner.accountId).execute();
  return { ...owner, role } as Person;
};
const begin = (as: Person, currentPassword = password) => call(secondFactor.begin, { body: { currentPassword } }, as);
const confirm = (as: Person, otp: string) => call(secondFactor.confirm, { body: { otp } }, as);
const state = async (as: Person) => (await call(secondFactor.getSecondFactor, as)).body;

/** A staff member with a second factor, half a minute after it was set up. */
async function guarded() {
  const me = await addStaff();
  const { secret } = (await begin(me)).body;
  const { recoveryCodes } = (await confirm(me, codeOf(secret))).body;
  wait(60);
  return { me, secret, recoveryCodes };
}
const enter = (email: string, otp?: string, given = password) =>
  call(accounts.login, { body: { email, password: given, ...(otp !== undefined && { otp }) } });

const needed = { status: 403, body: { code: 'second-factor' } };
const wrong = { status: 400, body: { code: 'bad-code', fields: { otp: 'Invalid OTP' } } };

describe('a second factor', () => {
  // shows: threats/stolen-staff-password
  test('is requested after the right password alone, and a code of the app logs in', async () => {
    const { me, secret } = await guarded();
    const withoutPassword = await enter(me.email, codeOf(secret), 'wrong password');
    expect(withoutPassword).toMatchObject({ status: 401, body: { code: 'bad-credentials' } });
    expect(await enter(me.email)).toMatchObject(needed);
    expect(await enter(me.email, '')).toMatchObject(needed);
    const code = codeOf(secret);
    const answer = await enter(me.email, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect([answer.status, answer.body.user.role]).toEqual([200, 'registrar']);
  });

  // shows: asvs/6.5.5
  test('accepts codes half a minute early and late, and not later', async () => {
    const { me, secret } = await guarded();
    expect(await enter(me.email, codeOf(secret, -60))).toMatchObject(wrong);
    expect(await enter(me.email, codeOf(secret, 60))).toMatchObject(wrong);
    expect((await enter(me.email, codeOf(secret, -30))).status).toBe(200);
    expect((await enter(me.email, codeOf(secret, 30))).status).toBe(200);
  });

  // shows: threats/stolen-staff-password, asvs/6.5.1
  test('accepts no code twice, nor an older one, nor the one that it was set up with', async () => {
    const me = await addStaff();
    const { secret } = (await begin(me)).body;
    const first = codeOf(secret);
    await confirm(me, first);
    expect(await enter(me.email, first)).toMatchObject(wrong);
    wait(60);
    const [earlier, code] = [codeOf(secret, -30), codeOf(secret)];
    expect((await enter(me.email, code)).status).toBe(200);
    expect(await enter(me.email, code)).toMatchObject(wrong);
    expect(await enter(me.email, earlier)).toMatchObject(wrong);
  });

  testOnServer('accepts one code sent in parallel once (races on the server engine)', async () => {
    const { me, secret, recoveryCodes } = await guarded();
    for (const code of [codeOf(secret), recoveryCodes[0] ?? '']) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => enter(me.email, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      wait(16 * 60);
    }
  });

  test('stays open where its owner has logged in before, after wrong codes from elsewhere by somebody with the password', async () => {
    const { me, secret } = await guarded();
    const enterFrom = (remoteAddress: string, otp: string) =>
      program.app.inject({
        method: 'POST',
        url: '/api/user/login',
        payload: { email: me.email, password, otp },
        remoteAddress,
      });
    const [atHome, elsewhere] = ['203.0.113.5', '198.51.100.7'];
    expect((await enterFrom(atHome, codeOf(secret))).statusCode).toBe(200);
    wait(60);
    for (let tries = 0; tries < 5; tries++) expect((await enterFrom(elsewhere, '000000')).statusCode).toBe(400);
    expect((await enterFrom(elsewhere, codeOf(secret))).statusCode).toBe(429);
    expect((await enterFrom('192.0.2.1', codeOf(secret))).statusCode).toBe(429);
    expect((await enterFrom(atHome, codeOf(secret))).statusCode).toBe(200);
  });

  // shows: threats/stolen-staff-password, asvs/6.6.3
  test('closes after five wrong codes, also in parallel and for the right one, and after thirty a day', async () => {
    const { me, secret } = await guarded();
    const right = codeOf(secret);
    const guess = right === '000000' ? '000001' : '000000';
    const volley = await Promise.all(Array.from({ length: 9 }, () => enter(me.email, guess)));
    expect(volley.filter(({ status }) => status === 400)).toHaveLength(5);
    expect((await enter(me.email, right)).status).toBe(429);
    expect(await triesOn(program, me)).toEqual(Array(5).fill('login.fail-second-factor'));
    for (let quarter = 0; quarter < 5; quarter++) {
      wait(15 * 60 + 1);
      for (let i = 0; i < 5; i++) await enter(me.email, 'AAAAA-AAAAA');
    }
    wait(15 * 60 + 1);
    expect((await enter(me.email, codeOf(secret))).status).toBe(429);
    wait(24 * 3600);
    expect((await enter(me.email, codeOf(secret))).status).toBe(200);
  });

  // shows: asvs/6.5.1
  test('accepts each recovery code once, however it is typed, and notifies the owner', async () => {
    const { me, recoveryCodes } = await guarded();
    const [first = '', second = ''] = recoveryCodes;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await enter(me.email, first)).status).toBe(200);
    expect(await enter(me.email, first)).toMatchObject(wrong);
    expect((await enter(me.email, ` ${second.toLowerCase().replace('-', ' ')}`)).status).toBe(200);
    expect((await state(me)).recoveryCodes).toBe(8);
    const mails = (await mailsTo(me.email)).filter(({ subject }) => subject?.includes('recovery code'));
    expect(mails.map(({ text }) => /codes left: (\d)/.exec(text ?? '')?.[1])).toEqual(['9', '8']);
    const { me: other } = await guarded();
    expect(await enter(other.email, recoveryCodes[2])).toMatchObject(wrong);
  });

  // shows: threats/stolen-staff-password, asvs/6.3.4, asvs/6.4.3
  test('is not bypassed by a new password from a mailbox', async () => {
    const { me, secret } = await guarded();
    await call(accounts.forgotPassword, { body: { email: me.email } });
    const otp = /\b\d{6}\b/.exec((await mailsTo(me.email)).at(-1)?.text ?? '')?.[0] ?? '';
    const newPassword = 'taken with the mailbox';
    const reset = await call(accounts.resetPassword, { body: { email: me.email, otp, newPassword } });
    expect(reset.status).toBe(200);
    expect(await enter(me.email, undefined, newPassword)).toMatchObject(needed);
    expect((await enter(me.email, codeOf(secret), newPassword)).status).toBe(200);
  });
});

describe('setting it up', () => {
  // shows: threats/stolen-staff-password
  test('is not completed by guesses of somebody who has only the session, also in parallel', async () => {
    const me = await addStaff();
    const { secret } = (await begin(me)).body;
    const right = codeOf(secret);
    const guess = right === '000000' ? '000001' : '000000';
    const volley = await Promise.all(Array.from({ length: 9 }, () => confirm(me, guess)));
    expect(volley.filter(({ status }) => status === 400)).toHaveLength(5);
    expect((await confirm(me, right)).status).toBe(429);
    expect(await state(me)).toMatchObject({ since: null, recoveryCodes: 0 });
    wait(15 * 60 + 1);
    expect((await confirm(me, codeOf(secret))).status).toBe(200);
  });

  // shows: asvs/7.5.1
  test('requires the password, and changes nothing before a code of the app is entered', async () => {
    const me = await addStaff();
    expect(await begin(me, 'wrong password')).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'This is not your current password.' } },
    });
    expect(await confirm(me, '123456')).toMatchObject({ status: 409 });
    const first = (await begin(me)).body.secret;
    expect((await enter(me.email)).status).toBe(200);
    const { secret, qr } = (await begin(me)).body;
    expect([secret, qr.side > 25]).toEqual([expect.stringMatching(/^[A-Z2-7]{32}$/), true]);
    expect(await confirm(me, codeOf(first))).toMatchObject(wrong);
    expect(await state(me)).toMatchObject({ since: null, recoveryCodes: 0 });
    expect((await confirm(me, codeOf(secret))).status).toBe(200);
    expect(await state(me)).toMatchObject({ since: clock().toISOString(), recoveryCodes: 10 });
    expect(await begin(me)).toMatchObject({ status: 409 });
  });

  // shows: asvs/7.4.3
  test('ends sessions opened without it, and keeps the one that makes it', async () => {
    const me = await addStaff();
    const phone = (await enter(me.email)).body;
    const { secret } = (await begin(me)).body;
    await confirm(me, codeOf(secret));
    expect((await call(accounts.refresh, { body: { refreshToken: phone.refreshToken } })).status).toBe(401);
    expect(await call(ownAccount.listOwnSessions, me)).toMatchObject({ status: 200, body: [{ current: true }] });
    expect((await actionsOn(program, me)).map(([action]) => action)).toContain('account.set-up-second-factor');
    expect((await mailsTo(me.email)).at(-1)?.subject).toContain('now asks for a code');
  });

  // shows: threats/stolen-staff-password
  test('leaves no session open that was opened without it, not even by a pending login', async () => {
    for (let round = 0; round < 5; round++) {
      const me = await addStaff();
      const { secret } = (await begin(me)).body;
      const logins = Array.from({ length: 4 }, () => enter(me.email));
      const answers = await Promise.all([confirm(me, codeOf(secret)), ...logins, enter(me.email)]);
      expect(answers[0].status).toBe(200);
      const live = db.selectFrom('session').select('id').where('accountId', '=', me.accountId);
      expect(await live.where('endedAt', 'is', null).execute()).toEqual([{ id: me.sessionId }]);
    }
  });

  // shows: threats/stolen-staff-password, asvs/6.5.2
  test('leaves neither the secret nor a recovery code readable in the database', async () => {
    const { me, secret, recoveryCodes } = await guarded();
    const rows = JSON.stringify([
      await db.selectFrom('secondFactor').selectAll().where('accountId', '=', me.accountId).execute(),
      await db.selectFrom('recoveryCode').selectAll().where('accountId', '=', me.accountId).execute(),
    ]);
    expect(rows).not.toContain(secret);
    for (const code of recoveryCodes) expect(rows).not.toContain(code.slice(0, 5));
  });

  test('is only for staff', async () => {
    const learner = await addOwner(program);
    expect((await begin(learner)).status).toBe(403);
    expect((await call(secondFactor.getSecondFactor, learner)).status).toBe(403);
  });
});

describe('removing it', () => {
  const remove = (as: Person, otp?: string, currentPassword = password) =>
    call(secondFactor.remove, { body: { currentPassword, ...(otp && { otp }) } }, as);
  const reset = (id: string, as: Person) => call(secondFactor.reset, { params: { id } }, as);

  // shows: threats/unattended-device, asvs/7.5.1
  test('requires the password and a code; afterwards the password alone logs in, and the owner is notified', async () => {
    const { me, secret } = await guarded();
    expect((await remove(me, codeOf(secret), 'wrong password')).status).toBe(400);
    expect(await remove(me)).toMatchObject(needed);
    expect(await remove(me, 'AAAAA-AAAAA')).toMatchObject(wrong);
    expect(await enter(me.email)).toMatchObject(needed);
    expect((await remove(me, codeOf(secret))).status).toBe(200);
    expect((await enter(me.email)).status).toBe(200);
    expect((await mailsTo(me.email)).at(-1)?.subject).toContain('no longer asks for a code');
    expect((await remove(me)).status).toBe(409);
    expect(await db.selectFrom('recoveryCode').where('accountId', '=', me.accountId).selectAll().execute()).toEqual([]);
  });

  // shows: asvs/6.4.4
  test('is done for a colleague by an administrator, who is audited; the colleague’s sessions end', async () => {
    const { me } = await guarded();
    const admin = await person('admin');
    expect((await reset(me.accountId, await person('registrar'))).status).toBe(403);
    expect((await reset(me.accountId, admin)).status).toBe(200);
    expect((await call(accounts.me, me)).status).toBe(401);
    expect((await enter(me.email)).status).toBe(200);
    const events = db.selectFrom('auditEvent').select('actorId').where('action', '=', 'account.reset-second-factor');
    expect(await events.where('subjectId', '=', me.accountId).execute()).toEqual([{ actorId: admin.accountId }]);
    expect((await reset(me.accountId, admin)).status).toBe(409);
  });

  test('gives administrators no way around the password for their own', async () => {
    const admin = await person('admin');
    expect((await reset(admin.accountId, admin)).status).toBe(409);
  });
});
