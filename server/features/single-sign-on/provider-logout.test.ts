import { accounts } from '@fairlead/contract/accounts/calls';
import { generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { givePassword } from '../accounts/testing/owners.ts';
import { openidStandIn } from './testing/openid-stand-in.ts';
import { refusedSignOn, signOnDesk, signOnSettings } from './testing/sign-on-desk.ts';

const provider = await openidStandIn();
const program = await testApp(signOnSettings(provider));
const { app, call, db, wait } = program;
const { addColleague, begin, claimsOf, finish, isIn, protectedColleague, signOn } = signOnDesk(program, provider);
const ofOurSecret = new TextEncoder().encode(provider.clientSecret);
const forger = await generateKeyPair('RS256');

describe('a logout at the provider', () => {
  const tell = (token: string) =>
    app.inject({
      method: 'POST',
      url: '/api/user/sign-on/back-channel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });
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
      const { colleague, otp } = await protectedColleague();
      const claims = claimsOf(colleague.email);
      const { url, verifier } = await begin();
      const answer = { ...provider.authorize(url, claims), verifier };
      await finish(answer);
      return { claims, goOn: () => finish({ ...answer, otp: otp() }) };
    };
    const [one, other] = [await waiting(), await waiting()];
    const { sub, sid } = one.claims;
    expect((await tell(await provider.logoutToken({ sub, sid }))).statusCode).toBe(200);
    expect(await one.goOn()).toMatchObject(refusedSignOn);
    expect((await other.goOn()).status).toBe(200);
  });

  // shows: threats/session-outlives-provider, asvs/10.5.5
  test.each<[string, Record<string, unknown>, Parameters<typeof provider.logoutToken>[1]?]>([
    ['for another client', { aud: 'another-client' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['an hour old', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['with a nonce, as an ID token has', { nonce: 'one' }],
    ['without the event', { events: {} }],
    ['with no events at all, as an ID token', { events: undefined }],
    ['of nobody', { sub: undefined, sid: undefined }],
    ['without an id', { jti: undefined }],
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
