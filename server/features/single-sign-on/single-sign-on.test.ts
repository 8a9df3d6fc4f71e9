import { accounts } from '@fairlead/contract/accounts';
import { type SignOn, singleSignOn } from '@fairlead/contract/single-sign-on';
import { staffAccounts } from '@fairlead/contract/staff-accounts';
import { generateKeyPair, type JWTPayload } from 'jose';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
import { type Lies, openidStandIn } from '../../testing/openid-stand-in.ts';
import { actionsOn, codeAt, givePassword, setUpFactor } from '../../testing/owners.ts';
import { sweepSignOns } from './begin-sign-on.ts';

const provider = await openidStandIn();
const program = await testApp({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  OIDC_EMAIL_DOMAINS: 'academy.example, ops.academy.example',
  OIDC_NAME: 'Harbour ID',
});
const { app, call, db, person, mailsTo, wait, clock } = program;
const admin = await person('admin');
const ofOurSecret = new TextEncoder().encode(provider.clientSecret);
const forger = await generateKeyPair('RS256');

let subjects = 0;
/** Claims of a person at the provider. */
const claimsOf = (email: string, more: JWTPayload = {}): JWTPayload => ({
  ...{ sub: `subject-${++subjects}`, email, email_verified: true },
  ...{ given_name: 'Leela', family_name: 'Das', sid: `session-${subjects}` },
  ...more,
});
let colleagues = 0;
const addColleague = (role: 'registrar' | 'instructor' | 'admin' = 'registrar') =>
  person(role, { email: `colleague-${++colleagues}@academy.example` });

const begin = async () => (await call(singleSignOn.beginSignOn)).body;
type Finish = { code: string; state: string; iss?: string; verifier: string; otp?: string };
const finish = (body: Finish) => call(singleSignOn.finishSignOn, { body });
/** A complete login, with the changes that a test makes to it. */
async function signOn(claims: JWTPayload, { lies, ...changes }: Partial<Finish> & { lies?: Lies } = {}) {
  const { url, verifier } = await begin();
  return finish({ ...provider.authorize(url, claims, lies), verifier, ...changes });
}
const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });
const me = (accessToken: string) => app.inject({ url: '/api/user/me', headers: bearer(accessToken) });
const reasons = async () =>
  (
    await db
      .selectFrom('auditEvent')
      .select('details')
      .where('action', '=', 'login.fail-sign-on')
      .orderBy('id')
      .execute()
  ).map(({ details }) => (details as { reason: string }).reason);
const identities = (of: Person) =>
  db.selectFrom('staffIdentity').select('subject').where('accountId', '=', of.accountId).execute();

const refused = {
  status: 401,
  body: { code: 'bad-credentials', message: 'This login has been used, or has run out. Please begin again.' },
};

// A refusal is audited once in a quarter of an hour, and each test expects its own.
beforeEach(() => wait(16 * 60));

