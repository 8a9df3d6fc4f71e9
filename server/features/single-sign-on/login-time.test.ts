import { accounts } from '@fairlead/contract/accounts/calls';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { expect, test } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { testApp } from '../../testing/app.ts';
import { openidStandIn } from './testing/openid-stand-in.ts';
import { signOnSettings } from './testing/sign-on-desk.ts';

const provider = await openidStandIn();
const { app, call, clock, person, wait } = await testApp(signOnSettings(provider));
// The provider uses the real clock.
wait((Date.now() - clock().getTime()) / 1000);

test('logins that begin while the provider does not answer get a time to retry, and the next one succeeds', async () => {
  provider.isAway = true;
  const answers = await Promise.all(Array.from({ length: 4 }, () => call(singleSignOn.beginSignOn)));
  expect(tally(answers)).toEqual({ 503: 4 });
  provider.isAway = false;
  expect((await call(singleSignOn.beginSignOn)).status).toBe(200);
});

// shows: threats/provider-escalation
test('identity counts as confirmed from the time of the login at the provider, which is at most twelve hours old', async () => {
  const { email } = await person('registrar', { email: 'leela@academy.example' });
  const signOn = async (hoursAgo: number) => {
    const { url, verifier } = (await call(singleSignOn.beginSignOn)).body;
    const claims = { sub: 'leela', email, email_verified: true };
    const auth_time = Math.floor(Date.now() / 1000) - hoursAgo * 3600;
    return call(singleSignOn.finishSignOn, {
      body: { ...provider.authorize(url, { ...claims, auth_time }), verifier },
    });
  };
  /** An action that asks for the password again if the login is more than ten minutes old. */
  const endEverySession = async (accessToken: string) => {
    const { method, path } = accounts.logoutEverywhere;
    const { statusCode } = await app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return statusCode;
  };
  // The provider recognised the browser, and did not ask for credentials.
  const silent = await signOn(11);
  expect(silent.status).toBe(200);
  expect(await endEverySession(silent.body.accessToken)).toBe(403);
  expect(await endEverySession((await signOn(0)).body.accessToken)).toBe(200);
  expect((await signOn(13)).status).toBe(401);
});
