import { accounts } from '@fairlead/contract/accounts/calls';
import { type SignOn, singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { describe, expect, test, vi } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
import { actionsOn } from '../accounts/testing/owners.ts';
import { openidStandIn } from './testing/openid-stand-in.ts';
import { signOnDesk, signOnSettings } from './testing/sign-on-desk.ts';

const provider = await openidStandIn();
const program = await testApp(signOnSettings(provider));
const { call, db, mailsTo } = program;
const { addColleague, begin, claimsOf, finish, isIn, signOn } = signOnDesk(program, provider);

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
    expect(await isIn(body.accessToken)).toBe(true);
    expect((await call(accounts.refresh, { body: { refreshToken: body.refreshToken } })).status).toBe(200);
    expect((await signOn(claims)).status).toBe(200);
    expect((await actionsOn(program, colleague)).map(([action]) => action)).toEqual(['account.add-sign-on']);
    const subjectsOf = (await mailsTo(colleague.email)).map(({ subject }) => subject);
    expect(subjectsOf).toEqual([
      expect.stringContaining('can now log in to Fairlead Maritime Academy with Harbour ID'),
    ]);
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

// shows: threats/forged-provider-login
testOnServer('of four parallel requests with one response of the provider, one logs in', async () => {
  const colleague = await addColleague();
  const { url, verifier } = await begin();
  const answer = { ...provider.authorize(url, claimsOf(colleague.email)), verifier };
  const answers = await Promise.all(Array.from({ length: 4 }, () => finish(answer)));
  expect(tally(answers)).toEqual({ 200: 1, 401: 3 });
});