describe('a login through the provider', () => {
  test('opens the account of a colleague, is audited, and notifies them the first time', async () => {
    expect((await call(singleSignOn.getProvider)).body).toEqual({ name: 'Harbour ID' });
    const colleague = await addColleague();
    const claims = claimsOf(colleague.email.toUpperCase());
    const { status, body } = await signOn(claims);
    expect([status, body.user.email, body.user.role]).toEqual([200, colleague.email, 'registrar']);
    expect(body.signOutUrl).toBe(
      `${provider.issuer}/logout?post_logout_redirect_uri=${encodeURIComponent('https://academy.example/ornate_backend')}&client_id=academy`,
    );
    expect((await me(body.accessToken)).statusCode).toBe(200);
    expect((await call(accounts.refresh, { body: { refreshToken: body.refreshToken } })).status).toBe(200);
    expect((await signOn(claims)).status).toBe(200);
    expect((await actionsOn(program, colleague)).map(([action]) => action)).toEqual(['account.add-sign-on']);
    const subjectsOf = (await mailsTo(colleague.email)).map(({ subject }) => subject);
    expect(subjectsOf).toEqual([expect.stringContaining('can now be opened by Harbour ID')]);
  });

  // shows: asvs/10.1.2
  test('requests a code with PKCE, with its own state and nonce each time, and keeps the verifier in the browser', async () => {
    const [first, second] = [await begin(), await begin()];
    const asked = ({ url }: SignOn) => Object.fromEntries(new URL(url).searchParams);
    expect(asked(first)).toMatchObject({
      client_id: 'academy',
      response_type: 'code',
      redirect_uri: 'https://academy.example/signed-on',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      state: first.state,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked(first)[name]).not.toBe(asked(second)[name]);
    expect(first.url).not.toContain(first.verifier);
    const rows = await db.selectFrom('signOn').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first.verifier);
  });

  test('uses the provider’s cached metadata while it does not answer', async () => {
    await begin();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
    provider.isAway = true;
    for (const _ of [1, 2]) expect((await call(singleSignOn.beginSignOn)).status).toBe(200);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect((await call(singleSignOn.beginSignOn)).status).toBe(200);
    provider.isAway = false;
    vi.useRealTimers();
  });

  // shows: asvs/10.5.2
  test('identifies the person by the subject once known, whatever the email is by then', async () => {
    const colleague = await addColleague();
    const claims = claimsOf(colleague.email);
    await signOn(claims);
    const { body } = await signOn({ ...claims, email: 'married@ops.academy.example' });
    expect(body.user.email).toBe(colleague.email);
  });
});

