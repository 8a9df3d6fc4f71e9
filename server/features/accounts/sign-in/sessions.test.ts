import { accounts } from '@fairlead/contract/accounts/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { newcomer } from '../testing/newcomers.ts';
import { addOwner, codeFor, logIn, password, refresh, useUp, withToken } from '../testing/owners.ts';

const program = await testApp();
const { call, clock, db, wait } = program;
const logInAs = ({ email, password }: { email: string; password: string }) => logIn(program, email, password);

/** A person who may log in but has never done so. */
const addLearner = async () => ({ ...(await addOwner(program)), password });

describe('login', () => {
  const tooManyWrong = 'Too many wrong passwords have been tried for this account. Please try again in';
  const orElse = 'or set a new password by “Forgot password?” now.';

  // shows: calls/login, messages/login-server, threats/account-enumeration
  test('gives the same response to a wrong password and to an unknown email', async () => {
    const { email } = await addLearner();
    const known = await logInAs({ email, password: 'wrong password' });
    const unknown = await logInAs({ email: 'nobody-at-all@example.org', password: 'wrong password' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
  });

  // shows: threats/guessed-password, asvs/6.3.1
  test('closes for 15 minutes after ten wrong passwords, also sent in parallel', async () => {
    const account = await addLearner();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => logInAs({ email: account.email, password: 'wrong password' })),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = await logInAs(account);
    expect([refused.status, refused.body]).toMatchObject([429, { message: `${tooManyWrong} 15 minutes, ${orElse}` }]);
    wait(15 * 60 + 1);
    expect((await logInAs(account)).status).toBe(200);
  });

  test('opens 300 sessions of an account in an hour, and no more, even with the right password', async () => {
    const account = await addLearner();
    await sql`
      insert into session (account_id, created_at, last_used_at, expires_at)
      select id, ${clock()}, ${clock()}, ${clock()} from account, generate_series(1, 298)
      where email = ${account.email}`.execute(db);
    expect((await logInAs(account)).status).toBe(200);
    const refused = await logInAs(account);
    expect([refused.status, refused.headers['retry-after'], refused.body]).toMatchObject([
      429,
      '3600',
      { message: 'This account has logged in too often. Please try again in an hour.' },
    ]);
    wait(3600);
    expect((await logInAs(account)).status).toBe(200);
  });

  const from = (remoteAddress: string, email: string, guess: string, device?: string) =>
    program.app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { email, password: guess, ...(device && { device }) },
      remoteAddress,
    });
  /** Simulates that many guesses by strangers today, each from a different IP address. */
  const guessed = (email: string, count = 100) => {
    const window = { windowEndsAt: new Date(program.clock().getTime() + 24 * 3600 * 1000), count };
    return program.db
      .insertInto('rateLimit')
      .values({ key: `login:${email}`, ...window })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(window))
      .execute();
  };

  // shows: threats/guessed-password, asvs/6.3.1
  test('stays open to the owner wherever they are, while a stranger guesses from one network', async () => {
    const { email, password } = await addLearner();
    expect((await from('203.0.113.9', email, password)).statusCode).toBe(200);
    for (let i = 0; i < 12; i++) await from('198.51.100.7', email, 'wrong password');
    expect((await from('198.51.100.7', email, password)).statusCode).toBe(429);
    expect((await from('192.0.2.55', email, password)).statusCode).toBe(200);
    expect((await from('203.0.113.9', email, password)).statusCode).toBe(200);
    for (let i = 0; i < 12; i++) await from('203.0.113.9', email, 'wrong password');
    expect((await from('203.0.113.9', email, password)).statusCode).toBe(429);
  });

  // shows: threats/guessed-password, asvs/6.3.1
  test('allows strangers on many networks a hundred guesses a day, and stays open to known devices', async () => {
    const { email, password } = await addLearner();
    const { device } = (await from('203.0.113.9', email, password)).json();
    await guessed(email, 95);
    const volley = Array.from({ length: 9 }, (_, n) => from(`198.51.100.${n}`, email, 'wrong password'));
    const answers = await Promise.all(volley);
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    const refused = await from('192.0.2.55', email, password);
    expect([refused.statusCode, refused.json().message]).toEqual([429, `${tooManyWrong} 24 hours, ${orElse}`]);
    expect((await from('203.0.113.9', email, password)).statusCode).toBe(200);
    expect((await from('192.0.2.55', email, password, device)).statusCode).toBe(200);
    wait(23 * 3600);
    expect((await from('192.0.2.56', email, password)).statusCode).toBe(429);
    wait(3601);
    expect((await from('192.0.2.56', email, password)).statusCode).toBe(200);
  });

  // shows: threats/crew-behind-one-ip
  test('on a known device is not refused for what others on its network have tried', async () => {
    const { email, password } = await addLearner();
    const { device } = (await from('203.0.113.9', email, password)).json();
    await useUp(program, 'login-from:198.51.100.201', 600);
    expect((await from('198.51.100.201', email, password)).statusCode).toBe(429);
    expect((await from('198.51.100.201', email, password, device)).statusCode).toBe(200);
  });

  test('leaves no rows for names that a refused network makes up', async () => {
    const { db } = program;
    await useUp(program, 'login-from:198.51.100.200', 600);
    const volley = Array.from({ length: 5 }, (_, n) => from('198.51.100.200', `made-up-${n}@ship.example`, 'a guess'));
    expect((await Promise.all(volley)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(429));
    const keys = db.selectFrom('rateLimit').select('key').where('key', 'like', '%made-up-%');
    expect(await keys.execute()).toEqual([]);
  });

  // shows: threats/guessed-password, asvs/6.3.1
  test('is opened by a verified mailbox, on a device that strangers do not lock out again', async () => {
    const { email } = await addLearner();
    await guessed(email);
    await call(accounts.forgotPassword, { body: { email } });
    const newPassword = 'a new lighthouse';
    const body = { email, otp: await codeFor(program, email), newPassword };
    const { device } = (await call(accounts.resetPassword, { body })).body;
    await guessed(email);
    expect((await from('192.0.2.77', email, newPassword)).statusCode).toBe(429);
    expect((await from('192.0.2.77', email, newPassword, device)).statusCode).toBe(200);
  });

  // shows: threats/guessed-password
  test('counts the guesses of a known device too, and refuses a made-up device, another person’s and one that is too old', async () => {
    const { email, password } = await addLearner();
    const { device } = (await from('203.0.113.9', email, password)).json();
    for (let i = 0; i < 10; i++)
      expect((await from('192.0.2.55', email, 'wrong password', device)).statusCode).toBe(401);
    expect((await from('192.0.2.56', email, password, device)).statusCode).toBe(429);
    const { email: other, password: others } = await addLearner();
    const { device: elsewhere } = (await from('203.0.113.10', other, others)).json();
    const [name, , mac] = device.split('.');
    await guessed(email);
    for (const forged of [elsewhere, `x${device}`, `${name}.99999999999.${mac}`, `${name}.${mac}`, 'x', '..'])
      expect((await from('192.0.2.99', email, password, forged)).statusCode).toBe(429);
    wait(365 * 24 * 3600 + 1);
    await guessed(other);
    expect((await from('192.0.2.99', other, others, elsewhere)).statusCode).toBe(429);
  });

  // shows: asvs/6.2.8
  test('accepts a password in any Unicode composition of its characters', async () => {
    const details = { ...newcomer(), password: 'k\u00fcstenlicht' };
    await call(accounts.register, { body: details });
    const decomposed = await logInAs({ email: details.email, password: 'ku\u0308stenlicht' });
    expect(decomposed).toMatchObject({ status: 403, body: { code: 'not-verified' } });
  });

  // shows: threats/crew-behind-one-ip
  test('does not count right passwords: a crew behind one IP address can log in', async () => {
    const account = await addLearner();
    for (let i = 0; i < 15; i++) expect((await logInAs(account)).status).toBe(200);
  });

  // shows: login/required-fields, entities/login, rules/login-email-required, rules/login-email,
  //   rules/login-password-required, rules/login-password-length, constants/login-password
  test.each([
    [{ email: '', password: 'x' }, { email: 'Email is required' }],
    [{ email: 'mate', password: 'abcdef' }, { email: 'Invalid email address' }],
    [{ email: 'a@b.co', password: '' }, { password: 'Password is required' }],
    [{ email: 'a@b.co', password: 'abcd' }, { password: 'Password must be at least 5 characters' }],
  ])('validates its fields: %o', async (body, fields) => {
    expect(await call(accounts.login, { body })).toMatchObject({ status: 400, body: { fields } });
  });
});

