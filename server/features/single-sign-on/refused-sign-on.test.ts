import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { generateKeyPair, type JWTPayload } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { sweepSignOns } from './begin-sign-on.ts';
import { type Lies, openidStandIn } from './testing/openid-stand-in.ts';
import { refusedSignOn, signOnDesk, signOnSettings } from './testing/sign-on-desk.ts';

const provider = await openidStandIn();
const program = await testApp(signOnSettings(provider));
const { call, clock, db, mailsTo, person, wait } = program;
const { addColleague, begin, claimsOf, finish, identities, isIn, reasons, signOn } = signOnDesk(program, provider);
const admin = await person('admin');
const ofOurSecret = new TextEncoder().encode(provider.clientSecret);
const forger = await generateKeyPair('RS256');

// A refusal is audited once in a quarter of an hour, and each test expects its own.
beforeEach(() => wait(16 * 60));

describe('a login through the provider is refused', () => {
  // shows: threats/forged-provider-login
  test('a second time with the same response, and after its ten minutes', async () => {
    const claims = claimsOf((await addColleague()).email);
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claims), verifier };
    expect((await finish(answer)).status).toBe(200);
    expect(await finish(answer)).toMatchObject(refusedSignOn);
    const late = await begin();
    const lateAnswer = { ...provider.authorize(late.url, claims), verifier: late.verifier };
    wait(10 * 60);
    expect(await finish(lateAnswer)).toMatchObject(refusedSignOn);
    await sweepSignOns(db, clock());
    expect(await db.selectFrom('signOn').select('state').where('expiresAt', '<=', clock()).execute()).toEqual([]);
  });

  // shows: threats/forged-provider-login, asvs/10.1.2, asvs/10.2.1
  test('in another browser than the one that began it', async () => {
    const claims = claimsOf((await addColleague()).email);
    const [one, other] = [await begin(), await begin()];
    const stolen = provider.authorize(one.url, claims);
    expect(await finish({ ...stolen, verifier: other.verifier })).toMatchObject(refusedSignOn);
    expect(await finish({ ...stolen, state: other.state, verifier: other.verifier })).toMatchObject(refusedSignOn);
    // The thief's attempt did not use up the code.
    expect((await finish({ ...stolen, verifier: one.verifier })).status).toBe(200);
  });

  // shows: threats/forged-provider-login, asvs/10.1.2
  test('with a code of another login of the same person', async () => {
    const claims = claimsOf((await addColleague()).email);
    const [one, other] = [await begin(), await begin()];
    const { code } = provider.authorize(one.url, claims);
    const answer = { ...provider.authorize(other.url, claims), verifier: other.verifier, code };
    expect(await finish(answer)).toMatchObject(refusedSignOn);
  });

  test('after a failed attempt, even with a valid response', async () => {
    const claims = claimsOf((await addColleague()).email);
    const { url, verifier } = await begin();
    const forged = provider.authorize(url, claims, { key: forger.privateKey });
    expect(await finish({ ...forged, verifier })).toMatchObject(refusedSignOn);
    expect(await finish({ ...provider.authorize(url, claims), verifier })).toMatchObject(refusedSignOn);
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
    expect(await signOn(claimsOf(colleague.email), { lies })).toMatchObject(refusedSignOn);
    expect(await identities(colleague)).toEqual([]);
    expect((await reasons()).at(-1)).toBe(reason);
  });

  // shows: threats/forged-provider-login, asvs/10.2.2
  test('with a response that names another provider, or none', async () => {
    const claims = claimsOf((await addColleague()).email);
    expect(await signOn(claims, { iss: 'https://evil.example' })).toMatchObject(refusedSignOn);
    const { url, verifier } = await begin();
    const { iss: _, ...silent } = provider.authorize(url, claims);
    expect(await finish({ ...silent, verifier })).toMatchObject(refusedSignOn);
  });

  // shows: threats/provider-escalation
  test.each<[string, JWTPayload, string, RegExp]>([
    ['without an address', { email: undefined } as JWTPayload, 'no-email', /did not send/],
    ['with an address that is not verified', { email_verified: false }, 'email-not-verified', /has not verified/],
    ['with one that is verified in words', { email_verified: 'true' }, 'email-not-verified', /has not verified/],
    ['of another domain', { email: 'leela@evil.example' }, 'other-domain', /not one of the academy/],
    ['of a domain that ends alike', { email: 'leela@not-academy.example' }, 'other-domain', /not one of the academy/],
    ['of a domain below', { email: 'leela@evil.academy.example' }, 'other-domain', /not one of the academy/],
    ['with two @', { email: '"leela@academy.example"@evil.example' }, 'no-email', /did not send/],
    ['without an account', { email: 'nobody@academy.example' }, 'no-account', /no staff account here yet/],
    ['without a name of the provider’s', { sub: `a\u0000b` }, 'no-name', /has expired/],
    ['with a name that is too long', { sub: 'a'.repeat(256) }, 'no-name', /has expired/],
    ['with a session that is no name', { sid: 'a\u0000b' }, 'no-name', /has expired/],
  ])('for somebody %s', async (_, claims, reason, sentence) => {
    const { status, body } = await signOn({ ...claimsOf('leela@academy.example'), ...claims });
    expect([status, body.message]).toEqual([reason === 'no-name' ? 401 : 403, expect.stringMatching(sentence)]);
    expect((await reasons()).at(-1)).toBe(reason);
  });

  // shows: threats/provider-escalation
  test.each(['mar\u212a@', 'an\u200bna@', 'an\u0000na@', 'an\ufeffna@', 'anna\u0307@', ' anna@'])(
    'for an email that only looks like a colleague’s: %j',
    async (local) => {
      const mark = await addColleague();
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
    expect((await mailsTo(colleague.email)).at(-1)?.subject).toContain(
      'no longer log in to Fairlead Maritime Academy with Harbour ID',
    );
    expect((await signOn(next)).status).toBe(200);
  });

  // shows: threats/provider-escalation
  test('for a disabled account, and its sessions end', async () => {
    const colleague = await addColleague();
    const claims = claimsOf(colleague.email);
    const { body } = await signOn(claims);
    const fresh = await person('admin');
    await call(staffAccounts.disable, { params: { id: colleague.accountId }, body: { note: 'Left us' } }, fresh);
    expect(await isIn(body.accessToken)).toBe(false);
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
