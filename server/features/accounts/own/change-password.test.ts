import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { testOnServer } from '../../../testing/database.ts';
import { hashPassword } from '../passwords.ts';
import { endOtherSessions } from '../sign-in/sessions.ts';
import { actionsOn, addOwner, codeFor, freshEmail, logIn, password, refresh, withToken } from '../testing/owners.ts';
import { renewCalendar } from './calendar-links.ts';

const program = await testApp();
const { app, call, mailsTo, wait, db } = program;

const account = (as: Person) => call(ownAccount.getOwnAccount, as);
const change = (as: Person, newPassword: string, currentPassword = password) =>
  call(ownAccount.changePassword, { body: { currentPassword, newPassword } }, as);
const ask = (as: Person, email: string, currentPassword = password) =>
  call(ownAccount.changeEmail, { body: { email, currentPassword } }, as);

/** Whether a connection of this database is waiting for a lock held by another. */
async function isSomebodyWaiting(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
  return rows.length > 0;
}

describe('a change of password', () => {
  // shows: asvs/6.2.2, asvs/7.4.3
  test('accepts the new one and refuses the old one, ends every other session at once, and is notified by mail', async () => {
    const me = await addOwner(program);
    const phone = (await logIn(program, me.email)).body;
    const stranger = await addOwner(program);

    const answer = await change(me, 'a new lighthouse');
    expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('has been changed') } });
    expect((await withToken(program, phone.accessToken)).statusCode).toBe(401);
    expect((await refresh(program, phone.refreshToken)).status).toBe(401);
    expect((await account(me)).status).toBe(200);
    expect((await account(stranger)).status).toBe(200);
    expect((await logIn(program, me.email)).status).toBe(401);
    expect((await logIn(program, me.email, 'a new lighthouse')).status).toBe(200);
    expect((await mailsTo(me.email)).at(-1)?.subject).toContain('Your password');
    expect(await actionsOn(program, me)).toEqual([['account.change-password', {}]]);
  });

  test('keeps the refresh token of the session that made it', async () => {
    const me = await addOwner(program);
    const mine = (await logIn(program, me.email)).body;
    const answer = await program.app.inject({
      method: 'PUT',
      url: '/api/user/account/password',
      headers: { authorization: `Bearer ${mine.accessToken}` },
      payload: { currentPassword: password, newPassword: 'a new lighthouse' },
    });
    expect(answer.statusCode).toBe(200);
    expect((await refresh(program, mine.refreshToken)).status).toBe(200);
    expect((await account(me)).status).toBe(401);
  });

  // shows: asvs/6.2.2
  test('is refused for a wrong current password, and nothing is changed', async () => {
    const me = await addOwner(program);
    const phone = (await logIn(program, me.email)).body;
    expect(await change(me, 'a new lighthouse', 'not the password')).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { currentPassword: 'This is not your current password.' } },
    });
    expect((await withToken(program, phone.accessToken)).statusCode).toBe(200);
    expect((await logIn(program, me.email)).status).toBe(200);
    expect(await mailsTo(me.email)).toEqual([]);
    expect(await actionsOn(program, me)).toEqual([]);
  });

  // shows: asvs/6.2.4
  test.each([
    ['short', 'Password must be at least 8 characters'],
    ['password1', 'This password is one of the most common ones. Please choose another.'],
    [password, 'This is already your password. Please choose another.'],
  ])('is refused to %s', async (newPassword, message) => {
    const me = await addOwner(program);
    expect(await change(me, newPassword)).toMatchObject({ status: 400, body: { fields: { newPassword: message } } });
    expect((await logIn(program, me.email)).status).toBe(200);
  });

  test('can be guessed ten times in parallel, counted with login, and is then closed to the right password too', async () => {
    const me = await addOwner(program);
    await logIn(program, me.email, 'a wrong guess');
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => change(me, 'a new lighthouse', 'a wrong guess')),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(21);
    expect((await change(me, 'a new lighthouse')).status).toBe(429);
    expect((await logIn(program, me.email)).status).toBe(429);
    expect((await ask(me, freshEmail())).status).toBe(429);
    wait(15 * 60 + 1);
    expect((await change(me, 'a new lighthouse')).status).toBe(200);
  });

  test('by two clicks at once happens once', async () => {
    const me = await addOwner(program);
    const answers = await Promise.all([1, 2, 3].map(() => change(me, 'a new lighthouse')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await actionsOn(program, me)).toHaveLength(1);
  });

  testOnServer('leaves no session to a pending login with the old password', async () => {
    const me = await addOwner(program);
    // The login runs outside of the transaction in which the password is being changed.
    const outside = AsyncLocalStorage.snapshot();
    let login: ReturnType<typeof logIn> | undefined;
    await transaction(db, async (tx) => {
      const changed = await hashPassword('a new lighthouse');
      await tx.updateTable('account').set({ passwordHash: changed }).where('id', '=', me.accountId).execute();
      await endOtherSessions(tx, { ...me, now: program.clock() });
      let isOver = false;
      login = outside(() => logIn(program, me.email)).finally(() => {
        isOver = true;
      });
      while (!isOver && !(await isSomebodyWaiting(tx))) await setImmediate();
    });
    expect((await login)?.status).toBe(401);
    const live = db
      .selectFrom('session')
      .select('id')
      .where('accountId', '=', me.accountId)
      .where('endedAt', 'is', null);
    expect(await live.execute()).toEqual([{ id: me.sessionId }]);
  });

  test('voids codes requested before', async () => {
    const me = await addOwner(program);
    const email = freshEmail();
    expect((await ask(me, email)).status).toBe(200);
    const otp = await codeFor(program, email);
    await call(accounts.forgotPassword, { body: { email: me.email } });
    const reset = await codeFor(program, me.email);
    expect((await change(me, 'a new lighthouse')).status).toBe(200);
    expect((await call(ownAccount.confirmEmail, { body: { otp } }, me)).status).toBe(400);
    const body = { email: me.email, otp: reset, newPassword: 'a third lighthouse' };
    expect((await call(accounts.resetPassword, { body })).status).toBe(400);
  });

  // shows: threats/stale-calendar
  test.each(['change', 'reset'])('by a %s ends the calendar links of the account alone', async (way) => {
    const [me, other] = [await addOwner(program), await addOwner(program)];
    const linkOf = async (as: Person) => (await call(ownCertificates.renewCalendar, as)).body.data.url;
    const [mine, theirs] = [await linkOf(me), await linkOf(other)];
    const opens = async (url: string) => (await app.inject({ url: new URL(url).pathname })).statusCode;
    expect([await opens(mine), (await change(me, 'a new lighthouse', 'wrong')).status]).toEqual([200, 400]);
    expect(await opens(mine)).toBe(200);
    if (way === 'change') await change(me, 'a new lighthouse');
    else {
      await call(accounts.forgotPassword, { body: { email: me.email } });
      const body = { email: me.email, otp: await codeFor(program, me.email), newPassword: 'a new lighthouse' };
      await call(accounts.resetPassword, { body });
    }
    expect([await opens(mine), await opens(theirs)]).toEqual([404, 200]);
  });

  // shows: threats/stale-calendar
  test('lets no session that it ended create a calendar link', async () => {
    const me = await addOwner(program);
    const { body } = await logIn(program, me.email);
    const sessions = db.selectFrom('session').select('id').where('accountId', '=', me.accountId).orderBy('id', 'desc');
    const thief = (await sessions.executeTakeFirstOrThrow()).id;
    expect([body.accessToken, thief]).not.toContain(me.sessionId);
    const renew = (sessionId: string) =>
      renewCalendar(program, { accountId: me.accountId, sessionId, kind: 'certificates', ip: '203.0.113.7' });
    // its request was checked before the change, and is carried out after it
    await expect(renew(thief)).resolves.toBeTypeOf('string');
    await change(me, 'a new lighthouse');
    await expect(renew(thief)).rejects.toMatchObject({ code: 'not-signed-in' });
    await expect(renew(me.sessionId)).resolves.toBeTypeOf('string');
  });

  // shows: threats/stolen-refresh-token
  test('gives no access back to a session that it ended', async () => {
    const me = await addOwner(program);
    const thief = (await logIn(program, me.email)).body;
    await change(me, 'a new lighthouse');
    const answer = await program.app.inject({
      method: 'PUT',
      url: '/api/user/account/password',
      headers: { authorization: `Bearer ${thief.accessToken}` },
      payload: { currentPassword: 'a new lighthouse', newPassword: 'the lighthouse of a thief' },
    });
    expect(answer.statusCode).toBe(401);
  });
});