describe('a login through the provider is refused', () => {
  // shows: threats/forged-provider-login
  test('a second time with the same response, and after its ten minutes', async () => {
    const claims = claimsOf((await addColleague()).email);
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claims), verifier };
    expect((await finish(answer)).status).toBe(200);
    expect(await finish(answer)).toMatchObject(refused);
    const late = await begin();
    const lateAnswer = { ...provider.authorize(late.url, claims), verifier: late.verifier };
    wait(10 * 60);
    expect(await finish(lateAnswer)).toMatchObject(refused);
    await sweepSignOns(db, clock());
    expect(await db.selectFrom('signOn').select('state').where('expiresAt', '<=', clock()).execute()).toEqual([]);
  });

  // shows: threats/forged-provider-login, asvs/10.1.2, asvs/10.2.1
  test('in another browser than the one that began it', async () => {
    const claims = claimsOf((await addColleague()).email);
    const [one, other] = [await begin(), await begin()];
    const stolen = provider.authorize(one.url, claims);
    expect(await finish({ ...stolen, verifier: other.verifier })).toMatchObject(refused);
    expect(await finish({ ...stolen, state: other.state, verifier: other.verifier })).toMatchObject(refused);
    // The thief's attempt did not use up the code.
    expect((await finish({ ...stolen, verifier: one.verifier })).status).toBe(200);
  });

  // shows: threats/forged-provider-login, asvs/10.1.2
  test('with a code of another login of the same person', async () => {
    const claims = claimsOf((await addColleague()).email);
    const [one, other] = [await begin(), await begin()];
    const { code } = provider.authorize(one.url, claims);
    const answer = { ...provider.authorize(other.url, claims), verifier: other.verifier, code };
    expect(await finish(answer)).toMatchObject(refused);
  });

  test('after a failed attempt, even with a valid response', async () => {
    const claims = claimsOf((await addColleague()).email);
    const { url, verifier } = await begin();
    const forged = provider.authorize(url, claims, { key: forger.privateKey });
    expect(await finish({ ...forged, verifier })).toMatchObject(refused);
    expect(await finish({ ...provider.authorize(url, claims), verifier })).toMatchObject(refused);
  });

  const hour = () => Math.floor(Date.now() / 1000) - 3600;
  const [claim, response] = ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_INVALID_RESPONSE'];
  // shows: threats/forged-provider-login, asvs/6.8.2, asvs/10.5.1
  test.each<[string, Lies, string]>([
    ['for another client', { idToken: { aud: 'another-client' } }, claim],
    ['for another client that names us too', { idToken: { aud: ['academy', 'another'], azp: 'another' } }, claim],
    ['of another issuer', { idToken: { iss: 'https://evil.example' } }, claim],
    ['with the nonce of another login', { idToken: { nonce: 'another' } }, claim],
    ['without a nonce', { idToken: { nonce: undefined } as JWTPayload }, response],
    ['that has run out', { idToken: { iat: hour(), exp: hour() + 60 } }, 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
    ['signed by a stranger', { key: forger.privateKey }, response],
    ['signed with the client secret', { key: ofOurSecret, alg: 'HS256' }, 'OAUTH_UNSUPPORTED_OPERATION'],
    ['that nobody has signed', { alg: 'none' }, 'OAUTH_UNSUPPORTED_OPERATION'],
    ['whose user info is somebody else’s', { info: { sub: 'somebody' } }, 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'],
  ])('with a token %s', async (_, lies, reason) => {
    const colleague = await addColleague();
    expect(await signOn(claimsOf(colleague.email), { lies })).toMatchObject(refused);
    expect(await identities(colleague)).toEqual([]);
    expect((await reasons()).at(-1)).toBe(reason);
  });

  // shows: threats/forged-provider-login, asvs/10.2.2
  test('with a response that names another provider, or none', async () => {
    const claims = claimsOf((await addColleague()).email);
    expect(await signOn(claims, { iss: 'https://evil.example' })).toMatchObject(refused);
    const { url, verifier } = await begin();
    const { iss: _, ...silent } = provider.authorize(url, claims);
    expect(await finish({ ...silent, verifier })).toMatchObject(refused);
  });

  // shows: threats/provider-escalation
  test.each<[string, JWTPayload, string, RegExp]>([
    ['without an address', { email: undefined } as JWTPayload, 'no-email', /did not tell us/],
    ['with an address that is not verified', { email_verified: false }, 'email-not-verified', /has not verified/],
    ['with one that is verified in words', { email_verified: 'true' }, 'email-not-verified', /has not verified/],
    ['of another domain', { email: 'leela@evil.example' }, 'other-domain', /not one of the academy/],
    ['of a domain that ends alike', { email: 'leela@not-academy.example' }, 'other-domain', /not one of the academy/],
    ['of a domain below', { email: 'leela@evil.academy.example' }, 'other-domain', /not one of the academy/],
    ['with two @', { email: '"leela@academy.example"@evil.example' }, 'no-email', /did not tell us/],
    ['without an account', { email: 'nobody@academy.example' }, 'no-account', /no staff account here yet/],
    ['without a name of the provider’s', { sub: `a\u0000b` }, 'no-name', /run out/],
    ['with a name that is too long', { sub: 'a'.repeat(256) }, 'no-name', /run out/],
    ['with a session that is no name', { sid: 'a\u0000b' }, 'no-name', /run out/],
  ])('for somebody %s', async (_, claims, reason, sentence) => {
    const { status, body } = await signOn({ ...claimsOf('leela@academy.example'), ...claims });
    expect([status, body.message]).toEqual([reason === 'no-name' ? 401 : 403, expect.stringMatching(sentence)]);
    expect((await reasons()).at(-1)).toBe(reason);
  });

  // shows: threats/provider-escalation
  test.each(['mar\u212a@', 'an\u200bna@', 'an\u0000na@', 'an\ufeffna@', 'anna\u0307@', ' anna@'])(
    'for an email that only looks like a colleague’s: %j',
    async (local) => {
      const mark = await person('registrar', { email: `mark@${subjects}.academy.example` });
      await db
        .insertInto('account')
        .columns([
          'email',
          'prefix',
          'firstName',
          'lastName',
          'mobile',
          'passwordHash',
          'role',
          'approvedAt',
          'emailVerifiedAt',
        ])
        .expression((e) =>
          e
            .selectFrom('account')
            .select((of) => [
              of.val(`${local === 'mar\u212a@' ? 'mark' : 'anna'}@academy.example`).as('email'),
              ...(['prefix', 'firstName', 'lastName', 'mobile', 'passwordHash', 'role', 'approvedAt'] as const),
              'emailVerifiedAt',
            ])
            .where('id', '=', mark.accountId),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      expect((await signOn(claimsOf(`${local}academy.example`))).status).toBe(403);
    },
  );

  // shows: threats/provider-escalation
  test('for an email from one source that the other calls verified', async () => {
    const { email } = await addColleague();
    const { email: _, ...nameless } = claimsOf(email);
    const unverified = { info: { email, email_verified: false } };
    expect((await signOn(nameless, { lies: { idToken: { email_verified: true }, ...unverified } })).status).toBe(403);
    const lies = { idToken: { email }, info: { email: 'other@academy.example', email_verified: true } };
    expect((await signOn(nameless, { lies })).status).toBe(403);
  });

  // shows: threats/provider-escalation
  test('for a seafarer, who gets no staff account by it', async () => {
    const seafarer = await person('learner', { email: 'cadet@academy.example' });
    expect(await signOn(claimsOf(seafarer.email))).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('belongs to a seafarer’s account') },
    });
    expect(await identities(seafarer)).toEqual([]);
  });

  // shows: threats/provider-escalation, asvs/10.5.2
  test('for the next holder of an email, until an administrator has removed the former one', async () => {
    const colleague = await addColleague();
    await signOn(claimsOf(colleague.email));
    const next = claimsOf(colleague.email);
    expect(await signOn(next)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('another login') },
    });
    const { body } = await call(singleSignOn.list, admin);
    expect(body.data.map(({ accountId }) => accountId)).toContain(colleague.accountId);
    const remove = (as: Person) => call(singleSignOn.remove, { params: { id: colleague.accountId } }, as);
    expect((await remove(colleague)).status).toBe(403);
    expect((await remove(admin)).body).toMatchObject({ code: 'confirm-password' });
    const fresh = await person('admin');
    expect((await remove(fresh)).status).toBe(200);
    expect((await remove(fresh)).status).toBe(404);
    expect((await mailsTo(colleague.email)).at(-1)?.subject).toContain('no longer opened by Harbour ID');
    expect((await signOn(next)).status).toBe(200);
  });

  // shows: threats/provider-escalation
  test('for a disabled account, and its sessions end', async () => {
    const colleague = await addColleague();
    const claims = claimsOf(colleague.email);
    const { body } = await signOn(claims);
    const fresh = await person('admin');
    await call(staffAccounts.disable, { params: { id: colleague.accountId }, body: { note: 'Left us' } }, fresh);
    expect((await me(body.accessToken)).statusCode).toBe(401);
    expect(await signOn(claims)).toMatchObject({ status: 403, body: { code: 'disabled' } });
    expect((await reasons()).at(-1)).toBe('disabled');
  });

  test('while the provider does not answer, or fails, with a time to retry', async () => {
    const colleague = await addColleague();
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claimsOf(colleague.email)), verifier };
    provider.isAway = true;
    expect(await finish(answer)).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
    provider.isAway = false;
    expect((await signOn(claimsOf(colleague.email), { lies: { status: 502 } })).status).toBe(503);
  });

  test('from a network that has begun or finished too many', async () => {
    const used = ['sign-on-begin:127.0.0.1', 'sign-on-from:127.0.0.1'].map((key) => ({ key, count: 600 }));
    const windowEndsAt = new Date(clock().getTime() + 60_000);
    for (const { key, count } of used) {
      const window = { count, windowEndsAt };
      await db
        .insertInto('rateLimit')
        .values({ key, ...window })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(window))
        .execute();
    }
    expect((await call(singleSignOn.beginSignOn)).status).toBe(429);
    const madeUp = 'a'.repeat(43);
    expect((await finish({ state: madeUp, verifier: madeUp, code: 'one' })).status).toBe(429);
  });
});

