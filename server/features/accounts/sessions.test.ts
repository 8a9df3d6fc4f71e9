import { accounts } from '@fairlead/contract/accounts';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { newcomer } from '../../testing/newcomers.ts';
import { addOwner, logIn, password, refresh, withToken } from '../../testing/owners.ts';

const program = await testApp();
const { call, wait } = program;
const logInAs = ({ email, password }: { email: string; password: string }) => logIn(program, email, password);

/** Somebody who may log in, and has never done so. */
const addLearner = async () => ({ ...(await addOwner(program)), password });

describe('login', () => {
  test('answers alike to a wrong password and to an unknown address', async () => {
    const { email } = await addLearner();
    const known = await logInAs({ email, password: 'wrong password' });
    const unknown = await logInAs({ email: 'nobody-at-all@example.org', password: 'wrong password' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
  });

  test('closes for 15 minutes after ten wrong passwords, for a volley too', async () => {
    const account = await addLearner();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => logInAs({ email: account.email, password: 'wrong password' })),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await logInAs(account)).status).toBe(429);
    wait(15 * 60 + 1);
    expect((await logInAs(account)).status).toBe(200);
  });

  test('stays open to the owner where they have been before, while a stranger guesses elsewhere', async () => {
    const account = await addLearner();
    const { email, password } = account;
    const from = (remoteAddress: string, guess: string) =>
      program.app.inject({
        method: 'POST',
        url: '/api/user/login',
        payload: { email, password: guess },
        remoteAddress,
      });
    expect((await from('203.0.113.9', password)).statusCode).toBe(200);
    for (let i = 0; i < 12; i++) await from('198.51.100.7', 'wrong password');
    expect((await from('198.51.100.7', password)).statusCode).toBe(429);
    expect((await from('192.0.2.55', password)).statusCode).toBe(429);
    expect((await from('203.0.113.9', password)).statusCode).toBe(200);
    for (let i = 0; i < 12; i++) await from('203.0.113.9', 'wrong password');
    expect((await from('203.0.113.9', password)).statusCode).toBe(429);
  });

  test('takes a password in whatever way a keyboard composes its letters', async () => {
    const details = { ...newcomer(), password: 'k\u00fcstenlicht' };
    await call(accounts.register, { body: details });
    const decomposed = await logInAs({ email: details.email, password: 'ku\u0308stenlicht' });
    expect(decomposed).toMatchObject({ status: 403, body: { code: 'not-verified' } });
  });

  test('does not count right passwords: a crew behind one address gets in', async () => {
    const account = await addLearner();
    for (let i = 0; i < 15; i++) expect((await logInAs(account)).status).toBe(200);
  });

  test.each([
    [{ email: '', password: 'x' }, { email: 'Email is required' }],
    [{ email: 'mate', password: 'abcdef' }, { email: 'Invalid email address' }],
    [{ email: 'a@b.co', password: '' }, { password: 'Password is required' }],
    [{ email: 'a@b.co', password: 'abcd' }, { password: 'Password must be at least 5 characters' }],
  ])('checks its fields: %o', async (body, fields) => {
    expect(await call(accounts.login, { body })).toMatchObject({ status: 400, body: { fields } });
  });
});

describe('a session', () => {
  test('is renewed by single-use tokens, and an answer lost at sea does not end it', async () => {
    const { refreshToken: first } = (await logInAs(await addLearner())).body;
    const lost = await refresh(program, first);
    const second = await refresh(program, first);
    expect([lost.status, second.status]).toEqual([200, 200]);
    expect((await refresh(program, second.body.refreshToken)).status).toBe(200);
    wait(29);
    expect((await refresh(program, first)).status).toBe(200);
  });

  test('ends whole when a replaced token comes back after its time', async () => {
    const { refreshToken: first, accessToken } = (await logInAs(await addLearner())).body;
    const second = (await refresh(program, first)).body.refreshToken;
    const third = (await refresh(program, second)).body.refreshToken;
    wait(31);
    expect((await refresh(program, first)).status).toBe(401);
    expect((await refresh(program, third)).status).toBe(401);
    expect((await withToken(program, accessToken)).statusCode).toBe(401);
  });

  test('also retires the twin that was handed out for a lost answer', async () => {
    const { refreshToken: first } = (await logInAs(await addLearner())).body;
    const twin = (await refresh(program, first)).body.refreshToken;
    const used = (await refresh(program, first)).body.refreshToken;
    await refresh(program, used);
    wait(31);
    expect((await refresh(program, twin)).status).toBe(401);
  });

  test('is not renewed without end by one token', async () => {
    const { refreshToken } = (await logInAs(await addLearner())).body;
    const answers = await Promise.all(Array.from({ length: 65 }, () => refresh(program, refreshToken)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    const rows = await program.db.selectFrom('refreshToken').select('hash').execute();
    wait(15 * 60 + 1);
    expect((await refresh(program, refreshToken)).status).toBe(200);
    expect(await program.db.selectFrom('refreshToken').select('hash').execute()).toHaveLength(rows.length + 1);
  });

  test('lives 30 days from its last use', async () => {
    const { refreshToken } = (await logInAs(await addLearner())).body;
    wait(29 * 24 * 3600);
    const next = (await refresh(program, refreshToken)).body.refreshToken;
    wait(31 * 24 * 3600);
    expect((await refresh(program, next)).status).toBe(401);
  });

  test('ends with logout at once, access token included', async () => {
    const { refreshToken, accessToken } = (await logInAs(await addLearner())).body;
    expect((await call(accounts.logout, { body: { refreshToken } })).status).toBe(204);
    expect((await withToken(program, accessToken)).statusCode).toBe(401);
    expect((await refresh(program, refreshToken)).status).toBe(401);
  });

  test('ends everywhere when its owner says so, and nobody else is touched', async () => {
    const account = await addLearner();
    const other = (await logInAs(await addLearner())).body;
    const phone = (await logInAs(account)).body;
    const laptop = (await logInAs(account)).body;
    const answer = await program.app.inject({
      method: 'POST',
      url: '/api/user/logout-everywhere',
      headers: { authorization: `Bearer ${laptop.accessToken}` },
    });
    expect(answer.statusCode).toBe(200);
    for (const session of [phone, laptop]) {
      expect((await refresh(program, session.refreshToken)).status).toBe(401);
      expect((await withToken(program, session.accessToken)).statusCode).toBe(401);
    }
    expect((await withToken(program, other.accessToken)).statusCode).toBe(200);
  });

  test('its access token runs out after 15 minutes, and a forged one is nobody', async () => {
    const { accessToken } = (await logInAs(await addLearner())).body;
    const [head, , signature] = accessToken.split('.');
    const admin = Buffer.from('{"role":"admin","exp":9999999999}').toString('base64url');
    expect((await withToken(program, `${head}.${admin}.${signature}`)).statusCode).toBe(401);
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await withToken(program, `${none}.${admin}.x`)).statusCode).toBe(401);
    wait(15 * 60 + 1);
    expect((await withToken(program, accessToken)).statusCode).toBe(401);
  });
});