describe('a session', () => {
  // shows: entities/login-answer, calls/refresh-token, asvs/7.2.2
  test('is refreshed by single-use tokens, and a lost response does not end it', async () => {
    const { refreshToken: first } = (await logInAs(await addLearner())).body;
    const lost = await refresh(program, first);
    const second = await refresh(program, first);
    expect([lost.status, second.status]).toEqual([200, 200]);
    expect((await refresh(program, second.body.refreshToken)).status).toBe(200);
    wait(29);
    expect((await refresh(program, first)).status).toBe(200);
  });

  // shows: calls/refresh-token, threats/stolen-refresh-token
  test('ends completely when a replaced token is used after its time', async () => {
    const { refreshToken: first, accessToken } = (await logInAs(await addLearner())).body;
    const second = (await refresh(program, first)).body.refreshToken;
    const third = (await refresh(program, second)).body.refreshToken;
    wait(31);
    expect((await refresh(program, first)).status).toBe(401);
    expect((await refresh(program, third)).status).toBe(401);
    expect((await withToken(program, accessToken)).statusCode).toBe(401);
  });

  test('also retires the duplicate token that was issued for a lost response', async () => {
    const { refreshToken: first } = (await logInAs(await addLearner())).body;
    const twin = (await refresh(program, first)).body.refreshToken;
    const used = (await refresh(program, first)).body.refreshToken;
    await refresh(program, used);
    wait(31);
    expect((await refresh(program, twin)).status).toBe(401);
  });

  /**
   * The owner continues with the token they received, and a thief exchanged a copy of the old one in its last seconds.
   */
  async function copied() {
    const { refreshToken: first, accessToken } = (await logInAs(await addLearner())).body;
    const second = (await refresh(program, first)).body.refreshToken;
    const owners = (await refresh(program, second)).body.refreshToken;
    wait(29);
    const copy = await refresh(program, first);
    expect(copy.status).toBe(200);
    wait(10 * 60);
    return { owners, thiefs: copy.body.refreshToken, accessToken };
  }

  // shows: threats/stolen-refresh-token
  test.each([
    ['owner', 'thief'],
    ['thief', 'owner'],
  ])('ends when both use copies of one token: the %s first, then the %s', async (one) => {
    const { owners, thiefs, accessToken } = await copied();
    const [former, latter] = one === 'owner' ? [owners, thiefs] : [thiefs, owners];
    const gone = (await refresh(program, former)).body.refreshToken;
    wait(31);
    expect((await refresh(program, latter)).status).toBe(401);
    expect((await refresh(program, gone)).status).toBe(401);
    expect((await withToken(program, accessToken)).statusCode).toBe(401);
  });

  test('continues when tabs that share their storage race with one token, whichever response was stored', async () => {
    for (const kept of ['first', 'second'] as const) {
      const { refreshToken } = (await logInAs(await addLearner())).body;
      const [one, two] = await Promise.all([refresh(program, refreshToken), refresh(program, refreshToken)]);
      let token = (kept === 'first' ? one : two).body.refreshToken;
      for (let renewal = 0; renewal < 3; renewal++) {
        wait(15 * 60);
        const { status, body } = await refresh(program, token);
        expect(status).toBe(200);
        token = body.refreshToken;
      }
    }
  });

  test('continues when the response to a late tab is stored in place of a newer one', async () => {
    let { thiefs: token } = await copied();
    for (let renewal = 0; renewal < 3; renewal++) {
      const { status, body } = await refresh(program, token);
      expect(status).toBe(200);
      token = body.refreshToken;
      wait(15 * 60);
    }
  });

  test('has a limit of refreshes by one token', async () => {
    const { refreshToken } = (await logInAs(await addLearner())).body;
    const answers = await Promise.all(Array.from({ length: 65 }, () => refresh(program, refreshToken)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    const rows = await program.db.selectFrom('refreshToken').select('hash').execute();
    wait(15 * 60 + 1);
    expect((await refresh(program, refreshToken)).status).toBe(200);
    expect(await program.db.selectFrom('refreshToken').select('hash').execute()).toHaveLength(rows.length + 1);
  });

  // shows: asvs/7.3.1
  test('expires 30 days after its last use', async () => {
    const { refreshToken } = (await logInAs(await addLearner())).body;
    wait(29 * 24 * 3600);
    const next = (await refresh(program, refreshToken)).body.refreshToken;
    wait(31 * 24 * 3600);
    expect((await refresh(program, next)).status).toBe(401);
  });

  const day = 24 * 3600;
  /** Refreshes a session every `every` seconds as long as possible, and returns for how many seconds that was. */
  async function livesFor(refreshToken: string, every: number): Promise<number> {
    const began = program.clock().getTime();
    for (let token = refreshToken; ; ) {
      wait(every);
      const { status, body } = await refresh(program, token);
      if (status !== 200) return (program.clock().getTime() - began) / 1000;
      token = body.refreshToken;
      const { exp, sid } = JSON.parse(Buffer.from(body.accessToken.split('.')[1] ?? '', 'base64url').toString());
      const { expiresAt } = await program.db
        .selectFrom('session')
        .select('expiresAt')
        .where('id', '=', sid)
        .executeTakeFirstOrThrow();
      expect(exp * 1000).toBeLessThanOrEqual(expiresAt.getTime());
    }
  }

  // shows: threats/stolen-refresh-token, asvs/7.3.2
  test.each([
    ['learner', 20 * day, 180 * day],
    ['registrar', 11 * 3600, 7 * day],
    ['admin', 11 * 3600, 7 * day],
  ] as const)('of a %s ends at last however it is used, with its access tokens', async (role, every, inAll) => {
    const { email, accountId } = await addLearner();
    await program.db.updateTable('account').set({ role }).where('id', '=', accountId).execute();
    const { refreshToken } = (await logInAs({ email, password })).body;
    const lived = await livesFor(refreshToken, every);
    expect(lived).toBeGreaterThanOrEqual(inAll);
    expect(lived - every).toBeLessThan(inAll);
  });

  // shows: threats/stolen-refresh-token
  test('has a last access token that is refused after its end', async () => {
    const { refreshToken } = (await logInAs(await addLearner())).body;
    let token = refreshToken;
    for (let renewal = 0; renewal < 7; renewal++) {
      wait(25 * day);
      token = (await refresh(program, token)).body.refreshToken;
    }
    wait(5 * day - 60);
    const { accessToken } = (await refresh(program, token)).body;
    expect((await withToken(program, accessToken)).statusCode).toBe(200);
    wait(61);
    expect((await withToken(program, accessToken)).statusCode).toBe(401);
  });

  // shows: threats/stolen-refresh-token, asvs/7.3.1
  test('of staff ends after 12 hours without use', async () => {
    const { email, accountId } = await addLearner();
    await program.db.updateTable('account').set({ role: 'registrar' }).where('id', '=', accountId).execute();
    const { refreshToken } = (await logInAs({ email, password })).body;
    wait(12 * 3600 + 1);
    expect((await refresh(program, refreshToken)).status).toBe(401);
  });

  // shows: threats/stolen-refresh-token, asvs/7.4.1
  test('ends at once with logout, access token included', async () => {
    const { refreshToken, accessToken } = (await logInAs(await addLearner())).body;
    expect((await call(accounts.logout, { body: { refreshToken } })).status).toBe(204);
    expect((await withToken(program, accessToken)).statusCode).toBe(401);
    expect((await refresh(program, refreshToken)).status).toBe(401);
  });

  // shows: asvs/7.5.2
  test('ends on every device when its owner requests it, and nobody else is affected', async () => {
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

  // shows: threats/forged-token, asvs/7.2.1, asvs/9.1.1, asvs/9.2.1
  test('has an access token that expires after 15 minutes, and a forged one is refused', async () => {
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