describe('a second factor', () => {
  async function protectedColleague(role: 'registrar' | 'admin' = 'registrar') {
    const colleague = await addColleague(role);
    await givePassword(program, colleague);
    const secret = await setUpFactor(program, colleague);
    wait(60);
    return { colleague, otp: () => codeAt(secret, clock()) };
  }

  // shows: threats/provider-escalation, asvs/6.8.4
  test('is requested in addition to the provider’s, and the login continues with its code', async () => {
    const { colleague, otp } = await protectedColleague();
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claimsOf(colleague.email)), verifier };
    expect(await finish(answer)).toMatchObject({ status: 403, body: { code: 'second-factor' } });
    // Nothing is linked before the code was given.
    expect(await identities(colleague)).toEqual([]);
    expect(await finish({ ...answer, otp: '000000' })).toMatchObject({ status: 400, body: { code: 'bad-code' } });
    expect(await finish({ ...answer, verifier: (await begin()).verifier, otp: otp() })).toMatchObject(refused);
    expect((await finish({ ...answer, otp: otp() })).status).toBe(200);
    wait(60);
    expect(await finish({ ...answer, otp: otp() })).toMatchObject(refused);
  });

  // shows: threats/provider-escalation, asvs/6.8.4
  test('is not requested if the provider checked one, once it has been entered here', async () => {
    const { colleague, otp } = await protectedColleague();
    const claims = claimsOf(colleague.email, { amr: ['pwd', 'mfa'] });
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claims), verifier };
    expect(await finish(answer)).toMatchObject({ body: { code: 'second-factor' } });
    expect((await finish({ ...answer, otp: otp() })).status).toBe(200);
    expect((await signOn(claims)).status).toBe(200);
    expect((await signOn({ ...claims, amr: ['pwd'] })).body).toMatchObject({ code: 'second-factor' });
  });

  // shows: threats/provider-escalation
  test('that is set up after a login through the provider must then be entered once', async () => {
    const colleague = await addColleague();
    const claims = claimsOf(colleague.email, { amr: ['mfa'] });
    expect((await signOn(claims)).status).toBe(200);
    await givePassword(program, colleague);
    await setUpFactor(program, colleague);
    expect((await signOn(claims)).body).toMatchObject({ code: 'second-factor' });
  });

  // shows: threats/provider-escalation
  test('of an administrator is requested each time, even of one who was a registrar before', async () => {
    const { colleague, otp } = await protectedColleague();
    const claims = claimsOf(colleague.email, { amr: ['mfa'] });
    const whole = async () => {
      const { url, verifier } = await begin();
      const answer = { ...provider.authorize(url, claims), verifier };
      expect((await finish(answer)).body).toMatchObject({ code: 'second-factor' });
      wait(60);
      return finish({ ...answer, otp: otp() });
    };
    expect((await whole()).status).toBe(200);
    expect((await signOn(claims)).status).toBe(200);
    await db.updateTable('account').set({ role: 'admin' }).where('id', '=', colleague.accountId).execute();
    expect((await whole()).body.user.role).toBe('admin');
  });

  // shows: threats/provider-escalation
  test('refuses a person who is disabled while it is requested', async () => {
    const { colleague, otp } = await protectedColleague();
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claimsOf(colleague.email)), verifier };
    await finish(answer);
    await db.updateTable('account').set({ disabledAt: clock() }).where('id', '=', colleague.accountId).execute();
    expect(await finish({ ...answer, otp: otp() })).toMatchObject({ status: 403, body: { code: 'disabled' } });
  });

  test('stays usable if the provider is away, and is refused once the login was removed', async () => {
    const { colleague, otp } = await protectedColleague();
    const claims = claimsOf(colleague.email);
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claims), verifier };
    await finish(answer);
    provider.isAway = true;
    const code = otp();
    expect((await finish({ ...answer, otp: code })).status).toBe(200);
    provider.isAway = false;
    const again = await begin();
    const waiting = { ...provider.authorize(again.url, claims), verifier: again.verifier };
    await finish(waiting);
    const fresh = await person('admin');
    await call(singleSignOn.remove, { params: { id: colleague.accountId } }, fresh);
    wait(60);
    expect(await finish({ ...waiting, otp: otp() })).toMatchObject(refused);
  });

  // shows: threats/provider-escalation
  test('must be set up by an administrator before the provider can open the account', async () => {
    const administrator = await addColleague('admin');
    expect(await signOn(claimsOf(administrator.email))).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('set up a second factor first') },
    });
    expect(await identities(administrator)).toEqual([]);
    expect((await reasons()).at(-1)).toBe('unprotected-administrator');
  });

  testOnServer('logs in once if its code is sent in parallel', async () => {
    const { colleague, otp } = await protectedColleague();
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claimsOf(colleague.email)), verifier };
    await finish(answer);
    const answers = await Promise.all(Array.from({ length: 4 }, () => finish({ ...answer, otp: otp() })));
    expect(tally(answers)).toMatchObject({ 200: 1 });
  });
});

