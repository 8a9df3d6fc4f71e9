import { singleSignOn } from '@fairlead/contract/single-sign-on';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { freePort } from '../../testing/free-port.ts';
import { Browser, startOpenidProvider } from '../../testing/openid-provider.ts';

const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const client = {
  id: 'academy',
  secret: 'a secret: 100 % + more',
  redirectUri: `${publicUrl}/signed-on`,
  afterLogoutUri: `${publicUrl}/ornate_backend`,
  backChannelLogoutUri: `${publicUrl}/api/user/sign-on/back-channel-logout`,
};

test('oidc-provider logs a colleague in, and out by its own page and behind the browser’s back', async () => {
  const provider = await startOpenidProvider(client);
  const { app, call, person } = await testApp({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_EMAIL_DOMAINS: 'academy.example',
  });
  await app.listen({ port, host: '127.0.0.1' });
  try {
    const { email } = await person('registrar', { email: 'leela@academy.example' });
    provider.people.set('leela', { email, email_verified: true, given_name: 'Leela', family_name: 'Das' });
    const browser = new Browser();
    const { url, state, verifier } = (await call(singleSignOn.beginSignOn)).body;
    const form = await browser.open(url, client.redirectUri);
    const { url: back } = await browser.submit(form, client.redirectUri, { login: 'leela', password: 'any' });
    const { code = '', iss, ...answered } = Object.fromEntries(back.searchParams);
    expect([answered.state, iss]).toEqual([state, provider.issuer]);
    const { status, body } = await call(singleSignOn.finishSignOn, {
      body: { state, verifier, code, ...(iss && { iss }) },
    });
    expect([status, body.user.email]).toEqual([200, email]);
    const me = () => app.inject({ url: '/api/user/me', headers: { authorization: `Bearer ${body.accessToken}` } });
    expect((await me()).statusCode).toBe(200);
    // the page where it asks whether to log out, which then tells us behind the browser's back
    const asking = await browser.open(body.signOutUrl ?? '', client.afterLogoutUri);
    const left = await browser.submit(asking, client.afterLogoutUri, { logout: 'yes' });
    expect(left.url.href).toBe(client.afterLogoutUri);
    expect((await me()).statusCode).toBe(401);
  } finally {
    await provider.stop();
  }
});