// shows: threats/forged-provider-login
testOnServer('of four parallel requests with one response of the provider, one logs in', async () => {
  const colleague = await addColleague();
  const { url, verifier } = await begin();
  const answer = { ...provider.authorize(url, claimsOf(colleague.email)), verifier };
  const answers = await Promise.all(Array.from({ length: 4 }, () => finish(answer)));
  expect(tally(answers)).toEqual({ 200: 1, 401: 3 });
});

describe('a logout at the provider', () => {
  const tell = (token: string) =>
    app.inject({
      method: 'POST',
      url: '/api/user/sign-on/back-channel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });
  const isIn = async (accessToken: string) => (await me(accessToken)).statusCode === 200;
  /** Two sessions of one person via the provider, and one with the password. */
  async function threeSessions() {
    const colleague = await addColleague();
    const claims = claimsOf(colleague.email);
    const first = (await signOn(claims)).body.accessToken;
    const second = (await signOn({ ...claims, sid: 'another-session' })).body.accessToken;
    await givePassword(program, colleague);
    const { body } = await call(accounts.login, {
      body: { email: colleague.email, password: 'lighthouse keeper' },
    });
    return { colleague, claims, first, second, third: body.accessToken };
  }

  // shows: threats/session-outlives-provider, asvs/7.6.1
  test('ends the session that it opened, once, and is audited', async () => {
    const { colleague, claims, first, second, third } = await threeSessions();
    const token = await provider.logoutToken({ sub: claims.sub, sid: claims.sid });
    for (const _ of [1, 2]) {
      const { statusCode, headers } = await tell(token);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    }
    expect([await isIn(first), await isIn(second), await isIn(third)]).toEqual([false, true, true]);
    const ended = await db
      .selectFrom('auditEvent')
      .innerJoin('session', (join) => join.onRef('subjectId', '=', (e) => e.cast('session.id', 'text') as never))
      .select('session.id')
      .where('action', '=', 'session.end-by-provider')
      .where('session.accountId', '=', colleague.accountId)
      .execute();
    expect(ended).toHaveLength(1);
  });

  // shows: threats/session-outlives-provider, asvs/10.5.5
  test('of a person ends all sessions that it opened for them so far, and no session by password', async () => {
    const { claims, first, second, third } = await threeSessions();
    const token = await provider.logoutToken({ sub: claims.sub });
    expect((await tell(token)).statusCode).toBe(200);
    expect([await isIn(first), await isIn(second), await isIn(third)]).toEqual([false, false, true]);
  });

  test('of one session ends those that the provider opened without naming one', async () => {
    const colleague = await addColleague();
    const claims = claimsOf(colleague.email, { sid: undefined });
    const { accessToken } = (await signOn(claims)).body;
    await tell(await provider.logoutToken({ sub: claims.sub, sid: 'named-now' }));
    expect(await isIn(accessToken)).toBe(false);
  });

  test('affects nobody whom another provider identifies by the same subject', async () => {
    const { colleague, claims, first } = await threeSessions();
    await db
      .updateTable('staffIdentity')
      .set({ issuer: 'https://former.example/' })
      .where('accountId', '=', colleague.accountId)
      .execute();
    expect((await tell(await provider.logoutToken({ sub: claims.sub, sid: claims.sid }))).statusCode).toBe(200);
    expect(await isIn(first)).toBe(true);
  });

  test('ends a login that waits for its second factor, and nobody else’s', async () => {
    const waiting = async () => {
      const colleague = await addColleague();
      await givePassword(program, colleague);
      const secret = await setUpFactor(program, colleague);
      wait(60);
      const claims = claimsOf(colleague.email);
      const { url, verifier } = await begin();
      const answer = { ...provider.authorize(url, claims), verifier };
      await finish(answer);
      return { claims, goOn: () => finish({ ...answer, otp: codeAt(secret, clock()) }) };
    };
    const [one, other] = [await waiting(), await waiting()];
    const { sub, sid } = one.claims;
    expect((await tell(await provider.logoutToken({ sub, sid }))).statusCode).toBe(200);
    expect(await one.goOn()).toMatchObject(refused);
    expect((await other.goOn()).status).toBe(200);
  });

  // shows: threats/session-outlives-provider, asvs/10.5.5
  test.each<[string, JWTPayload, Parameters<typeof provider.logoutToken>[1]?]>([
    ['for another client', { aud: 'another-client' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['an hour old', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['with a nonce, as an ID token has', { nonce: 'one' }],
    ['without the event', { events: {} }],
    ['with no events at all, as an ID token', { events: undefined } as JWTPayload],
    ['of nobody', { sub: undefined, sid: undefined } as JWTPayload],
    ['without an id', { jti: undefined } as JWTPayload],
    ['with a name that is none', { sub: 'a\u0000b' }],
    ['signed by a stranger', {}, { key: forger.privateKey }],
    ['signed with the client secret', {}, { key: ofOurSecret, alg: 'HS256' }],
    ['that nobody has signed', {}, { alg: 'none' }],
  ])('is refused with a token %s', async (_, changes, how) => {
    const { claims, first } = await threeSessions();
    const { statusCode, body } = await tell(await provider.logoutToken({ sub: claims.sub, ...changes }, how));
    expect([statusCode, JSON.parse(body).error]).toEqual([400, 'invalid_request']);
    expect(await isIn(first)).toBe(true);
  });

  // shows: threats/session-outlives-provider
  test('ends nothing that was opened since, with the same token or another of that time', async () => {
    const { claims, first } = await threeSessions();
    const [token, twin] = await Promise.all([1, 2].map(() => provider.logoutToken({ sub: claims.sub })));
    await tell(token ?? '');
    expect(await isIn(first)).toBe(false);
    // Later than the real clock, which the provider uses.
    wait(30 * 24 * 3600);
    const { body } = await signOn(claims);
    for (const again of [token, twin]) expect((await tell(again ?? '')).statusCode).toBe(200);
    expect(await isIn(body.accessToken)).toBe(true);
    expect((await tell(await provider.logoutToken({ sub: claims.sub, sid: claims.sid }))).statusCode).toBe(200);
    expect(await isIn(body.accessToken)).toBe(false);
  });

  test('is refused without a token, or as JSON', async () => {
    expect((await tell('')).statusCode).toBe(400);
    const payload = { logout_token: 'a.b.c' };
    const answer = await app.inject({ method: 'POST', url: '/api/user/sign-on/back-channel-logout', payload });
    expect(answer.statusCode).toBe(400);
  });
});
